/** Events of the audit (spec B.17, A.20). Stores write some of them, together with what they tell of. */
export const EVENTS = {
  registered: 'oauth.mcp.client.registered',
  updated: 'oauth.mcp.client.updated',
  deleted: 'oauth.mcp.client.deleted',
  granted: 'oauth.mcp.consent.granted',
  denied: 'oauth.mcp.consent.denied',
  issued: 'oauth.mcp.token.issued',
  refreshed: 'oauth.mcp.token.refreshed',
  rejected: 'oauth.mcp.token.rejected',
  revoked: 'oauth.mcp.token.revoked',
  reused: 'oauth.mcp.token.reused',
  replayed: 'oauth.mcp.code.replayed',
  disconnected: 'oauth.mcp.connection.revoked',
} as const

/** One of {@link EVENTS}. */
export type AuditEvent = (typeof EVENTS)[keyof typeof EVENTS]
