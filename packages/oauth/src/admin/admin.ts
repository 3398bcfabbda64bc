/** What operators can see and do: `app.oauth.admin`. The application decides who may call it. */
import type { Context } from '../context.ts'
import type { McpContext } from '../mcp/mcp-context.ts'
import { type AuditAdmin, createAuditAdmin } from './audit.ts'
import { type ClientAdmin, createClientAdmin } from './clients.ts'
import { createGrantAdmin, type GrantAdmin } from './grants.ts'
import { createSignInAdmin, type SignInAdmin } from './sign-ins.ts'

/**
 * Administration of clients, of what they may do for people, of sign-ins and of the audit. No function checks who calls it: the
 * application does. Answers never hold a token, a secret, or a hash of one. While the authorization server is off there are no clients
 * and no grants: lists are empty, and there is nothing to change.
 */
export interface OAuthAdmin extends ClientAdmin, GrantAdmin, SignInAdmin, AuditAdmin {}

/** Makes the {@link OAuthAdmin} of an instance. */
export function createOAuthAdmin(
  context: Pick<Context, 'store'>,
  mcp: McpContext | undefined,
): OAuthAdmin {
  return {
    ...(mcp === undefined
      ? WITHOUT_CLIENTS
      : { ...createClientAdmin(mcp), ...createGrantAdmin(mcp) }),
    ...createSignInAdmin(context),
    ...createAuditAdmin(context.store.mcp.audit),
  }
}

const nothing = async () => ({ items: [], next: undefined })
const no = async () => false

const WITHOUT_CLIENTS: ClientAdmin & GrantAdmin = {
  listClients: nothing,
  findClient: async () => undefined,
  disableClient: no,
  enableClient: no,
  deleteClient: async () => 'unknown',
  listConnections: nothing,
  connectionsOf: async () => [],
  listGrants: nothing,
  revokeGrant: no,
  revokeGrants: no,
}
