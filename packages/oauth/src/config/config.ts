import type { DebugSettings } from '../debug/access.ts'
import type { LogoutSettings } from '../logout/routes.ts'
import type { McpConfig } from '../mcp/config/config.ts'
import type { RegistrySettings } from '../providers/registry.ts'
import type { SignInSettings } from '../sign-in/limit.ts'
import type { FileOptions } from './schema.ts'

/** The checked, complete and frozen options of all features. */
export interface Config extends RegistrySettings, SignInSettings, LogoutSettings, DebugSettings {
  /** Entries without credentials. */
  readonly inactive: readonly string[]
  /** The first one encrypts, and all of them decrypt. */
  readonly secrets: readonly string[]
  /** True if the secret was generated, and is valid for this process only. */
  readonly hasGeneratedSecret: boolean
  /** The authorization server for MCP clients; undefined while it is off. */
  readonly mcp: McpConfig | undefined
  /** The options after substitution. Providers that a hook resolves are read with them. */
  readonly written: FileOptions
}
