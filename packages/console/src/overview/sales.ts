/** Sales by day and channel as the rows of a chart. Pure. */
import { CHART_COLORS } from '../components/charts/chart-colors.ts'
import { addDays } from '../components/values/days.ts'
import type { Overview } from './queries.ts'

type Sales = NonNullable<Overview['Sales']>
type Channels = NonNullable<Overview['Channels']>

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

/** A chart with more series cannot be read. */
const MOST_SERIES = 5

const DAYS = 30

/** Turns sales into rows for the 30 days up to today. The channels with the most sales are shown by name. */
export function salesRows(
  sales: Sales,
  channels: Channels,
  today: string,
  measure: 'OrderCount' | 'Revenue',
): SalesRows {
  const totals = new Map<number, number>()
  for (const { ChannelId, [measure]: value } of sales) {
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
  const rows = daysUpTo(today).map((day) => {
    const values: Record<string, number> = { ...empty }
    for (const sale of sales) {
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

function daysUpTo(today: string): readonly string[] {
  return Array.from({ length: DAYS }, (_, index) => addDays(today, index - DAYS + 1))
}
