/** How the day goes against the same weekday, and the last 30 days. */
import { Card, Group, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Money } from '../parts/money.tsx'
import { customerQuery } from '../settings/queries.ts'
import { useSession } from '../shell/session.tsx'
import type { Overview } from './queries.ts'

// The charts are larger than the rest of the console.
const SalesCharts = lazy(async () => ({ default: (await import('./charts.tsx')).SalesCharts }))

export function Today({ overview }: { readonly overview: Overview }) {
  const customer = useQuery(customerQuery(useSession()))
  const { Comparison, Sales, Channels } = overview
  if (Comparison === null || Sales === null || customer.data === undefined) return null
  const { Today: today, WeekBefore: before } = Comparison
  const currency = customer.data.BaseCurrency
  return (
    <section aria-labelledby="today">
      <Title order={2} size="h4" id="today" mb="sm">
        Today
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="md">
        <Card withBorder>
          <Text size="sm" c="dimmed">
            Orders
          </Text>
          <Group align="baseline">
            <Text size="xl" fw={700}>
              {today.OrderCount.toLocaleString()}
            </Text>
            <Text size="sm" c="dimmed">
              {before.OrderCount.toLocaleString()} a week before
            </Text>
          </Group>
        </Card>
        <Card withBorder>
          <Text size="sm" c="dimmed">
            Revenue with VAT
          </Text>
          <Group align="baseline">
            <Text size="xl" fw={700}>
              <Money amount={today.Revenue} currency={currency} />
            </Text>
            <Text size="sm" c="dimmed">
              <Money amount={before.Revenue} currency={currency} /> a week before
            </Text>
          </Group>
        </Card>
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
