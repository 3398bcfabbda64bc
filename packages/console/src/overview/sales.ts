/** Sales by day and channel as the rows of a chart, and how they have changed. Pure. */
import { addDays, daysBetween } from '../components/values/days.ts'
import { counted, signedPercent } from '../components/values/language.ts'
import type { Overview, Sales } from './queries.ts'

type Channels = NonNullable<Overview['Channels']>
type Measure = 'OrderCount' | 'Revenue'

/** A series of a chart: a channel, or all others together. */
export interface Series {
  readonly name: string
  readonly color: string
}

/** The rows of a chart: for each day, the value of each series. */
export interface SalesRows {
  readonly series: readonly Series[]
  readonly rows: readonly ({ readonly Date: string } & Record<string, string | number>)[]
}

/** The colours of the series in their order: variables, whose values each theme sets. */
const CHART_COLORS = [1, 2, 3, 4, 5].map((series) => `var(--chart-${series})`)

/** A chart with more series cannot be read. */
const MOST_SERIES = 5

/** Turns sales into rows for each day of the period. The channels with the most sales are shown by name. */
export function salesRows(sales: Sales, channels: Channels, measure: Measure): SalesRows {
  const totals = new Map<number, number>()
  for (const { ChannelId, [measure]: value } of sales.Days) {
    totals.set(ChannelId, (totals.get(ChannelId) ?? 0) + value)
  }
  const ranked = [...totals.keys()].toSorted(
    (one, other) => (totals.get(other) ?? 0) - (totals.get(one) ?? 0),
  )
  const shown = ranked.length > MOST_SERIES ? ranked.slice(0, MOST_SERIES - 1) : ranked
  const nameOf = (id: number) =>
    shown.includes(id) ? (channels.find(({ Id }) => Id === id)?.Name ?? `Channel ${id}`) : 'Others'
  const names = [...new Set(ranked.map(nameOf))]
  const empty = Object.fromEntries(names.map((name) => [name, 0]))
  const rows = daysOf(sales).map((day) => {
    const values: Record<string, number> = { ...empty }
    for (const sale of sales.Days) {
      if (sale.Date !== day) continue
      const name = nameOf(sale.ChannelId)
      values[name] = (values[name] ?? 0) + sale[measure]
    }
    return { ...values, Date: day }
  })
  return {
    rows: rows as SalesRows['rows'],
    series: names.map((name, index) => ({
      name,
      color: CHART_COLORS[index % CHART_COLORS.length] as string,
    })),
  }
}

/** The sum of each day of the period, oldest first. */
export function dailyTotals(sales: Sales, measure: Measure): readonly number[] {
  const totals = new Map<string, number>()
  for (const sale of sales.Days) {
    totals.set(sale.Date, (totals.get(sale.Date) ?? 0) + sale[measure])
  }
  return daysOf(sales).map((day) => totals.get(day) ?? 0)
}

function daysOf({ FirstDay, LastDay }: Sales): readonly string[] {
  const count = daysBetween(FirstDay, LastDay) + 1
  return Array.from({ length: count }, (_, index) => addDays(FirstDay, index))
}

/** How much a value has changed, in whole percent, such as `+12%`. Undefined if there was nothing before. */
export function changeOf(now: number | null, before: number | null): string | undefined {
  if (now === null || before === null || before === 0) return undefined
  return signedPercent(Math.round(((now - before) / before) * 100))
}

/**
 * Says by how many orders the average divides the revenue, where these are not all: orders that are cancelled, refunded or wait for a
 * correction have no revenue. Undefined if all have some.
 */
export function soldWords({
  OrderCount,
  SoldCount,
}: Pick<Sales['Total'], 'OrderCount' | 'SoldCount'>): string | undefined {
  if (SoldCount === OrderCount) return undefined
  return `From ${counted(SoldCount, 'order')} with revenue`
}
