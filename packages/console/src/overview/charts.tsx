/** The charts of the overview, each with a table of the same numbers. */
import '@mantine/charts/styles.css'
import { BarChart, ChartTooltip } from '@mantine/charts'
import { Card, SimpleGrid, Text, Title } from '@mantine/core'
import { PlainTable } from '../components/list/record-table.tsx'
import { formatDay } from '../components/values/days.ts'
import { formatMoney, formatNumber, numberFormat } from '../components/values/language.ts'
import { roundTicks } from './axis.ts'
import classes from './overview.module.css'
import type { Overview, Sales } from './queries.ts'
import { type SalesRows, salesRows } from './sales.ts'

export function SalesCharts({
  sales,
  channels,
  currency,
}: {
  readonly sales: Sales
  readonly channels: NonNullable<Overview['Channels']>
  readonly currency: string
}) {
  const short = numberFormat({
    ...{ style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 },
  })
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Chart
        title="Revenue by day and channel"
        data={salesRows(sales, channels, 'Revenue')}
        format={(value) => formatMoney(value, currency)}
        formatTick={(value) => short.format(value)}
      />
      <Chart
        title="Orders by day and channel"
        data={salesRows(sales, channels, 'OrderCount')}
        format={formatNumber}
        formatTick={formatNumber}
        isCount
      />
    </SimpleGrid>
  )
}

interface ChartProps {
  readonly title: string
  readonly data: SalesRows
  readonly format: (value: number) => string
  /** Writes a value beside the axis. */
  readonly formatTick: (value: number) => string
  /** Whether there are no parts of one. */
  readonly isCount?: boolean
}

const DAY_AND_MONTH = { day: 'numeric', month: 'short' } as const
const WITH_WEEKDAY = { ...DAY_AND_MONTH, weekday: 'short' } as const

function Chart({ title, data: { rows, series }, format, formatTick, isCount = false }: ChartProps) {
  const most = Math.max(...rows.map((row) => sumOf(row, series)))
  const ticks = roundTicks(most, isCount)
  return (
    <Card withBorder>
      <Title order={3} size="h5" mb="sm">
        {title}
      </Title>
      {series.length === 0 ? (
        <Text c="dimmed">No orders in this period</Text>
      ) : (
        <>
          <BarChart
            h={240}
            aria-hidden
            data={rows as never}
            dataKey="Date"
            type="stacked"
            series={[...series]}
            valueFormatter={format}
            withLegend={series.length > 1}
            xAxisProps={{
              minTickGap: 24,
              interval: 'equidistantPreserveStart',
              tickFormatter: (day: string) => formatDay(day, DAY_AND_MONTH),
            }}
            yAxisProps={{
              width: 64,
              ticks,
              domain: [0, ticks.at(-1) ?? 0],
              tickFormatter: formatTick,
            }}
            tooltipProps={{
              content: ({ active, label, payload }) =>
                active ? (
                  <ChartTooltip
                    label={labelOf(String(label), payload as never, format)}
                    payload={payload as never}
                    series={[...series]}
                    valueFormatter={format}
                  />
                ) : null,
            }}
            // Hidden from screen readers, and so not in the way of the keyboard either: the table has the numbers.
            barChartProps={{ accessibilityLayer: false }}
          />
          <details className={classes.table ?? ''}>
            <summary>As a table</summary>
            <ChartTable data={{ rows, series }} title={title} format={format} />
          </details>
        </>
      )}
    </Card>
  )
}

function sumOf(row: SalesRows['rows'][number], series: SalesRows['series']): number {
  return series.reduce((sum, { name }) => sum + Number(row[name]), 0)
}

/** The day, and the sum of all series. */
function labelOf(
  day: string,
  payload: readonly { readonly value?: number }[] = [],
  format: ChartProps['format'],
): string {
  const total = payload.reduce((sum, { value = 0 }) => sum + value, 0)
  return `${formatDay(day, WITH_WEEKDAY)}: ${format(total)}`
}

function ChartTable({
  data: { rows, series },
  title,
  format,
}: Pick<ChartProps, 'data' | 'title' | 'format'>) {
  return (
    <PlainTable
      minWidth={300}
      fz="xs"
      aria-label={title}
      rows={rows}
      columns={[
        { header: 'Day', cell: (row) => formatDay(row.Date) },
        ...series.map(({ name }) => ({
          ...{ header: name, isNumber: true },
          cell: (row: (typeof rows)[number]) => format(Number(row[name])),
        })),
      ]}
      idOf={(row) => row.Date}
    />
  )
}
