/** Paths of the authorization server. */
export const PATHS = {
  authorize: '/oauth/mcp/authorize',
  confirm: '/oauth/mcp/confirm',
  hostSignIn: '/oauth/mcp/signed-in',
  token: '/oauth/mcp/token',
  deviceAuthorization: '/oauth/mcp/device_authorization',
  /** Short, because people type it. */
  device: '/device',
  deviceDone: '/device/done',
  register: '/oauth/mcp/register',
  revoke: '/oauth/mcp/revoke',
  introspect: '/oauth/mcp/introspect',
  jwks: '/.well-known/jwks.json',
  serverMetadata: '/.well-known/oauth-authorization-server',
  resourceMetadata: '/.well-known/oauth-protected-resource',
} as const
