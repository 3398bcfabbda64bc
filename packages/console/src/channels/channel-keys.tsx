/** The keys of a channel, with the way to create one. */
import { Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageButton } from '../components/page/links.tsx'
import { Problem } from '../components/page/problem.tsx'
import { Section } from '../components/page/section.tsx'
import { Moment } from '../components/values/moment.tsx'
import { useSession } from '../hub/session.tsx'
import { channelKeysQuery } from './queries.ts'

export function ChannelKeys({ channelId }: { readonly channelId: number }) {
  const session = useSession()
  const isReadable = session.may('keys:read')
  const { data, error, refetch } = useQuery({
    ...channelKeysQuery(session, channelId),
    enabled: isReadable,
  })
  if (!isReadable) return null
  return (
    <Section title="Keys">
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm">The channel has no key, so it cannot call the hub.</Text>
      )}
      {data && data.length > 0 && (
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Key</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th>Ends</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map(({ Id, Label, LastUsedAt, ExpiresAt }) => (
              <Table.Tr key={Id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{Label}</Table.Td>
                <Table.Td>
                  <Moment at={LastUsedAt} />
                </Table.Td>
                <Table.Td>
                  <Moment at={ExpiresAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group gap="xs" mt="sm">
        {session.may('keys:write') && (
          <PageButton
            size="xs"
            variant="default"
            to="/developers"
            search={{ tab: 'keys', action: 'create', channelId }}
          >
            Create a key
          </PageButton>
        )}
        <PageButton size="xs" variant="subtle" to="/developers" search={{ tab: 'keys' }}>
          All keys
        </PageButton>
      </Group>
    </Section>
  )
}
