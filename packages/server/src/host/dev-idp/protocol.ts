/** The messages between the hub and the process of the development identity provider. */
import type { Client } from '@entrepot/dev-idp'

/** From the hub: how to run. */
export interface StartMessage {
  readonly port: number
  /** Folder for its keys and sessions. */
  readonly directory: string
  /** Whether to use another port if this one is taken. A restarted provider must keep the port of its issuer. */
  readonly otherPortIfTaken: boolean
}

/** From the hub: the hub as a client, after it knows where it listens. */
export interface RegisterMessage {
  readonly client: Client
}

/** To the hub. */
export type Answer =
  | { readonly issuer: string }
  | { readonly registered: true }
  | { readonly failed: string }
