/** The part of a store for authorizations that devices start (RFC 8628). */

/** Seconds for which a device code is kept after it has expired, so that the device is told. */
export const DEVICE_MEMORY = 3_600

/** What the device is to wait more after each request that came too early (RFC 8628, section 3.5). */
export const SLOW_DOWN_SECONDS = 5

/** Seconds by which a request may be early without being too early: those of a network differ in length. */
export const EARLY_SECONDS = 1

/** An authorization that a device has started: `mcp_device_codes`. */
export interface DeviceCode {
  readonly deviceHash: string
  /** Of the code that the person enters. */
  readonly userHash: string
  readonly clientId: string
  readonly resource: string
  /** What the device asks for, separated by spaces. */
  readonly scope: string
  /** Where it was started; null if that is not known. */
  readonly address: string | null
}

/** What a device learns when it asks for its tokens. */
export type PollOutcome =
  | { readonly outcome: 'unknown' | 'expired' | 'pending' | 'slow_down' | 'denied' }
  /** The hash of the code that is to be redeemed. */
  | { readonly outcome: 'approved'; readonly codeHash: string; readonly resource: string }

/** A row of a device code after a request for its tokens. */
export interface PolledDevice {
  readonly status: string
  readonly codeHash: string | null
  readonly resource: string
  readonly hurried: boolean
  readonly expired: boolean
}

/** Authorizations that devices start. */
export interface DeviceStore {
  /** Stores a new one. Returns false if the code of the person is in use; nothing is stored then. */
  create(device: DeviceCode, lives: { ttlSeconds: number; interval: number }): Promise<boolean>
  /** Finds the one that waits for a decision, by one of several hashes of the code of the person. */
  find(userHashes: readonly string[]): Promise<DeviceCode | undefined>
  /**
   * Decides, once: of several decisions at once one counts.
   *
   * @param codeHash of the authorization code that the device is to redeem; null for a denial
   * @returns false if it was decided before, or has expired
   */
  decide(deviceHash: string, codeHash: string | null): Promise<boolean>
  /** The state for a device that asks, which is also counted: whoever asks earlier than allowed must wait longer from then on. */
  poll(deviceHash: string, clientId: string): Promise<PollOutcome>
}

/** What a device is told. Pure. */
export function pollOutcome(row: PolledDevice | undefined): PollOutcome {
  if (row === undefined) return { outcome: 'unknown' }
  const { status, codeHash, resource, hurried, expired } = row
  if (status === 'denied') return { outcome: 'denied' }
  if (codeHash !== null) return { outcome: 'approved', codeHash, resource }
  if (expired) return { outcome: 'expired' }
  return { outcome: hurried ? 'slow_down' : 'pending' }
}
