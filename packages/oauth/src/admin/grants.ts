/** What clients may do for people, as operators list and end it. */

import { isClientId } from '../mcp/client.ts'
import { activityOf } from '../mcp/connections/activity.ts'
import type { ConnectedClient } from '../mcp/connections/connected-clients.ts'
import { scopesInForce } from '../mcp/connections/scopes-in-force.ts'
import type { McpContext } from '../mcp/mcp-context.ts'
import { resourceScopes } from '../mcp/scopes.ts'
import { isStorableId, MAX_USER_BYTES } from '../shared/identifier.ts'
import type { Caller } from '../store/audit.ts'
import type {
  GrantKey,
  GrantOwner,
  ListedConnection,
  ListedConnectionKey,
} from '../store/directory.ts'
import { EVENTS } from '../store/rules/audit-events.ts'
import { type AdminAction, causeOf } from './action.ts'
import { toDate } from './admin-client.ts'
import { fromCursor, limitOf, type Page, type PageQuery, toPage } from './pages.ts'

/** Whose grants are meant: of a person, of a client, or of a client for a person. */
export type OwnerQuery =
  | { readonly user: string; readonly clientId?: string | undefined }
  | { readonly user?: undefined; readonly clientId: string }

/** What a person has allowed to a client. */
export interface AdminConnection extends ConnectedClient {
  readonly user: string
  /** When the consent is forgotten, unless it is given again. */
  readonly expiresAt: Date
}

/** What was issued to a client on one authorization, and is good still. */
export interface AdminGrant {
  /** For `revokeGrant`; `family_id` in the audit. */
  readonly grantId: string
  readonly user: string
  readonly clientId: string
  /** The resource for which its tokens are. */
  readonly resource: string
  /** The scopes in force: what was granted, as far as it is allowed to the client today. */
  readonly scopes: readonly string[]
  /** The account for which it is, or `*` for all; undefined where nothing was chosen. */
  readonly account: string | undefined
  /** Whether the client has a refresh token. */
  readonly refreshable: boolean
  readonly createdAt: Date
  /** When it was last refreshed, or issued. */
  readonly usedAt: Date
  readonly expiresAt: Date
}

/** Administration of what clients may do for people. */
export interface GrantAdmin {
  /**
   * Lists the consents of a person or of a client, by person and client.
   *
   * @throws OAuthError `OAUTH_CURSOR`
   */
  listConnections(query: OwnerQuery & PageQuery): Promise<Page<AdminConnection>>
  /**
   * Reads all consents of several people with one statement, by person and client. Many people have few consents: the answer is no page.
   *
   * @example
   * const consents = await app.oauth.admin.connectionsOf(members.map(({ userId }) => userId))
   */
  connectionsOf(users: readonly string[]): Promise<readonly AdminConnection[]>
  /**
   * Lists what was issued to a client or for a person, and is neither revoked nor over, by person and client.
   *
   * @throws OAuthError `OAUTH_CURSOR`
   * @example
   * const { items } = await app.oauth.admin.listGrants({ user: account.id })
   */
  listGrants(query: OwnerQuery & PageQuery): Promise<Page<AdminGrant>>
  /**
   * Ends one grant: its refresh token at once, its access tokens within a few seconds on every node. The consent stays.
   *
   * @returns false if there is no such grant, or it was revoked before
   */
  revokeGrant(grantId: string, action?: AdminAction): Promise<boolean>
  /**
   * Ends all grants of a person, of a client, or of a client for a person, and deletes the consents. For a minute after all of a person
   * were ended no client can be connected for them. Sign-ins stay: `app.oauth.endSignIns` ends them.
   *
   * @returns false if there was nothing
   */
  revokeGrants(owner: OwnerQuery, action?: AdminAction): Promise<boolean>
}

type GrantContext = Pick<McpContext, 'mcp' | 'mcpStore' | 'revocations' | 'audit'>

/** Makes the {@link GrantAdmin} of an instance. */
export function createGrantAdmin(context: GrantContext): GrantAdmin {
  return {
    listConnections: async (query) => await listConnections(context, query),
    connectionsOf: async (users) => await connectionsOf(context, users),
    listGrants: async (query) => await listGrants(context, query),
    revokeGrant: async (grantId, action = {}) => await revokeGrant(context, grantId, action),
    revokeGrants: async (owner, action = {}) => await revokeGrants(context, owner, causeOf(action)),
  }
}

/** The owner for the store; undefined for ids that nothing was ever issued for, and without an id. */
function ownerOf({ user, clientId }: OwnerQuery): GrantOwner | undefined {
  if (user === undefined && clientId === undefined) return undefined
  if (user !== undefined && !isStorableId(user, MAX_USER_BYTES)) return undefined
  if (clientId !== undefined && !isClientId(clientId)) return undefined
  return { sub: user, clientId }
}

