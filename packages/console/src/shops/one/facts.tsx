/** How a connection is: state, runs, what waits, and what is linked. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelQuery } from '../../channels/queries.ts'
import { PageLink } from '../../components/page/links.tsx'
import { Section } from '../../components/page/section.tsx'
import { Dot } from '../../components/values/dot.tsx'
import { type Fact, FactsTable } from '../../components/values/facts-table.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import type { Connection } from '../queries.ts'
import { kindLabel, lagOf, pendingOf, ROLES, stateOf } from '../words.ts'

export function ConnectionFacts({
  connection,
  shop,
}: {
  readonly connection: Connection
  /** The name of the shop for people. */
  readonly shop: string
}) {
  const { color, label } = stateOf(connection)
  const { ChannelId, Lease, Role } = connection
  const facts: readonly Fact[] = [
    // Why, and what to do, is above.
    [
      'State',
      <Dot key="state" color={color}>
        {label}
      </Dot>,
    ],
    ['Shop system', shop],
    ['Role', <RoleOfShop key="role" role={Role} channelId={ChannelId} />],
    ['Last run', <Moment key="run" at={connection.LastRunAt} />],
    ['Last run without problems', <Moment key="success" at={connection.LastSuccessAt} />],
    ['Last change', <Moment key="change" at={connection.LastChangeAt} />],
    ['Behind by', lagOf(connection)],
    ['Waiting', pendingOf(connection)],
    ['Connector', Lease?.Holder ?? 'None'],
  ]
  return (
    <Section title="Connection">
      <FactsTable facts={facts} />
    </Section>
  )
}

function RoleOfShop({
  role,
  channelId,
}: {
  readonly role: Connection['Role']
  readonly channelId: number | null
}) {
  const session = useSession()
  const isReadable = channelId !== null && session.may('channels:read')
  const { data: channel } = useQuery({
    ...channelQuery(session, channelId ?? 0),
    enabled: isReadable,
  })
  return (
    <>
      {ROLES[role].label}{' '}
      {channelId !== null && (
        <PageLink inherit underline="always" to="/channels/$id" params={{ id: String(channelId) }}>
          {channel?.Name ?? channelId}
        </PageLink>
      )}
      <Text size="xs" c="dimmed">
        {ROLES[role].text}
      </Text>
    </>
  )
}

/** How many records are linked with those of the shop. */
export function LinkedRecords({ connection: { Counts } }: { readonly connection: Connection }) {
  const linked = Object.entries(Counts.Linked).filter(([, count]) => count > 0)
  return (
    <Section title="Linked records">
      {linked.length === 0 && Counts.Creating === 0 ? (
        <Text size="sm">No records are linked with the shop yet.</Text>
      ) : (
        <FactsTable
          facts={[
            ...linked.map(([kind, count]) => [kindLabel(kind, true), formatNumber(count)] as const),
            ...(Counts.Creating > 0
              ? [['Being created', formatNumber(Counts.Creating)] as const]
              : []),
          ]}
        />
      )}
      <Text size="xs" c="dimmed" mt="sm">
        Product and order pages link to the shop.
      </Text>
    </Section>
  )
}
