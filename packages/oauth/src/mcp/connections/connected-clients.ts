/** The functions of `app.oauth.mcp`: what an application can show to its people, and do for them. */

import { endSignIns } from '../../session/sign-in.ts'
import { isStorableId, MAX_USER_BYTES } from '../../shared/identifier.ts'
import type { AuditQuery, StoredAuditEntry } from '../../store/audit.ts'
import { EVENTS } from '../../store/rules/audit-events.ts'
import { isClientId } from '../client.ts'
import { type GuardContext, knownResource } from '../guard/guard.ts'
import { createTokenCheck, type TokenCheck } from '../guard/token-check.ts'
import type { McpContext } from '../mcp-context.ts'
import { resourceScopes } from '../scopes.ts'
import { activityOf } from './activity.ts'
import { scopesInForce } from './scopes-in-force.ts'

/** A client that acts for a person. */
export interface ConnectedClient {
  readonly clientId: string
  readonly clientName: string
  /** The protected resource that it may use. */
  readonly resource: string
  /** The host of its redirect URI when the person allowed it. */
  readonly redirectHost: string
  /** What it may do at the resource. `offline_access` is not one of them: see `active` and `actsUntil`. */
  readonly scopes: readonly string[]
  /** The account for which it acts, or `*` for all; undefined where nothing was chosen (the hook `onMCPAccounts`). */
  readonly account: string | undefined
  readonly connectedAt: Date
  /** When it last got a token. */
  readonly usedAt: Date
  /** Whether it can get new access tokens without the person. */
  readonly active: boolean
  /**
   * Until when it can act at the latest without asking the person again: by refreshing, if it is `active`, else by its last access token.
   * Undefined if nothing that it has got is valid any more.
   */
  readonly actsUntil: Date | undefined
}

/** The functions of the authorization server for the application. */
export interface OAuthMcp {
  /** URL of the issuer. */
  readonly issuer: string
  /** The canonical URI of the MCP server: the default protected resource. */
  readonly resource: string
  /** The canonical URIs of all protected resources, the default one first. */
  readonly resources: readonly string[]
  /**
   * Checks the access tokens of a protected resource without answering requests, for applications in which a token is one of several
   * credentials. Tokens are verified as by `withMCPAuth`; the application compares the scopes.
   *
   * @param resource its URI, or its path at the issuer
   * @throws OAuthError `OAUTH_CONFIG` for a resource that is not configured
   * @example
   * const tokens = app.oauth.mcp.tokensFor('/v2')
   * const token = await tokens.verify(request)
   * if (token !== undefined && 'auth' in token) console.log(token.auth.sub, token.scopes)
   */
  tokensFor(resource: string): TokenCheck
  /**
   * The clients that act for a person, the one used last first.
   *
   * @param user as in `request.session.user`
   * @example
   * app.get('/me/clients', withOAuthValidation((request) => app.oauth.mcp.connectedClients(request.session.user)))
   */
  connectedClients(user: string): Promise<readonly ConnectedClient[]>
  /**
   * Ends what a client may do for a person: it cannot refresh from now on, and its access tokens are refused by every node
   * within a few seconds. The client must ask the person again.
   *
   * @returns false if there was nothing to end
   */
  revokeClient(user: string, clientId: string): Promise<boolean>
  /**
   * Ends all that acts for a person, such as one whose account is removed: their sign-ins, as `app.oauth.endSignIns` does; no
   * client can refresh from now on, access tokens are refused by every node within a few seconds, and an authorization that is
   * under way gives no code. For a minute afterwards no client can be connected for them, even if they may sign in again.
   *
   * @param user as in `request.session.user`
   */
  revokePerson(user: string): Promise<void>
  /** Rows of the audit, newest first, at most 1000. */
  audit(query?: AuditQuery): Promise<readonly StoredAuditEntry[]>
}

/** Nothing can have been issued for other users. */
const isKnowable = (user: string) => isStorableId(user, MAX_USER_BYTES)

/** Ends what clients may do for a person: as {@link OAuthMcp.revokePerson}, without the sign-ins. */
export async function revokeGrants(
  { mcpStore, revocations, audit }: Pick<McpContext, 'mcpStore' | 'revocations' | 'audit'>,
  user: string,
): Promise<void> {
  if (!isKnowable(user)) return
  await mcpStore.connections.revokePerson(user)
  await revocations.refresh()
  audit.log(EVENTS.disconnected, { sub: user })
}

/** Makes the {@link OAuthMcp} of an instance. */
export function createOAuthMcp(
  context: GuardContext & Pick<McpContext, 'store' | 'mcpStore'>,
): OAuthMcp {
  const { mcp, store, mcpStore, revocations, audit } = context
  return {
    issuer: mcp.issuer,
    resource: mcp.resource,
    resources: [...mcp.resources.keys()],
    tokensFor: (resource) => createTokenCheck(context, knownResource(mcp, resource)),
    async connectedClients(user) {
      if (!isKnowable(user)) return []
      const connections = await mcpStore.connections.list(user)
      return connections.map((one) => ({
        clientId: one.clientId,
        clientName: one.clientName,
        resource: one.resource,
        redirectHost: one.redirectHost,
        scopes: resourceScopes(scopesInForce(mcp, one)),
        account: one.account ?? undefined,
        connectedAt: new Date(one.createdAt * 1_000),
        usedAt: new Date(one.usedAt * 1_000),
        ...activityOf({ mcp, revocations }, one),
      }))
    },
    async revokeClient(user, clientId) {
      if (!isKnowable(user) || !isClientId(clientId)) return false
      const found = await mcpStore.connections.revoke(user, clientId)
      if (found) audit.log(EVENTS.disconnected, { clientId, sub: user })
      // This node learns of it at once.
      await revocations.refresh()
      return found
    },
    async revokePerson(user) {
      await endSignIns({ store }, user)
      await revokeGrants({ mcpStore, revocations, audit }, user)
    },
    audit: async (query = {}) => await mcpStore.audit.list(query),
  }
}
