/** Records that a merchant and its channels have, such as webhooks: a merchant sees all of them, a channel its own. */
import type { Principal, Requirement } from './principal.ts'
import type { Scope } from './scopes.ts'

/** Whose records a principal sees. */
export interface Owner {
  readonly customerId: string
  /** Null for the merchant, who sees those of its channels, too. */
  readonly channelId: number | null
}

export function ownerOf({ customer, channel }: Principal): Owner {
  return { customerId: customer.customerId, channelId: channel?.channelId ?? null }
}

/** The requirements of a call that merchants and channels have. */
export function merchantOrChannel(scope: Scope): readonly Requirement[] {
  return [
    { kind: 'merchant', scope },
    { kind: 'channel', scope },
  ]
}
