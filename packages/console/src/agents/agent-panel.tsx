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
  end: ['End', 'End the agent', 'The agent no longer has access.'],
} as const

export function AgentPanel({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const { action, id } = route.useSearch()
  const { data } = useQuery(headlessQuery(session))
  if (action === undefined) return null
  const mayWrite = session.may('agents:write')
  if (action === 'create') {
    const title = mayWrite ? 'Create an agent' : 'Request an agent'
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
        <Text>This agent no longer exists.</Text>
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
  reject: 'The agent can be requested again.',
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
          {action === 'approve' && `Requested by ${agent.AskedBy.Label}. It will be able to:`}
          {action === 'reject' && `Requested by ${agent.AskedBy.Label}. It gets no access to:`}
          {action === 'end' &&
            'It gets no new tokens, and existing tokens stop working within a second. Its history is kept. Its permissions:'}
        </Text>
        <ScopeWords scopes={agent.Scopes} />
      </Stack>
    </ActionForm>
  )
}
