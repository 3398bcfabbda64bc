/** Where a record of the hub is in shops, and why it is not where it should be: for the pages of products and orders. */
import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from '../components/page/external-link.tsx'
import { PageLink } from '../components/page/links.tsx'
import { Section } from '../components/page/section.tsx'
import { useSession } from '../hub/session.tsx'
import { ProblemWords } from './problem-words.tsx'
import { type ConnectedRecord, connectedRecordsQuery, type ShownKind } from './queries.ts'

/**
 * Nothing for a record that is in no shop.
 *
 * @param hubId the id of an order, or the reference of a product
 */
export function InShops({ kind, hubId }: { readonly kind: ShownKind; readonly hubId: string }) {
  const session = useSession()
  const isReadable = session.may('connections:read')
  const { data } = useQuery({
    ...connectedRecordsQuery(session, kind, hubId),
    enabled: isReadable,
  })
  if (!isReadable || data === undefined || data.length === 0) return null
  return (
    <Section title="In shops">
      <Stack gap="sm">
        {data.map((record) => (
          <InShop key={`${record.ConnectionId} ${record.Kind}`} record={record} kind={kind} />
        ))}
      </Stack>
    </Section>
  )
}

function InShop({ record, kind }: { readonly record: ConnectedRecord; readonly kind: ShownKind }) {
  const { ConnectionId, ConnectionName, Problem: problem } = record
  return (
    <Stack gap={6}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <PageLink
          inherit
          underline="always"
          to="/shops/$id"
          params={{ id: String(ConnectionId) }}
          search={problem ? { tab: 'problems' } : {}}
        >
          {ConnectionName}
        </PageLink>
        : <Place record={record} />
      </Text>
      {problem && (
        <Alert color="red" variant="light" p="sm" title={`This ${kind} was not synced`}>
          <ProblemWords problem={problem} />
          <PageLink
            {...{ fz: 'sm', mt: 'xs', display: 'inline-block', underline: 'always' }}
            to="/shops/$id"
            params={{ id: String(ConnectionId) }}
            search={{ tab: 'problems' }}
          >
            See the problem, and try again
          </PageLink>
        </Alert>
      )}
    </Stack>
  )
}

/** What the shop calls the record, with the way to it. */
function Place({ record }: { readonly record: ConnectedRecord }) {
  const { ShopId, State, Url, Problem: problem } = record
  if (State === 'creating') return 'being created'
  if (State === 'removed') return 'removed'
  if (ShopId === null) return problem ? 'not there' : 'not synced yet'
  const name = record.Reference ?? ShopId
  if (Url === null) return name
  return (
    <ExternalLink href={Url} opens="Opens the shop">
      {name}
    </ExternalLink>
  )
}
