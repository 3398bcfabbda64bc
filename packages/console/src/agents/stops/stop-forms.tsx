/** Stops an agent, or all of them, and lets them go on. */
import { List, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import type { AgentStop } from './queries.ts'
import { StoppedBy } from './stopped-by.tsx'

/** The most characters of a reason, as the hub takes them. */
const MAX_REASON = 500

/** @param agent its id, and null for all agents of the customer */
export function StopForm({
  agent,
  onClose,
}: {
  readonly agent: { readonly id: string; readonly name: string } | null
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const [reason, setReason] = useState('')
  const stop = useAction({
    run: async () =>
      await client.stopAgents({
        body: { AgentId: agent?.id ?? null, Reason: reason.trim() || null },
      }),
    done: agent ? `${agent.name} is stopped.` : 'All agents are stopped.',
    onClose,
  })
  return (
    <ActionForm
      action={stop}
      submit={agent ? 'Stop the agent' : 'Stop all agents'}
      undo={`Owners can resume ${agent ? 'it' : 'them'} at any time.`}
      isDangerous
      cancel="Not now"
      onClose={onClose}
    >
      <Text size="sm">
        {agent
          ? `${agent.name} cannot do anything until it is resumed.`
          : 'No agent can do anything until agents are resumed. This includes unattended agents.'}
      </Text>
      <List size="sm">
        <List.Item>
          Within three seconds, the hub refuses {agent ? 'its' : 'their'} calls, reads included.
        </List.Item>
        <List.Item>{agent ? 'Its' : 'Their'} running jobs and imports stop.</List.Item>
        <List.Item>
          {agent ? 'Its' : 'Their'} calls that wait for approval fail if they are approved before{' '}
          {agent ? 'it is' : 'agents are'} resumed.
        </List.Item>
        <List.Item>Finished work stays. Nothing is revoked.</List.Item>
      </List>
      <Textarea
        label="Reason"
        description={`The team and ${agent ? 'the agent' : 'the agents'} read it.`}
        placeholder="Wrong prices since this morning"
        autosize
        minRows={2}
        maxLength={MAX_REASON}
        data-autofocus
        value={reason}
        error={issueOf(stop.error, '/Reason')}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ActionForm>
  )
}

/** Ends a stop. */
export function ResumeForm({
  stop,
  name,
  onClose,
}: {
  readonly stop: AgentStop
  /** Of the agent; left out for all. */
  readonly name?: string
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const resume = useAction({
    run: async () => await client.resumeAgents({ id: stop.Id }),
    done: name ? `${name} is resumed.` : 'Agents are resumed.',
    onClose,
  })
  return (
    <ActionForm action={resume} submit={name ? 'Resume' : 'Resume all'} onClose={onClose}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <StoppedBy stop={stop} />
      </Text>
      <Text size="sm">
        {name ?? 'Every agent'} can again do what its permissions and its person allow
        {name ? '' : ', unless it is stopped individually'}.
      </Text>
    </ActionForm>
  )
}