const NOTHING = { items: [], next: undefined } as const

async function listConnections(
  context: GrantContext,
  query: OwnerQuery & PageQuery,
): Promise<Page<AdminConnection>> {
  const limit = limitOf(query)
  const after = fromCursor<ListedConnectionKey>(query.cursor, ['string', 'string', 'string'])
  const owner = ownerOf(query)
  if (owner === undefined) return NOTHING
  const rows = await context.mcpStore.directory.connections(owner, { after, limit: limit + 1 })
  return toPage(
    rows,
    limit,
    ({ sub, clientId, resource }) => [sub, clientId, resource],
    (row) => toAdminConnection(context, row),
  )
}

async function connectionsOf(
  context: GrantContext,
  users: readonly string[],
): Promise<readonly AdminConnection[]> {
  const known = users.filter((user) => isStorableId(user, MAX_USER_BYTES))
  const rows = await context.mcpStore.directory.connectionsOf(known)
  return rows.map((row) => toAdminConnection(context, row))
}

function toAdminConnection(
  { mcp, revocations }: Pick<GrantContext, 'mcp' | 'revocations'>,
  { sub, clientId, resource, clientName, redirectHost, ...one }: ListedConnection,
): AdminConnection {
  return {
    ...{ user: sub, clientId, resource, clientName, redirectHost },
    scopes: resourceScopes(
      scopesInForce(mcp, { clientId, redirectHost, resource, scope: one.scope }),
    ),
    account: one.account ?? undefined,
    connectedAt: toDate(one.createdAt),
    usedAt: toDate(one.usedAt),
    expiresAt: toDate(one.expiresAt),
    ...activityOf({ mcp, revocations }, { ...one, clientId }),
  }
}

async function listGrants(
  { mcp, mcpStore }: GrantContext,
  query: OwnerQuery & PageQuery,
): Promise<Page<AdminGrant>> {
  const limit = limitOf(query)
  const after = fromCursor<GrantKey>(query.cursor, ['string', 'string', 'string'])
  const owner = ownerOf(query)
  if (owner === undefined) return NOTHING
  const rows = await mcpStore.directory.grants(owner, { after, limit: limit + 1 })
  return toPage(
    rows,
    limit,
    ({ sub, clientId, familyId }) => [sub, clientId, familyId],
    ({ familyId, sub, clientId, resource, refreshable, ...one }) => ({
      ...{ grantId: familyId, user: sub, clientId, resource },
      scopes: scopesInForce(mcp, { ...one, clientId, resource }),
      account: one.account ?? undefined,
      refreshable,
      createdAt: toDate(one.createdAt),
      usedAt: toDate(one.usedAt),
      expiresAt: toDate(one.expiresAt),
    }),
  )
}

async function revokeGrant(
  { mcpStore, revocations, audit }: GrantContext,
  grantId: string,
  action: AdminAction,
): Promise<boolean> {
  if (!isStorableId(grantId, MAX_USER_BYTES)) return false
  const family = await mcpStore.grants.findFamily(grantId)
  if (family === undefined || family.expired) return false
  const { clientId, sub } = family
  const caller = causeOf(action)
  const isRevoked = await mcpStore.grants.revokeFamily(grantId, clientId, caller)
  if (isRevoked) {
    const { by, ...origin } = caller
    const detail = { family_id: grantId, ...(by !== undefined && { by }) }
    audit.log(EVENTS.revoked, { clientId, sub, detail, ...origin })
  }
  await revocations.refresh()
  return isRevoked
}

async function revokeGrants(
  { mcpStore, revocations, audit }: GrantContext,
  query: OwnerQuery,
  caller: Caller,
): Promise<boolean> {
  const owner = ownerOf(query)
  if (owner === undefined) return false
  const { sub, clientId } = owner
  const isEnded = await end(mcpStore, owner, caller)
  if (isEnded) {
    const { by, ...origin } = caller
    audit.log(EVENTS.disconnected, { clientId, sub, ...origin, ...(by && { detail: { by } }) })
  }
  await revocations.refresh()
  return isEnded
}

async function end(
  { connections, directory }: McpContext['mcpStore'],
  { sub, clientId }: GrantOwner,
  caller: Caller,
): Promise<boolean> {
  if (sub === undefined) {
    return clientId !== undefined && (await connections.revokeClient(clientId, caller))
  }
  if (clientId !== undefined) return await connections.revoke(sub, clientId, caller)
  const page = { after: undefined, limit: 1 }
  // Assertions, and people of whom nothing is remembered, have grants without a consent.
  const had = await Promise.all([
    directory.connections({ sub }, page),
    directory.grants({ sub }, page),
  ])
  await connections.revokePerson(sub, caller)
  return had.flat().length > 0
}
