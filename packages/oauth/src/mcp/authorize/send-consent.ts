import type { FastifyReply } from 'fastify'
import { sendPage } from '../../pages/page.ts'
import type { Accounts } from '../accounts/ask-accounts.ts'
import type { Client } from '../client.ts'
import { atResource } from '../config/resources.ts'
import type { McpContext } from '../mcp-context.ts'
import { providerNames } from './begin-sign-in.ts'
import { consentPage } from './consent-page.ts'
import type { Waiting } from './flow.ts'

/** What {@link sendConsent} shows. */
export interface AskedConsent extends Pick<Waiting, 'request' | 'person' | 'allowed'> {
  readonly client: Client
  /** The token under which the authorization waits for the decision. */
  readonly token: string
  /** What the person may choose from; undefined before the sign-in. */
  readonly accounts?: Accounts | undefined
  /** Whether the answer to the page named no account of these. @default false */
  readonly isFaulty?: boolean
}

/** Sends the consent page. */
export async function sendConsent(
  context: Pick<McpContext, 'config' | 'providers' | 'mcp' | 'mcpStore'>,
  reply: FastifyReply,
  asked: AskedConsent,
): Promise<FastifyReply> {
  const { pages } = context.config
  const { request, person, accounts, isFaulty } = asked
  const providers = person === undefined ? providerNames(context) : []
  const mcp = atResource(context.mcp, request.resource)
  const { clientId, resource } = request
  const before =
    person !== undefined && accounts !== undefined && accounts.list.length > 1
      ? await context.mcpStore.connections.find({ sub: person.user, clientId, resource })
      : undefined
  const content = { ...asked, providers, accountBefore: before?.account ?? undefined }
  return sendPage(reply, pages, isFaulty ? 400 : 200, consentPage(content, mcp, pages))
}
