/** One channel: its settings and the state of its synchronisation. */
import { Anchor, Card, Code, SimpleGrid, Table, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { PageHead } from '../parts/page-head.tsx'
import { Problem } from '../parts/problem.tsx'
import { useSession } from '../shell/session.tsx'
import { channelQuery, syncQuery } from './queries.ts'
import { SyncFigures } from './sync-figures.tsx'

const route = getRouteApi('/channels/$id')

export function ChannelPage() {
  const session = useSession()
  const id = Number(route.useParams().id)
  const { data: channel, error, refetch } = useQuery(channelQuery(session, id))
  const sync = useQuery(syncQuery(session, id))
  if (channel === undefined)
    return error ? <Problem error={error} onRetry={() => void refetch()} /> : null
  const settings = [
    ['State', channel.IsActive ? 'Active' : 'Inactive'],
    ['Mode', channel.Mode],
    ['May ship parts of a line', channel.CanShipPartialOrderLines ? 'Yes' : 'No'],
    ['Offers within products', channel.OffersInData ? 'Yes' : 'No'],
  ] as const
  return (
    <>
      <Anchor fz="sm" renderRoot={(props: object) => <Link to="/channels" {...props} />}>
        Channels
      </Anchor>
      <PageHead title={channel.Name} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card withBorder>
          <Title order={2} size="h4" mb="sm">
            Synchronisation
          </Title>
          {sync.data && <SyncFigures sync={sync.data} />}
          {sync.error && <Problem error={sync.error} onRetry={() => void sync.refetch()} />}
        </Card>
        <Card withBorder>
          <Title order={2} size="h4" mb="sm">
            Settings
          </Title>
          <Table fz="sm" variant="vertical">
            <Table.Tbody>
              {settings.map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Th w={200}>{name}</Table.Th>
                  <Table.Td>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Title order={3} size="h5" mt="md" mb="xs">
            Selection of products
          </Title>
          {channel.Selection ? (
            <Code block>{JSON.stringify(channel.Selection, null, 2)}</Code>
          ) : (
            'All products.'
          )}
        </Card>
      </SimpleGrid>
    </>
  )
}
