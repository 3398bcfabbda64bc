/** What has happened to a channel, and who did it. */
import { Code, Spoiler, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '../components/page/problem.tsx'
import { Section } from '../components/page/section.tsx'
import { Moment } from '../components/values/moment.tsx'
import { useSession } from '../hub/session.tsx'
import { channelEventsQuery } from './queries.ts'

const LABELS: Readonly<Record<string, string>> = {
  'channel.created': 'Created',
  'channel.updated': 'Changed',
  'channel.deactivated': 'Deactivated',
}

export function ChannelLog({ channelId }: { readonly channelId: number }) {
  const { data, error, refetch } = useQuery(channelEventsQuery(useSession(), channelId))
  return (
    <Section title="Log">
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm">Nobody has changed the channel in the last 90 days.</Text>
      )}
      {data && data.length > 0 && (
        <Spoiler maxHeight={320} showLabel="Show all" hideLabel="Show less">
          <Table fz="sm">
            <Table.Tbody>
              {data.map(({ Id, Type, OccurredAt, Actor, Data }) => (
                <Table.Tr key={Id}>
                  <Table.Td>{LABELS[Type] ?? Type}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    <Code>{JSON.stringify(Data)}</Code>
                  </Table.Td>
                  <Table.Td>{Actor?.Label ?? 'The hub'}</Table.Td>
                  <Table.Td>
                    <Moment at={OccurredAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Spoiler>
      )}
    </Section>
  )
}
