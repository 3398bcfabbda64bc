/** How a headless agent signs in: its keys, and the tokens of platforms, which can be added and ended here. */
import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { useAction } from '../components/form/use-action.ts'
import { Problem } from '../components/page/problem.tsx'
import { useSession } from '../hub/session.tsx'
import { AgentKeys } from './agent-keys.tsx'
import type { HeadlessAgent } from './headless-columns.tsx'
import { draftOf, PlatformSelect, toWorkload, WorkloadFields } from './workload-fields.tsx'

export function SignInWays({
  agent,
  onClose,
}: {
  readonly agent: HeadlessAgent
  readonly onClose: () => void
}) {
  const isLast = agent.Keys.length + agent.Workloads.length === 1
  return (
    <Stack>
      <AgentKeys agent={agent} isLastWay={isLast} onClose={onClose} />
      {agent.Workloads.map((workload) => (
        <Entry key={workload.Id} agent={agent} workload={workload} isLast={isLast} />
      ))}
      {isLast && (
        <Text size="xs" c="dimmed">
          An agent needs at least one way to sign in. To remove its access, end the agent.
        </Text>
      )}
      <Divider label="Accept more tokens" labelPosition="left" />
      <AddEntry agent={agent} onClose={onClose} />
    </Stack>
  )
}

function Entry({
  agent: { Id: id },
  workload: { Id: workloadId, Issuer, Subject, Audience, Claims },
  isLast,
}: {
  readonly agent: HeadlessAgent
  readonly workload: HeadlessAgent['Workloads'][number]
  readonly isLast: boolean
}) {
  const { client } = useSession()
  const end = useAction({
    run: async () => await client.deleteHeadlessAgentWorkload({ id, workloadId }),
    done: 'These tokens are no longer accepted.',
  })
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <b>{Subject}</b>
          <br />
          {Issuer}, for {Audience}
          {Object.entries(Claims).map(([name, value]) => `, ${name} ${value}`)}
        </Text>
        <Button
          size="compact-sm"
          flex="none"
          variant="default"
          aria-label={`End ${Subject}`}
          disabled={isLast}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          End
        </Button>
      </Group>
      {end.error !== null && <Problem error={end.error} />}
    </Stack>
  )
}

function AddEntry({
  agent: { Id: id },
  onClose,
}: {
  readonly agent: HeadlessAgent
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const [draft, setDraft] = useState(draftOf('github'))
  const body = toWorkload(draft)
  const add = useAction({
    run: async () => body && (await client.addHeadlessAgentWorkload({ id, body })),
    done: 'The tokens are accepted.',
    onClose,
  })
  return (
    <ActionForm
      action={add}
      submit="Accept these tokens"
      isBlocked={body === undefined}
      onClose={onClose}
    >
      <PlatformSelect
        value={draft.platform}
        others={[]}
        onChange={(platform) => setDraft({ ...draft, ...draftOf(platform) })}
      />
      <WorkloadFields draft={draft} error={add.error} onChange={setDraft} />
    </ActionForm>
  )
}
