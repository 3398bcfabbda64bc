/** The price over time as a line, with a table of all changes. */
import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { Paper, Text } from '@mantine/core'
import { causeLabel } from '../../channels/offers/causes.ts'
import { type RecordColumn, RecordTable } from '../../components/list/record-table.tsx'
import { actorName } from '../../components/values/actor.ts'
import { counted, dateFormat, formatMoney } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { useMomentFormat } from '../../components/values/time/moment-format.ts'
import { useTimeZone } from '../../components/values/time/time-zone.ts'
import { type PricePoint, pricePoints, type ShownChange } from './history-points.ts'

interface Props {
  /** Newest first. */
  readonly history: readonly ShownChange[]
  readonly currency: string
}

export function HistoryChart({ history, currency }: Props) {
  const points = pricePoints(history, Date.now())
  const timeZone = useTimeZone()
  const hasUnits = history.some(({ After }) => After.Stock !== undefined)
  const changed = points.length === 0 ? 'the stock' : 'price and stock'
  const label = `Changes of ${hasUnits ? changed : 'the price'}`
  return (
    <>
      {points.length === 0 ? (
        <Text size="sm">No price changes in the last 90 days</Text>
      ) : (
        <LineChart
          h={220}
          aria-hidden
          data={points as never}
          dataKey="at"
          curveType="stepAfter"
          connectNulls={false}
          series={[{ name: 'price', label: 'Price', color: 'var(--chart-1)' }]}
          valueFormatter={(value) => formatMoney(value, currency)}
          yAxisProps={{ width: 76, domain: ['auto', 'auto'] }}
          xAxisProps={{
            type: 'number',
            scale: 'time',
            domain: ['dataMin', 'dataMax'],
            tickFormatter: (at: number) => formatShort(at, points, timeZone),
          }}
          tooltipProps={{
            content: ({ payload }) => (
              <PointTooltip point={payload?.[0]?.payload as PricePoint} currency={currency} />
            ),
          }}
          // Hidden from screen readers, and so not in the way of the keyboard either: the table has the numbers.
          lineChartProps={{ accessibilityLayer: false }}
        />
      )}
      {/* Without a chart, it is all there is. */}
      <details open={points.length === 0}>
        <summary>{label} as a table</summary>
        <ChangesTable {...{ history, currency, hasUnits, label }} />
        {hasUnits && (
          <Text size="xs" c="dimmed" mt="xs">
            Changes in quick succession can be one row, with the cause of the last.
          </Text>
        )}
      </details>
    </>
  )
}

const DAY_MS = 86_400_000

/** The day and the hour, as long as the line is short. The tooltip names the zone. */
function formatShort(at: number, points: readonly PricePoint[], timeZone: string): string {
  const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
  const options =
    span > 2 * DAY_MS
      ? ({ day: 'numeric', month: 'short' } as const)
      : ({ weekday: 'short', hour: '2-digit', minute: '2-digit' } as const)
  return dateFormat({ ...options, timeZone }).format(at)
}

function PointTooltip({
  point,
  currency,
}: {
  readonly point: PricePoint | undefined
  readonly currency: string
}) {
  const formatMoment = useMomentFormat()
  if (point === undefined) return null
  return (
    <Paper withBorder shadow="sm" p="xs">
      <Text size="sm" fw={600}>
        {point.price === null ? 'Not offered' : formatMoney(point.price, currency)}
      </Text>
      {point.cause && <Text size="xs">{causeLabel(point.cause)}</Text>}
      <Text size="xs" c="dimmed">
        {formatMoment(point.at)}
      </Text>
    </Paper>
  )
}

function ChangesTable({
  history,
  currency,
  hasUnits,
  label,
}: Props & { readonly hasUnits: boolean; readonly label: string }) {
  const offer = ({ Price, Stock, IsOffered }: ShownChange['After']) => {
    if (!IsOffered) return 'Not offered'
    const price = Price === null ? 'No price' : formatMoney(Price, currency)
    return Stock === undefined ? price : `${price}, ${counted(Stock, 'unit')}`
  }
  const columns: readonly RecordColumn<ShownChange>[] = [
    { header: 'When', cell: ({ OccurredAt }) => <Moment at={OccurredAt} /> },
    { header: hasUnits ? 'Price and stock' : 'Price', cell: ({ After }) => offer(After) },
    { header: 'Before', cell: ({ Before }) => offer(Before) },
    { header: 'Why', cell: ({ Cause }) => causeLabel(Cause) },
    { header: 'Who', cell: ({ Actor }) => actorName(Actor) },
  ]
  return (
    <RecordTable
      aria-label={label}
      rows={history}
      columns={columns}
      idOf={({ OccurredAt }, index) => `${OccurredAt} ${index}`}
    />
  )
}
