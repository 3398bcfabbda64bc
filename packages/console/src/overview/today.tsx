/** How the day goes against the same weekday, and the last 30 days. */
import { Card, Group, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { PageLink } from '../components/page/links.tsx'
import { addDays } from '../components/values/days.ts'
import { formatNumber } from '../components/values/language.ts'
import { Moment } from '../components/values/moment.tsx'
import { Money } from '../components/values/money.tsx'
import { useSession } from '../hub/session.tsx'
import { customerQuery } from '../settings/queries.ts'
import type { Overview } from './queries.ts'

// The charts are larger than the rest of the console.
const SalesCharts = lazy(async () => ({ default: (await import('./charts.tsx')).SalesCharts }))

export function Today({ overview }: { readonly overview: Overview }) {
  const customer = useQuery(customerQuery(useSession()))
  const { Comparison, Sales, Channels, Orders, UnitsReturned } = overview
  if (Comparison === null || Sales === null || customer.data === undefined) return null
  const { Today: today, WeekBefore: before } = Comparison
  const currency = customer.data.BaseCurrency
  return (
    <section aria-labelledby="today">
      <Title order={2} size="h4" id="today" mb="sm">
        Today
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} mb="md">
        <Statistic label="Orders" note={<>{formatNumber(before.OrderCount)} a week before</>}>
          <TodayLink day={today.Date}>{formatNumber(today.OrderCount)}</TodayLink>
        </Statistic>
        <Statistic
          label="Revenue with VAT"
          note={
            <>
              <Money amount={before.Revenue} currency={currency} /> a week before
            </>
          }
        >
          <TodayLink day={today.Date}>
            <Money amount={today.Revenue} currency={currency} />
          </TodayLink>
        </Statistic>
        {UnitsReturned !== null && (
          <Statistic label="Units returned" note="in the last 30 days">
            <PageLink inherit to="/returns" search={{ since: addDays(today.Date, -29) }}>
              {formatNumber(UnitsReturned)}
            </PageLink>
          </Statistic>
        )}
        {Orders?.OldestOpen && (
          <Statistic
            label="Oldest open order"
            note={
              <>
                placed <Moment at={Orders.OldestOpen.OrderDate} />
              </>
            }
          >
            <OrderLink {...Orders.OldestOpen} />
          </Statistic>
        )}
      </SimpleGrid>
      <Suspense fallback={<Skeleton height={300} />}>
        <SalesCharts
          sales={Sales}
          channels={Channels ?? []}
          currency={currency}
          today={today.Date}
        />
      </Suspense>
    </section>
  )
}

function Statistic({
  label,
  note,
  children,
}: {
  readonly label: string
  readonly note: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Card withBorder component="article" aria-label={label}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group align="baseline" gap="xs">
        <Text size="xl" fw={700} component="div" style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {note}
        </Text>
      </Group>
    </Card>
  )
}

/** Leads to the orders that the statistics of a day count. */
function TodayLink({ day, children }: { readonly day: string; readonly children: ReactNode }) {
  return (
    <PageLink inherit to="/orders" search={{ createdSince: day }}>
      {children}
    </PageLink>
  )
}

function OrderLink({ Id, Reference }: { readonly Id: number; readonly Reference: string }) {
  return (
    <PageLink inherit to="/orders/$id" params={{ id: String(Id) }}>
      {Reference}
    </PageLink>
  )
}
