/** The charts of the overview, each with a table of the same numbers. */
import { formatMoney, formatNumber } from '../components/values/language.ts'
import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Card, SimpleGrid, Table, Text, Title } from '@mantine/core'
import type { Overview } from './queries.ts'
import { type SalesRows, salesRows } from './sales.ts'

export function SalesCharts({
  sales,
  channels,
  currency,
  today,
}: {
  readonly sales: NonNullable<Overview['Sales']>
  readonly channels: NonNullable<Overview['Channels']>
  readonly currency: string
  readonly today: string
}) {
  const orders = salesRows(sales, channels, today, 'OrderCount')
  const revenue = salesRows(sales, channels, today, 'Revenue')
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Chart
        title="Orders per day and channel"
        data={orders}
        format={(value) => formatNumber(value)}
      />
      <Chart
        title={`Revenue with VAT per day and channel, in ${currency}`}
        data={revenue}
        format={(value) => formatMoney(value, currency)}
      />
    </SimpleGrid>
  )
}

function Chart({
  title,
  data: { rows, series },
  format,
}: {
  readonly title: string
  readonly data: SalesRows
  readonly format: (value: number) => string
}) {
  return (
    <Card withBorder>
      <Title order={3} size="h5" mb="sm">
        {title}
      </Title>
      {series.length === 0 ? (
        <Text c="dimmed">No orders in the last 30 days.</Text>
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
            withLegend
            // Hidden from screen readers, and so not in the way of the keyboard either: the table has the numbers.
            barChartProps={{ accessibilityLayer: false }}
          />
          <details>
            <summary>As a table</summary>
            <ChartTable data={{ rows, series }} title={title} format={format} />
          </details>
        </>
      )}
    </Card>
  )
}

function ChartTable({
  data: { rows, series },
  title,
  format,
}: {
  readonly data: SalesRows
  readonly title: string
  readonly format: (value: number) => string
}) {
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table fz="xs" aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Day</Table.Th>
            {series.map(({ name }) => (
              <Table.Th key={name} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.Date}>
              <Table.Td>{row.Date}</Table.Td>
              {series.map(({ name }) => (
                <Table.Td key={name} ta="right">
                  {format(Number(row[name]))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
