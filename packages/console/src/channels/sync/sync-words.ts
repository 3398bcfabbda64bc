/** Entries of the sync log in words. Pure. */
import type { Output } from '@entrepot/client'
import { formatNumber } from '../../components/values/language.ts'

type Counts = Pick<
  Output<'listSyncLog'>[number],
  'Kind' | 'Created' | 'Updated' | 'Removed' | 'Failed' | 'Offers'
>

/** How many records a channel has polled or acknowledged, such as `7 to create, 1 to remove`. */
export function itemsInWords({ Kind, Created, Updated, Removed, Failed, Offers }: Counts): string {
  const isPoll = Kind === 'POLL_DATA'
  const counts = [
    [Created, isPoll ? 'to create' : 'created'],
    [Updated, isPoll ? 'to update' : 'updated'],
    [Removed, isPoll ? 'to remove' : 'removed'],
    [Failed, 'failed'],
    [Offers, Offers === 1 ? 'price and stock' : 'prices and stock'],
  ] as const
  const some = counts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count)} ${words}`)
  return some.length === 0 ? 'Nothing' : some.join(', ')
}
