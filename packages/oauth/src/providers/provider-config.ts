import type { Security } from './security/read-security.ts'
import type { ProviderSettings } from './settings.ts'
import type { Strategy, Template, Tenants } from './strategies/strategy.ts'

/** A provider that people can sign in with: its settings, checked and complete. */
export interface ProviderConfig extends Omit<Template, 'issuers' | 'assertions' | 'secretMethod'> {
  /** Its name in URLs. */
  readonly name: string
  readonly strategy: Strategy
  readonly settings: ProviderSettings
  readonly clientId: string
  /** Empty if there is none. */
  readonly clientSecret: string
  readonly security: Security
  /** The URL registered at the provider: ends in `/oauth/<name>/callback`. */
  readonly redirectUri: string
  readonly postLoginRedirect: string
  /** Issuers that ID tokens may carry. Empty where none is known in advance: see `tenants`. Undefined for plain OAuth 2.0. */
  readonly issuers: readonly string[] | undefined
  /** For people of many tenants, each with an issuer of their own. */
  readonly tenants: Tenants | undefined
  /** Where the endpoints are discovered; undefined when all are known. */
  readonly discoveryIssuer: string | undefined
  readonly defaultRole: string
  readonly providerLogout: boolean
  /** Milliseconds between checks of a live session. */
  readonly validationInterval: number
}
