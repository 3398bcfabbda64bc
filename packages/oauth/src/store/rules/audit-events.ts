/** Events of the audit. Stores write some of them, together with the change that they record. */
export const EVENTS = {
  registered: 'oauth.mcp.client.registered',
  updated: 'oauth.mcp.client.updated',
  deleted: 'oauth.mcp.client.deleted',
  disabled: 'oauth.mcp.client.disabled',
  enabled: 'oauth.mcp.client.enabled',
  granted: 'oauth.mcp.consent.granted',
  denied: 'oauth.mcp.consent.denied',
  /** A person has refused a scope that a client had: everything that was issued with it has ended. */
  narrowed: 'oauth.mcp.consent.narrowed',
  issued: 'oauth.mcp.token.issued',
  refreshed: 'oauth.mcp.token.refreshed',
  /** A refresh within the grace: another access token, the same refresh token. */
  repeated: 'oauth.mcp.token.repeated',
  rejected: 'oauth.mcp.token.rejected',
  /** An assertion of another issuer that gave no token. */
  assertionRefused: 'oauth.mcp.assertion.refused',
  revoked: 'oauth.mcp.token.revoked',
  reused: 'oauth.mcp.token.reused',
  replayed: 'oauth.mcp.code.replayed',
  disconnected: 'oauth.mcp.connection.revoked',
} as const

/** One of {@link EVENTS}. */
export type AuditEvent = (typeof EVENTS)[keyof typeof EVENTS]
