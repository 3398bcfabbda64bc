/** The keys of a headless agent: a second one is added before the program changes to it, and then the first is removed. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../components/form/use-action.ts'
import { Problem } from '../components/page/problem.tsx'
import { useSession } from '../hub/session.tsx'
import type { HeadlessAgent } from './headless-columns.tsx'
import { NewKey } from './new-key.tsx'

/** As many as the hub stores for an agent. */
const MAX_KEYS = 4

export function AgentKeys({
  agent,
  isLastWay,
  onClose,
}: {
  readonly agent: HeadlessAgent
  /** Whether the agent could not sign in without its key. */
  readonly isLastWay: boolean
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const { Id: id, Keys } = agent
  const [asked, setAsked] = useState<string>()
  const add = useAction({
    run: async () => await client.addHeadlessAgentKey({ id, body: {} }),
    done: 'The key is added.',
  })
  const remove = useAction({
    run: async (keyId: string) => await client.deleteHeadlessAgentKey({ id, keyId }),
    done: 'The key is removed.',
  })
  if (add.data) return <NewKey issued={add.data} onClose={onClose} />
  const isBusy = add.isPending || remove.isPending
  const error = add.error ?? remove.error
  return (
    <Stack>
      <Text size="sm">
        {Keys.length === 0
          ? 'This agent has no key. It does not need one to use tokens of its platform.'
          : 'Each key can get tokens. To change keys without interruption, add a key, give it to the program, then remove the old one.'}
      </Text>
      {Keys.length > 0 && (
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {Keys.map(({ Id, Kid, Algorithm }) => (
            <Group key={Id} component="li" justify="space-between" wrap="nowrap">
              <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
                {Kid ?? Id}
                <Text size="xs" c="dimmed">
                  {Algorithm}
                </Text>
              </Text>
              <Button
                size="compact-sm"
                flex="none"
                {...(asked === Id ? { color: 'red' } : { variant: 'default' })}
                aria-label={`Remove the key ${Kid ?? Id}${asked === Id ? ' for good' : ''}`}
                disabled={isLastWay || isBusy}
                onClick={() => (asked === Id ? remove.mutate(Id) : setAsked(Id))}
              >
                {asked === Id ? 'Remove for good' : 'Remove'}
              </Button>
            </Group>
          ))}
        </Stack>
      )}
      {error !== null && <Problem error={error} />}
      <Group>
        <Button
          loading={add.isPending}
          disabled={Keys.length >= MAX_KEYS || isBusy}
          onClick={() => add.mutate()}
        >
          Add a key
        </Button>
      </Group>
    </Stack>
  )
}
