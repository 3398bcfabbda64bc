/** What the hub and the process of the development identity provider tell each other. */
import type { Client } from '@entrepot/dev-idp'

/** From the hub: where to run. */
export interface StartMessage {
  readonly port: number
  /** Folder for its keys and sessions. */
  readonly directory: string
  /** Takes another port when this one is taken; a provider that is started again keeps the one of its issuer. */
  readonly otherPortIfTaken: boolean
}

/** From the hub: the hub itself, once it knows where it listens. */
export interface RegisterMessage {
  readonly client: Client
}

/** To the hub. */
export type Answer =
  | { readonly issuer: string }
  | { readonly registered: true }
  | { readonly failed: string }
