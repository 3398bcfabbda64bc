import type { DebugSettings } from '../debug/access.ts'
import type { LogoutSettings } from '../logout/routes.ts'
import type { McpConfig } from '../mcp/config/config.ts'
import type { RegistrySettings } from '../providers/registry.ts'
import type { SignInSettings } from '../sign-in/limit.ts'
import type { FileOptions } from './schema.ts'

/** The options, checked, complete and frozen: what each feature reads, and what belongs to none. */
export interface Config extends RegistrySettings, SignInSettings, LogoutSettings, DebugSettings {
  /** Entries without credentials. */
  readonly inactive: readonly string[]
  /** First seals, all open. */
  readonly secrets: readonly string[]
  /** True when the secret was made up, for this process only. */
  readonly hasGeneratedSecret: boolean
  /** The authorization server for MCP clients; undefined while it is off. */
  readonly mcp: McpConfig | undefined
  /** The options as written, after substitution: what providers resolved at run time are read with. */
  readonly written: FileOptions
}
