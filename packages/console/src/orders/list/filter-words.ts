/** The filters of the list of orders in words. Pure. */
import { formatDay, isDay } from '../../components/values/days.ts'
import { formatMoney } from '../../components/values/language.ts'
import { statusLabel } from '../../components/values/status.tsx'
import { type Filters, parseStatuses } from '../search.ts'

interface NamedChannel {
  readonly Id: number
  readonly Name: string
}

/** The filters that are set, by name, in the order of the form. Totals are in the base currency. */
export function filtersInWords(
  filters: Filters,
  channels: readonly NamedChannel[],
  currency: string,
): readonly (readonly [name: keyof Filters, words: string])[] {
  const words: Readonly<Record<keyof Filters, (value: never) => string>> = {
    channelId: (id: number) => channels.find(({ Id }) => Id === id)?.Name ?? `Channel ${id}`,
    status: (statuses: string) => parseStatuses(statuses).map(statusLabel).join(', '),
    late: () => 'Late',
    short: () => 'Oversold',
    createdSince: (moment: string) => `Received since ${dayOrMoment(moment)}`,
    orderedSince: (day: string) => `Placed from ${formatDay(day)}`,
    orderedUntil: (day: string) => `Placed until ${formatDay(day)}`,
    product: (reference: string) => `Product ${reference}`,
    country: (country: string) => `To ${country}`,
    minTotal: (total: number) => `From ${formatMoney(total, currency)}`,
    maxTotal: (total: number) => `Up to ${formatMoney(total, currency)}`,
  }
  return (Object.keys(words) as (keyof Filters)[]).flatMap((name) =>
    filters[name] === undefined ? [] : [[name, words[name](filters[name] as never)] as const],
  )
}

const dayOrMoment = (given: string) =>
  formatDay(isDay(given) ? given : new Date(given).toISOString().slice(0, 10))
