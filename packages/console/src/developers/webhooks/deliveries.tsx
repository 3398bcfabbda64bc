/** The deliveries of a webhook, newest first. */
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Column, column, DataTable } from '../../components/list/data-table.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { State } from '../../components/values/dot.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { listQuery } from '../../hub/list-query.ts'
import { useSession } from '../../hub/session.tsx'
import type { DeliveryState } from '../search.ts'
import { type Delivery, refetchInterval, type Webhook } from './queries.ts'

const STATES = {
  pending: ['yellow', 'Pending'],
  delivered: ['green', 'Delivered'],
  failed: ['red', 'Failed'],
} as const

export function StateOfDelivery({ state }: { readonly state: DeliveryState }) {
  return <State of={STATES[state]} />
}

/** When a delivery is tried again. Nothing is sent while the webhook is disabled. */
export function NextAttempt({
  at,
  isEnabled,
}: {
  readonly at: string
  readonly isEnabled: boolean
}) {
  return isEnabled ? <Moment at={at} /> : 'when it is enabled'
}

/** What the event is about. It leads to all events of the record. */
function About({ subject }: { readonly subject: Delivery['Subject'] }) {
  if (subject === null) return null
  const name = `${subject.Kind}:${subject.Id}`
  return (
    <PageLink inherit to="/developers" search={{ tab: 'events', subject: name }}>
      {name}
    </PageLink>
  )
}

const columnsOf = (isEnabled: boolean): readonly Column<Delivery>[] => [
  column('type', { header: 'Event', place: 'title' }, ({ Id, WebhookId, Type }) => (
    <PageLink
      inherit
      to="/developers/webhooks/$id"
      params={{ id: String(WebhookId) }}
      search={(before: object) => ({ ...before, delivery: Id })}
    >
      {Type}
    </PageLink>
  )),
  column('about', { header: 'About', place: 'left' }, (row) => <About subject={row.Subject} />),
  column('state', { header: 'State', place: 'below' }, ({ State, LastError, LastStatus }) => (
    <Stack gap={2} py={4}>
      <span>
        <StateOfDelivery state={State} />
      </span>
      {LastError !== null && (
        <Text size="xs" c="dimmed" maw={320}>
          {LastStatus !== null && `${LastStatus}: `}
          {LastError}
        </Text>
      )}
    </Stack>
  )),
  column(
    'attempts',
    { header: 'Attempts', place: 'right', isNumber: true },
    ({ AttemptCount }) => AttemptCount,
  ),
  column('occurred', { header: 'Occurred', place: 'corner' }, ({ OccurredAt }) => (
    <Moment at={OccurredAt} />
  )),
  column(
    'next',
    { header: 'Next attempt', place: 'below' },
    ({ NextAttemptAt: at }) => at && <NextAttempt at={at} isEnabled={isEnabled} />,
  ),
]

const route = getRouteApi('/developers/webhooks/$id')

export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const session = useSession()
  const { state, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useMemo(() => columnsOf(webhook.IsEnabled), [webhook.IsEnabled])
  const input = { id: webhook.Id, ...(state && { state }), ...(cursor && { cursor }) }
  const list = useQuery({
    ...listQuery(session, 'webhooks', 'listWebhookDeliveries', input),
    refetchInterval: ({ state: { data } }) => refetchInterval(data?.rows),
  })
  const show = (next: string | undefined, wanted = state) =>
    void navigate({ search: { ...(wanted && { state: wanted }), ...(next && { cursor: next }) } })
  return (
    <>
      <SegmentedControl
        mb="sm"
        size="xs"
        aria-label="State"
        data={[
          { value: '', label: 'All' },
          ...Object.entries(STATES).map(([value, [, label]]) => ({ value, label })),
        ]}
        value={state ?? ''}
        onChange={(value) =>
          void navigate({ search: value === '' ? {} : { state: value as DeliveryState } })
        }
      />
      <DataTable
        label="Deliveries"
        noun={['delivery', 'deliveries']}
        list={list}
        columns={columns}
        idOf={({ Id }) => String(Id)}
        isLaterPage={cursor !== undefined}
        onPage={(next) => show(next)}
        empty={
          <EmptyState
            drawing="plug"
            title={state ? 'No deliveries in this state' : 'No deliveries yet'}
          >
            {state
              ? 'Choose All to see deliveries in other states.'
              : 'Send a test to see what the receiver answers.'}
          </EmptyState>
        }
      />
    </>
  )
}
