/** The status of a channel. Pure. */
import type { Output } from '@entrepot/client'

/** From this age in milliseconds on, what waits is late. */
const LATE_MS = 3_600_000

/** A status of a channel, which the console shows as a dot and a label. */
export type ChannelStatus = 'INACTIVE' | 'NEVER_FETCHED' | 'LATE' | 'PENDING' | 'CURRENT'

/** Returns how a channel stands at a moment in milliseconds since 1970. */
export function channelStatus(
  { IsActive }: Pick<Output<'getChannel'>, 'IsActive'>,
  sync: Pick<Output<'getChannelSync'>, 'LastPoll' | 'OldestPending' | 'IsComplete'>,
  now: number,
): ChannelStatus {
  if (!IsActive) return 'INACTIVE'
  if (sync.LastPoll === null) return 'NEVER_FETCHED'
  if (sync.OldestPending !== null) {
    return now - Date.parse(sync.OldestPending) > LATE_MS ? 'LATE' : 'PENDING'
  }
  return sync.IsComplete ? 'CURRENT' : 'PENDING'
}
