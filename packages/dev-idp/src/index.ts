/** A local OpenID provider with sample people, for development and tests. */
export type { Client } from './client.ts'
export { DevIdpError, type DevIdpErrorCode, devIdpErrorCodes } from './errors.ts'
export { type Person, SAMPLE_PEOPLE } from './people.ts'
export type { Lifetimes } from './provider.ts'
export { type DevIdp, type StartDevIdpOptions, startDevIdp } from './start-dev-idp.ts'
