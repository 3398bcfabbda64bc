/** The keys of a channel, with the way to create one. */
import type { Output } from '@entrepot/client'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PlainColumn, PlainTable } from '../components/list/record-table.tsx'
import { PageButton } from '../components/page/links.tsx'
import { Problem } from '../components/page/problem.tsx'
import { Section } from '../components/page/section.tsx'
import { Moment } from '../components/values/moment.tsx'
import { useSession } from '../hub/session.tsx'
import { channelKeysQuery } from './queries.ts'

const columns: readonly PlainColumn<Output<'listKeys'>[number]>[] = [
  { header: 'Key', breaks: true, cell: ({ Label }) => Label },
  { header: 'Last used', cell: ({ LastUsedAt }) => <Moment at={LastUsedAt} /> },
  { header: 'Expires', cell: ({ ExpiresAt }) => <Moment at={ExpiresAt} /> },
]

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
        <PlainTable rows={data} columns={columns} idOf={({ Id }) => Id} />
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
