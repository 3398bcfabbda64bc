import type { FastifyReply } from 'fastify'
import { sendPage } from '../../pages/page.ts'
import type { Client } from '../client.ts'
import { atResource } from '../config/resources.ts'
import type { McpContext } from '../mcp-context.ts'
import { providerNames } from './begin-sign-in.ts'
import { consentPage } from './consent-page.ts'
import type { Waiting } from './flow.ts'

/** What {@link sendConsent} shows. */
export interface AskedConsent extends Pick<Waiting, 'request' | 'person'> {
  readonly client: Client
  /** The token under which the authorization waits for the decision. */
  readonly token: string
}

/** Sends the consent page. */
export function sendConsent(
  context: Pick<McpContext, 'config' | 'providers' | 'mcp'>,
  reply: FastifyReply,
  asked: AskedConsent,
): FastifyReply {
  const { pages } = context.config
  const providers = asked.person === undefined ? providerNames(context) : []
  const mcp = atResource(context.mcp, asked.request.resource)
  return sendPage(reply, pages, 200, consentPage({ ...asked, providers }, mcp, pages))
}
