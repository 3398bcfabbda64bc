import type { Context } from '../context.ts'
import type { SignInSettings } from '../sign-in/limit.ts'
import type { McpStore } from '../store/mcp.ts'
import type { Audit } from './audit/audit.ts'
import type { ClientKeys } from './clients/client-keys.ts'
import type { ClientFinder } from './clients/find-client.ts'
import type { IssuerKeys } from './clients/issuers/issuer-keys.ts'
import type { Workloads } from './clients/issuers/workloads.ts'
import type { McpConfig } from './config/config.ts'
import type { Proofs } from './dpop/proofs.ts'
import type { FailedAttempts } from './failed-attempts.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { RevocationList } from './revocation-list.ts'

/** Settings of the plugin that the authorization server also uses. */
export interface SharedSettings extends SignInSettings {
  readonly secrets: readonly string[]
  readonly allowPrivateProviders: boolean
  readonly proxyChecksTargets: boolean
}

/** The objects that the parts of the authorization server share. */
export interface McpContext extends Context {
  readonly config: SharedSettings
  readonly mcp: McpConfig
  readonly mcpStore: McpStore
  readonly keys: KeyRing
  readonly revocations: RevocationList
  readonly proofs: Proofs
  readonly clients: ClientFinder
  readonly audit: Audit
  readonly failedAttempts: FailedAttempts
  /** Keys of clients that publish them at a URL. */
  readonly clientKeys: ClientKeys
  /** Keys of the identity providers in `mcp.identityAssertions`. */
  readonly issuerKeys: IssuerKeys
  readonly workloads: Workloads
  /** Whether documents of clients can be fetched at all. */
  readonly canFetchDocuments: () => boolean
  /** Closes what this instance has opened. */
  close(): Promise<void>
}
