import type { McpConfig } from '../mcp/config/config.ts'
import type { ProviderType, Template } from '../providers/templates.ts'
import type { FileOptions, ProviderSettings } from './schema.ts'

/** A provider that people can sign in with: its settings, checked and complete. */
export interface ProviderConfig extends Omit<Template, 'issuers'> {
  /** Its name in URLs. */
  readonly name: string
  readonly type: ProviderType
  readonly settings: ProviderSettings
  readonly clientId: string
  readonly clientSecret: string
  /** The URL registered at the provider: ends in `/oauth/<name>/callback`. */
  readonly redirectUri: string
  readonly postLoginRedirect: string
  /**
   * Issuers that ID tokens may carry. Empty where none is known in advance: for a shared authority of Entra ID. Undefined
   * for plain OAuth 2.0.
   */
  readonly issuers: readonly string[] | undefined
  /** Where the endpoints are discovered; undefined when all are known. */
  readonly discoveryIssuer: string | undefined
  readonly defaultRole: string
  readonly providerLogout: boolean
  /** Milliseconds between checks of a live session. */
  readonly validationInterval: number
}

/** The options, checked, complete and frozen. */
export interface Config {
  readonly providers: ReadonlyMap<string, ProviderConfig>
  /** Entries without credentials. */
  readonly inactive: readonly string[]
  /** Scheme, host and port under which the application is reached. */
  readonly origin: string
  readonly postLogoutRedirect: string | undefined
  /** First seals, all open. */
  readonly secrets: readonly string[]
  /** True when the secret was made up, for this process only. */
  readonly hasGeneratedSecret: boolean
  readonly allowPrivateProviders: boolean
  /** How long providers resolved by the hook are kept, in seconds. */
  readonly dynamicProviderTtl: number
  /** Sign-ins begun a minute from one address. */
  readonly signInRateLimit: number | false
  readonly debug: boolean
  readonly debugAllowedIps: readonly string[]
  /** The authorization server for MCP clients; undefined while it is off. */
  readonly mcp: McpConfig | undefined
  /** The options as written, after substitution: what providers resolved at run time are read with. */
  readonly written: FileOptions
}
