/** What an agent did: the events, with the tool and a link to the record. */
import type { Output } from '@entrepot/client'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Column, column, DataTable } from '../../components/list/data-table.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { listQuery } from '../../hub/list-query.ts'
import { useSession } from '../../hub/session.tsx'
import { eventInWords, toolOf } from './event-words.ts'
import { type AnyAgent, ownerOf } from './queries.ts'

type Event = Output<'listRecentEvents'>[number]

const columns: readonly Column<Event>[] = [
  column('what', { header: 'What', place: 'title' }, ({ Id, Type }) => (
    <PageLink inherit to="/developers" search={{ tab: 'events', q: Id }}>
      {eventInWords(Type)}
    </PageLink>
  )),
  column('about', { header: 'About', place: 'left' }, (row) => <About event={row} />),
  column('tool', { header: 'Tool', place: 'right' }, toolOf),
  column('time', { header: 'Time', place: 'corner' }, ({ OccurredAt }) => (
    <Moment at={OccurredAt} />
  )),
]

function About({ event: { Subject: subject } }: { readonly event: Event }) {
  if (subject === null) return 'Several records'
  const { Kind, Id, References } = subject
  const reference = References?.MerchantOrderReference ?? References?.ChannelOrderReference
  const orderName = `Order ${reference ?? Id}`
  if (Kind === 'order') {
    return (
      <PageLink inherit to="/orders/$id" params={{ id: Id }}>
        {orderName}
      </PageLink>
    )
  }
  if (Kind === 'approval') {
    return (
      <PageLink inherit to="/agents/approvals/$id" params={{ id: Id }}>
        Approval {Id}
      </PageLink>
    )
  }
  return (
    <>
      {Kind} {Id}
      {reference !== undefined && reference !== null && (
        <Text size="xs" component="div">
          <PageLink inherit to="/orders" search={{ q: reference }}>
            {orderName}
          </PageLink>
        </Text>
      )}
    </>
  )
}

/** What the lists of the page of an agent get. */
export interface AgentListProps {
  readonly of: AnyAgent
  readonly cursor: string | undefined
  readonly onPage: (cursor: string | undefined) => void
}

export function WhatItDid({ of, cursor, onPage }: AgentListProps) {
  const input = { ...ownerOf(of), ...(cursor && { cursor }) }
  const list = useQuery(listQuery(useSession(), 'events', 'listRecentEvents', input))
  return (
    <DataTable
      label="Actions"
      noun="action"
      list={list}
      columns={columns}
      idOf={({ Id }) => Id}
      isLaterPage={cursor !== undefined}
      onPage={onPage}
      empty={
        <EmptyState drawing="search" title="No changes yet">
          Reads are not logged.
        </EmptyState>
      }
    />
  )
}
