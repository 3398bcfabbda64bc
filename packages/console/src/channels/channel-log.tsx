/** What has happened to a channel, and who did it. */
import { Spoiler, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '../components/page/problem.tsx'
import { Section } from '../components/page/section.tsx'
import { actorInWords } from '../components/values/actor.ts'
import { Moment } from '../components/values/moment.tsx'
import { useSession } from '../hub/session.tsx'
import { type ChannelEvent, changesOf, changeTitle } from './log-words.ts'
import { channelEventsQuery } from './queries.ts'

export function ChannelLog({ channelId }: { readonly channelId: number }) {
  const { data, error, refetch } = useQuery(channelEventsQuery(useSession(), channelId))
  return (
    <Section title="Changes">
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Text size="sm">No changes in the last 90 days</Text>}
      {data && data.length > 0 && (
        <Spoiler maxHeight={320} showLabel="Show all" hideLabel="Show less">
          <Stack gap="sm" role="list" aria-label="Changes of the channel">
            {data.map((event) => (
              <Entry key={event.Id} event={event} />
            ))}
          </Stack>
        </Spoiler>
      )}
    </Section>
  )
}

function Entry({ event }: { readonly event: ChannelEvent }) {
  const { OccurredAt, Actor } = event
  return (
    <Stack gap={0} role="listitem">
      <Text size="sm" fw={500}>
        {changeTitle(event)}
      </Text>
      {changesOf(event).map((change) => (
        <Text key={change} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {change}
        </Text>
      ))}
      <Text size="xs" c="dimmed" component="div">
        {Actor ? actorInWords(Actor) : 'The hub'}, <Moment at={OccurredAt} />
      </Text>
    </Stack>
  )
}
