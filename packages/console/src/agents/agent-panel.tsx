/** The panels of the page of agents. */
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ActionForm } from '../components/form/action-form.tsx'
import { FINAL } from '../components/form/undo.tsx'
import { useAction } from '../components/form/use-action.ts'
import { SidePanel } from '../components/page/side-panel.tsx'
import { ScopeWords } from '../developers/keys/scope-words.tsx'
import { useSession } from '../hub/session.tsx'
import { CreateAgent } from './create-agent.tsx'
import type { HeadlessAgent } from './headless-columns.tsx'
import { headlessQuery } from './headless-query.ts'
import { SignInWays } from './sign-in-ways.tsx'
import { AllAgentsPanel } from './stops/all-agents-panel.tsx'

const route = getRouteApi('/agents')

const LABELS = {
  approve: ['Approve', 'Approve the agent', 'The agent is approved.'],
  reject: ['Reject', 'Reject the agent', 'The agent is rejected.'],
  end: ['End', 'End the agent', 'The agent has no access any more.'],
} as const

export function AgentPanel({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const { action, id } = route.useSearch()
  const { data } = useQuery(headlessQuery(session))
  if (action === undefined) return null
  const mayWrite = session.may('agents:write')
  if (action === 'create') {
    const title = mayWrite ? 'Create an agent' : 'Ask for an agent'
    return (
      <SidePanel title={title} isOpen onClose={onClose}>
        <CreateAgent onClose={onClose} />
      </SidePanel>
    )
  }
  if (!mayWrite) return null
  if (action === 'stop-all' || action === 'resume-all') {
    return <AllAgentsPanel action={action} onClose={onClose} />
  }
  if (data === undefined) return null
  const agent = data.rows.find(({ Id }) => Id === id)
  const title = action === 'sign-in' ? 'Sign-in' : LABELS[action][0]
  if (agent === undefined) {
    return (
      <SidePanel title={title} isOpen onClose={onClose}>
        <Text>There is no such agent any more.</Text>
      </SidePanel>
    )
  }
  return (
    <SidePanel title={`${title}: ${agent.Name}`} isOpen onClose={onClose}>
      {action === 'sign-in' ? (
        <SignInWays agent={agent} onClose={onClose} />
      ) : (
        <Decide agent={agent} action={action} onClose={onClose} />
      )}
    </SidePanel>
  )
}

const UNDO = {
  approve: 'You can end the agent at any time.',
  reject: 'Somebody can ask for an agent again.',
  end: FINAL,
} as const

function Decide({
  agent,
  action,
  onClose,
}: {
  readonly agent: HeadlessAgent
  readonly action: keyof typeof LABELS
  readonly onClose: () => void
}) {
  const { client } = useSession()
  const { Id: id } = agent
  const [, submit, done] = LABELS[action]
  const run = {
    approve: async (): Promise<unknown> => await client.approveHeadlessAgent({ id }),
    reject: async () => await client.rejectHeadlessAgent({ id }),
    end: async () => await client.deleteHeadlessAgent({ id }),
  }
  const decide = useAction({ run: run[action], done, onClose })
  return (
    <ActionForm
      action={decide}
      submit={submit}
      undo={UNDO[action]}
      isDangerous={action !== 'approve'}
      cancel="Not now"
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">
          {action === 'approve' && `${agent.AskedBy.Label} has asked for it. It may then:`}
          {action === 'reject' && `${agent.AskedBy.Label} has asked for it. It gets no access to:`}
          {action === 'end' &&
            'It gets no more tokens, and its existing tokens end within a second. The history keeps its actions. Its scopes:'}
        </Text>
        <ScopeWords scopes={agent.Scopes} />
      </Stack>
    </ActionForm>
  )
}
