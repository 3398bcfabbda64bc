/** Clients, as operators list, disable and delete them. */
import { isClientId } from '../mcp/client.ts'
import { isDocumentUrl } from '../mcp/clients/document-url.ts'
import type { McpContext } from '../mcp/mcp-context.ts'
import { removeClient } from '../mcp/registration/remove-client.ts'
import { causedBy } from '../store/rules/audit-entry.ts'
import { type AuditEvent, EVENTS } from '../store/rules/audit-events.ts'
import { type AdminAction, causeOf, noteOf } from './action.ts'
import {
  type AdminClient,
  describeConfigured,
  describeDocument,
  describeRegistered,
} from './admin-client.ts'
import { type ListClientsQuery, listClients } from './list-clients.ts'
import type { Page } from './pages.ts'

/** Administration of clients. */
export interface ClientAdmin {
  /**
   * Lists clients: those of the configuration, then registered ones, then those with a metadata document. Of the last, those are known
   * whose document is stored, that people have allowed, or that are disabled. With `text` a page may hold fewer clients than `limit`
   * before the end of the list: go on while there is a `next`.
   *
   * @throws OAuthError `OAUTH_CURSOR`
   * @example
   * const { items, next } = await app.oauth.admin.listClients({ kind: 'registered', text: 'robot' })
   */
  listClients(query?: ListClientsQuery): Promise<Page<AdminClient>>
  /** Returns one client; undefined for an unknown id. */
  findClient(clientId: string): Promise<AdminClient | undefined>
  /**
   * Disables a client of any kind, known or not yet known. It gets no code, no token and no refresh, and within a few seconds every node
   * refuses its access tokens. It may still revoke tokens. Consents and refresh tokens stay, so that it goes on once it is enabled again.
   *
   * @returns false if it was disabled before, or if no client can have this id
   */
  disableClient(
    clientId: string,
    action?: AdminAction & { readonly reason?: string | undefined },
  ): Promise<boolean>
  /** Enables a client that was disabled. @returns false if it was not disabled */
  enableClient(clientId: string, action?: AdminAction): Promise<boolean>
  /**
   * Deletes a client: its registration or stored document, all consents, and everything that was issued on them. A registered client
   * must register anew. One with a metadata document may ask people again, unless it is disabled; access tokens of `client_credentials`
   * are good until they expire. A client of the configuration can only be disabled.
   */
  deleteClient(
    clientId: string,
    action?: AdminAction,
  ): Promise<'deleted' | 'unknown' | 'configured'>
}

type AdminContext = Pick<McpContext, 'mcp' | 'mcpStore' | 'clients' | 'revocations' | 'audit'>

/** Makes the {@link ClientAdmin} of an instance. */
export function createClientAdmin(context: AdminContext): ClientAdmin {
  return {
    listClients: async (query = {}) => await listClients(context, query),
    findClient: async (clientId) => await findClient(context, clientId),
    disableClient: async (clientId, { reason, ...action } = {}) =>
      await setState(context, clientId, true, action, reason),
    enableClient: async (clientId, action = {}) => await setState(context, clientId, false, action),
    deleteClient: async (clientId, action = {}) => await deleteClient(context, clientId, action),
  }
}

async function findClient(
  { mcp, mcpStore }: AdminContext,
  clientId: string,
): Promise<AdminClient | undefined> {
  if (!isClientId(clientId)) return undefined
  const [state] = await mcpStore.clientStates.find([clientId])
  const configured = mcp.clients.get(clientId)
  if (configured) return describeConfigured(configured, state)
  if (!isDocumentUrl(clientId)) {
    const stored = await mcpStore.clients.find(clientId)
    return stored && describeRegistered(stored, state)
  }
  const [stored, connections] = await Promise.all([
    mcpStore.documents.find(clientId),
    mcpStore.directory.connections({ clientId }, { after: undefined, limit: 1 }),
  ])
  const [connection] = connections
  if (stored === undefined && connection === undefined && state === undefined) return undefined
  const clientName = connection?.clientName ?? null
  return await describeDocument(
    { clientId, document: stored?.document ?? null, clientName },
    state,
    mcp,
  )
}

async function setState(
  { mcpStore, revocations, audit }: AdminContext,
  clientId: string,
  disabled: boolean,
  action: AdminAction,
  note?: string,
): Promise<boolean> {
  if (!isClientId(clientId)) return false
  const reason = (note && noteOf(note)) || null
  const event: AuditEvent = disabled ? EVENTS.disabled : EVENTS.enabled
  const detail = reason === null ? {} : { reason }
  const entry = causedBy({ event, clientId, detail }, causeOf(action))
  const isChanged = await mcpStore.clientStates.set({ clientId, disabled, reason }, entry)
  if (isChanged) audit.log(event, entry)
  // This node need not wait for its next look.
  await revocations.refresh()
  return isChanged
}

async function deleteClient(
  context: AdminContext,
  clientId: string,
  action: AdminAction,
): Promise<'deleted' | 'unknown' | 'configured'> {
  const { mcp, mcpStore, clients, revocations, audit } = context
  if (mcp.clients.has(clientId)) return 'configured'
  if ((await findClient(context, clientId)) === undefined) return 'unknown'
  const caller = causeOf(action)
  if (isDocumentUrl(clientId)) {
    await mcpStore.documents.delete(clientId)
    clients.forget(clientId)
    await mcpStore.connections.revokeClient(clientId, caller)
  } else {
    await removeClient(context, clientId, caller)
  }
  await revocations.refresh()
  const { event, ...entry } = causedBy({ event: EVENTS.deleted, clientId }, caller)
  await audit.record(EVENTS.deleted, entry)
  return 'deleted'
}
