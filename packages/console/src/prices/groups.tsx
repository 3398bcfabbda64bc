/** The prices that wait, by channel and cause, and the decision on all of a cause at once. */
import { Card, Group, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { causeLabel } from '../channels/offers/causes.ts'
import { channelsQuery } from '../channels/queries.ts'
import { ActionForm } from '../components/form/action-form.tsx'
import { FINAL } from '../components/form/undo.tsx'
import { PageButton, PageLink } from '../components/page/links.tsx'
import { counted } from '../components/values/language.ts'
import { useSession } from '../hub/session.tsx'
import { type Decision, useDecision, type WaitingGroup } from './decisions.ts'

/** The name of a channel. */
export function useChannelName(): (id: number) => string {
  const { data } = useQuery(channelsQuery(useSession()))
  return (id) => data?.find(({ Id }) => Id === id)?.Name ?? `Channel ${id}`
}

export function WaitingGroups({ groups }: { readonly groups: readonly WaitingGroup[] }) {
  const { may } = useSession()
  const nameOf = useChannelName()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} mb="md">
      {groups.map(({ ChannelId: channel, Cause: cause, Count }) => {
        const name = `${nameOf(channel)}: ${causeLabel(cause)}`
        return (
          <Card
            key={`${channel} ${cause}`}
            withBorder
            padding="sm"
            component="article"
            aria-label={name}
          >
            <PageLink fw={600} fz="sm" to="/prices" search={{ channel, cause }}>
              {name}
            </PageLink>
            <Text size="sm">{counted(Count, 'price')}</Text>
            {may('products:write') && (
              <Group gap={6} mt="xs">
                {(['accept', 'refuse'] as const).map((all) => (
                  <PageButton
                    key={all}
                    size="compact-sm"
                    variant="default"
                    aria-label={`${all === 'accept' ? 'Accept' : 'Reject'} all: ${name}`}
                    to="/prices"
                    search={{ channel, cause, all }}
                  >
                    {all === 'accept' ? 'Accept all' : 'Reject all'}
                  </PageButton>
                ))}
              </Group>
            )}
          </Card>
        )
      })}
    </SimpleGrid>
  )
}

/** Asks once, with the number, because it cannot be undone. */
export function DecideAll({
  decision,
  group,
  onClose,
}: {
  readonly decision: Decision
  readonly group: WaitingGroup
  readonly onClose: () => void
}) {
  const nameOf = useChannelName()
  const decide = useDecision(onClose)
  const { ChannelId, Cause, Count } = group
  const isAccepted = decision === 'accept'
  return (
    <ActionForm
      action={decide}
      submit={`${isAccepted ? 'Accept' : 'Reject'} ${counted(Count, 'price')}`}
      undo={isAccepted ? FINAL : 'Rejected prices can still be accepted.'}
      isDangerous={isAccepted}
      cancel="Not now"
      onSubmit={() => decide.mutate({ Decision: decision, ChannelId, Cause })}
      onClose={onClose}
    >
      <Text>
        {counted(Count, 'price')} at {nameOf(ChannelId)}. Reason: {causeLabel(Cause)}.
      </Text>
      <Text size="sm">
        {isAccepted
          ? 'The channel gets the new prices when it next fetches.'
          : 'The channel keeps its current prices until new ones are calculated.'}
      </Text>
    </ActionForm>
  )
}
