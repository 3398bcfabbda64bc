/** `/clients`: people without a customer see and revoke the MCP clients that act for them; members do so in the console (docs/guides/mcp.md). */
import type { OAuthMcp } from '@entrepot/oauth'
import type { FastifyPluginAsync } from 'fastify'
import { acceptForms } from '../../site/pages/forms.ts'
import { sendPage } from '../../site/pages/send-page.ts'
import { CLIENTS_PATH, clientsPage, REVOKE_PATH } from './page.ts'

/** Where the console shows the same, and more. */
const AGENTS_PAGE = '/console/agents'

/** What {@link clientRoutes} needs. */
export interface ClientParts {
  readonly mcp: Pick<OAuthMcp, 'connectedClients' | 'revokeClient'>
  /** Called after a person has revoked a client. */
  readonly onRevoked: (user: string) => Promise<void>
  /** Whether a user is a member of a customer, and so has the agents page of the console. */
  readonly isMember: (userId: string) => Promise<boolean>
  /** Makes the page for people who are not signed in. */
  readonly signInPage: () => string
}

/**
 * The page and the target of its forms, as a plugin. The user comes from the session only. Forms of other origins have been refused
 * before (`refuseForeignForms`).
 */
export const clientRoutes: FastifyPluginAsync<ClientParts> = async (
  scope,
  { mcp, signInPage, onRevoked, isMember },
) => {
  acceptForms(scope)
  scope.get(CLIENTS_PATH, async ({ session, query }, reply) => {
    if (session.user === undefined) return await sendPage(reply, 401, signInPage())
    if (await isMember(session.user)) return await reply.redirect(AGENTS_PAGE)
    const clients = await mcp.connectedClients(session.user)
    return await sendPage(reply, 200, clientsPage(clients, 'revoked' in (query as object)))
  })
  scope.post(REVOKE_PATH, async ({ session, body }, reply) => {
    if (session.user === undefined) return await sendPage(reply, 401, signInPage())
    const clientId = body instanceof URLSearchParams ? (body.get('client_id') ?? '') : ''
    await mcp.revokeClient(session.user, clientId)
    await onRevoked(session.user)
    // A repeated form, from a reload or another tab, changes nothing.
    return await reply.redirect(`${CLIENTS_PATH}?revoked`, 303)
  })
}
