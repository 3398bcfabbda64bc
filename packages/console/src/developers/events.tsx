/** The log of events, newest first: filtered by type and subject, searched, each as JSON. */
import type { Output } from '@entrepot/client'
import { Group, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type Column, column, DataTable } from '../components/list/data-table.tsx'
import { NothingFound } from '../components/list/nothing-found.tsx'
import { SearchField } from '../components/list/search-field.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageLink } from '../components/page/links.tsx'
import { SidePanel } from '../components/page/side-panel.tsx'
import { actorInWords } from '../components/values/actor.ts'
import { Call } from '../components/values/code/call.tsx'
import { Json } from '../components/values/code/json.tsx'
import { Moment } from '../components/values/moment.tsx'
import { Copy } from '../components/values/reference.tsx'
import { listQuery } from '../hub/list-query.ts'
import { useSession } from '../hub/session.tsx'
import { eventPatterns } from './event-types.ts'
import type { DevelopersSearch } from './search.ts'

type Event = Output<'listRecentEvents'>[number]

const columns: readonly Column<Event>[] = [
  column('type', { header: 'Event', place: 'title' }, ({ Id, Type }) => (
    <PageLink inherit to="/developers" search={(before: object) => ({ ...before, event: Id })}>
      {Type}
    </PageLink>
  )),
  column('subject', { header: 'About', place: 'left' }, (row) => <Subject event={row} />),
  column('actor', { header: 'By', place: 'right' }, actorOf),
  column('time', { header: 'Time', place: 'corner' }, ({ OccurredAt }) => (
    <Moment at={OccurredAt} />
  )),
  column('request', { header: 'Request', place: 'hidden' }, ({ RequestId }) =>
    RequestId === null ? 'None' : <RequestName id={RequestId} />,
  ),
]

/** Shortened in a narrow window. Its button copies all of it. */
function RequestName({ id }: { readonly id: string }) {
  return (
    <Group gap={2} wrap="nowrap">
      <Text span inherit ff="monospace" truncate maw={{ base: '9rem', xl: '100%' }} title={id}>
        {id}
      </Text>
      <Copy value={id} />
    </Group>
  )
}

function actorOf({ Actor }: Event): string {
  if (Actor === null) return 'The channel or the hub'
  return actorInWords(Actor)
}

function Subject({ event: { Subject: subject } }: { readonly event: Event }) {
  if (subject === null) return 'Several records'
  const name = `${subject.Kind}:${subject.Id}`
  const { References } = subject
  return (
    <>
      <PageLink inherit to="/developers" search={{ tab: 'events', subject: name }}>
        {name}
      </PageLink>
      {References && (
        <Text size="xs" c="dimmed">
          {References.MerchantOrderReference ?? References.ChannelOrderReference}
        </Text>
      )}
    </>
  )
}

/** The pages of the records that events are about, and how their links are named. */
const PAGES = {
  order: ['/orders/$id', 'Open the order'],
  channel: ['/channels/$id', 'Open the channel'],
  webhook: ['/developers/webhooks/$id', 'Open the webhook'],
  connection: ['/shops/$id', 'Open the shop'],
  agent: ['/agents/$id', 'Open the agent'],
  approval: ['/agents/approvals/$id', 'Open the approval'],
} as const

/** Leads to the page of what the event is about. */
function RecordLink({ event: { Subject: subject } }: { readonly event: Event }) {
  const page = PAGES[subject?.Kind as keyof typeof PAGES]
  if (subject === null || page === undefined) return null
  const [to, label] = page
  return (
    <PageLink size="sm" to={to} params={{ id: subject.Id }}>
      {label}
    </PageLink>
  )
}

const route = getRouteApi('/developers')

export function Events() {
  const { cursor, types, subject, q, event } = route.useSearch()
  const navigate = route.useNavigate()
  const filters = { ...(types && { types }), ...(subject && { subject }), ...(q && { q }) }
  const list = useQuery(
    listQuery(useSession(), 'events', 'listRecentEvents', {
      ...filters,
      ...(cursor && { cursor }),
    }),
  )
  const show = (search: DevelopersSearch) => void navigate({ search: { tab: 'events', ...search } })
  const close = () => show({ ...filters, ...(cursor && { cursor }) })
  const opened = list.data?.rows.find(({ Id }) => Id === event)
  return (
    <>
      <EventFilters
        key={subject}
        filters={filters}
        onChange={(changed) => show({ ...filters, ...changed })}
      />
      <DataTable
        label="Events"
        noun="event"
        list={list}
        columns={columns}
        idOf={({ Id }) => Id}
        isLaterPage={cursor !== undefined}
        onPage={(next) => show({ ...filters, ...(next && { cursor: next }) })}
        empty={
          Object.keys(filters).length > 0 ? (
            <NothingFound
              rows="events"
              text={q}
              isFiltered={types !== undefined || subject !== undefined}
              onClear={() => show({})}
            />
          ) : (
            <EmptyState drawing="search" title="No events here">
              <Text mb="sm">
                The hub records what happens to your orders, products, channels and keys. Read it
                through the API:
              </Text>
              <Call text={`curl ${location.origin}/v2/events -H "X-Api-Key: $KEY"`} />
            </EmptyState>
          )
        }
      />
      <SidePanel
        title={opened ? `${opened.Type} ${opened.Id}` : (event ?? '')}
        isOpen={event !== undefined}
        onClose={close}
      >
        {opened && (
          <>
            <RecordLink event={opened} />
            <Json label="Event" text={JSON.stringify(opened)} />
          </>
        )}
        {list.data && !opened && (
          <Text>
            This page of the log has no event {event}.{' '}
            {event && (
              <PageLink to="/developers" search={{ tab: 'events', q: event, event }}>
                Search it
              </PageLink>
            )}
          </Text>
        )}
      </SidePanel>
    </>
  )
}

function EventFilters({
  filters: { types, subject, q },
  onChange,
}: {
  readonly filters: Pick<DevelopersSearch, 'types' | 'subject' | 'q'>
  readonly onChange: (filters: DevelopersSearch) => void
}) {
  const [typed, setTyped] = useState(subject ?? '')
  const search = useDebouncedCallback((text: string) => onChange({ subject: text }), 400)
  return (
    <Group mb="sm" gap="sm">
      <Select
        aria-label="Type"
        placeholder="All types"
        searchable
        clearable
        w={{ base: '100%', sm: 230 }}
        data={eventPatterns.filter((pattern) => pattern !== '*')}
        value={types ?? null}
        onChange={(value) => onChange({ types: value ?? '' })}
      />
      <TextInput
        aria-label="Subject"
        placeholder="About, such as order:17"
        w={{ base: '100%', sm: 230 }}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          search(value.trim())
        }}
      />
      <SearchField
        label="Search events"
        placeholder="Reference, request, id, text"
        text={q ?? ''}
        onSearch={(text) => onChange({ q: text })}
      />
    </Group>
  )
}
