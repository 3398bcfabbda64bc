/** The sales of a period: figures with their change, charts, and what sells best. */
import { Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PageLink } from '../components/page/links.tsx'
import { Problem } from '../components/page/problem.tsx'
import { daysBetween, formatDay } from '../components/values/days.ts'
import { counted, formatMoney, formatNumber } from '../components/values/language.ts'
import { Moment } from '../components/values/moment.tsx'
import { useSession } from '../hub/session.tsx'
import { customerQuery } from '../settings/queries.ts'
import { Figures } from './figures.tsx'
import { type Overview, type Sales, salesQuery } from './queries.ts'
import { DEFAULT_PERIOD, PERIODS, type Period } from './search.ts'
import { TopProducts } from './top-products.tsx'

// The charts are larger than the rest of the console.
const SalesCharts = lazy(async () => ({ default: (await import('./charts.tsx')).SalesCharts }))

const route = getRouteApi('/')

export function SalesSection({ overview }: { readonly overview: Overview }) {
  const session = useSession()
  const { days = DEFAULT_PERIOD } = route.useSearch()
  const customer = useQuery(customerQuery(session))
  const { data: sales, error, refetch } = useQuery(salesQuery(session, days))
  const currency = customer.data?.BaseCurrency
  return (
    <section aria-labelledby="sales">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="sales">
          Sales
        </Title>
        <PeriodChoice days={days} />
      </Group>
      {currency && (
        <Text size="sm" mb="md">
          <Today comparison={overview.Comparison} currency={currency} />{' '}
          {sales && <Returned sales={sales} />}
        </Text>
      )}
      {sales && currency ? (
        <Stack gap="md">
          <Figures sales={sales} currency={currency} />
          <Meaning sales={sales} />
          <Suspense fallback={<Skeleton height={340} />}>
            <SalesCharts sales={sales} channels={overview.Channels ?? []} currency={currency} />
          </Suspense>
          <TopProducts sales={sales} currency={currency} />
        </Stack>
      ) : error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={480} aria-label="Loading the sales" />
      )}
    </section>
  )
}

function PeriodChoice({ days }: { readonly days: Period }) {
  const navigate = route.useNavigate()
  return (
    <SegmentedControl
      size="xs"
      aria-label="Period"
      data={PERIODS.map((period) => ({ value: String(period), label: `${period} days` }))}
      value={String(days)}
      onChange={(value) => void navigate({ search: { days: Number(value) as Period } })}
    />
  )
}

function Today({
  comparison,
  currency,
}: {
  readonly comparison: Overview['Comparison']
  readonly currency: string
}) {
  if (comparison === null) return null
  const { Today: today, WeekBefore: before } = comparison
  const weekday = formatDay(before.Date, { weekday: 'long' })
  const of = ({ OrderCount, Revenue }: typeof before) =>
    OrderCount === 0 ? 'none' : `${formatNumber(OrderCount)} for ${formatMoney(Revenue, currency)}`
  return (
    <>
      <PageLink inherit underline="always" to="/orders" search={{ createdSince: today.Date }}>
        {counted(today.OrderCount, 'order')} today
      </PageLink>{' '}
      for {formatMoney(today.Revenue, currency)}. Last {weekday} by this time: {of(before)}.
    </>
  )
}

/** The units that were returned in the period. */
function Returned({ sales: { UnitsReturned, FirstDay, LastDay } }: { readonly sales: Sales }) {
  if (UnitsReturned === null) return null
  return (
    <>
      <PageLink inherit underline="always" to="/returns" search={{ all: true, since: FirstDay }}>
        {counted(UnitsReturned, 'unit')} in returns
      </PageLink>{' '}
      registered in the last {daysBetween(FirstDay, LastDay) + 1} days.
    </>
  )
}

/** What the figures count, in words. */
function Meaning({ sales: { At, IsComplete } }: { readonly sales: Sales }) {
  return (
    <Text size="sm" c="dimmed">
      Revenue includes VAT and shipping. Orders counts all orders, on the day on which they were
      received. Revenue, average order and margin leave out cancelled and refunded units and orders
      that require correction. The previous days end at this time of the day. Updated{' '}
      <Moment at={At} />.
      {!IsComplete && ' Only the newest orders are counted, because there are too many.'}
    </Text>
  )
}
