/** The panels of the page of one agent. */
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ActionForm } from '../../components/form/action-form.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { useSession } from '../../hub/session.tsx'
import { ChangeCaps } from '../caps/change-caps.tsx'
import { ResumeForm, StopForm } from '../stops/stop-forms.tsx'
import { type AnyAgent, keyOf } from './queries.ts'
import type { OneAgentAction } from './search.ts'

const TITLES: Readonly<Record<OneAgentAction, string>> = {
  stop: 'Stop',
  resume: 'Resume',
  limits: 'Daily limits of',
  end: 'End',
}

interface Props {
  readonly of: AnyAgent
  readonly currency: string
  readonly action: OneAgentAction | undefined
  readonly onClose: () => void
}

/** Who may end an agent: those who may change agents, and the person for whom it acts. */
export function useMayEnd(of: AnyAgent): boolean {
  const { may, me } = useSession()
  const isOwn =
    of.kind === 'connected' &&
    me.Actor.Kind === 'person' &&
    me.Actor.Id === String(of.agent.Person.Id)
  return isOwn || may('agents:write')
}

export function AgentPanels({ of, currency, action, onClose }: Props) {
  const mayWrite = useSession().may('agents:write')
  const mayEnd = useMayEnd(of)
  const { Name: name, Stopped } = of.agent
  const contents = {
    stop: mayWrite && <StopForm agent={{ id: keyOf(of), name }} onClose={onClose} />,
    resume: mayWrite && Stopped && (
      <ResumeForm stop={Stopped} {...(Stopped.AgentId !== null && { name })} onClose={onClose} />
    ),
    limits: mayWrite && <ChangeCaps agent={keyOf(of)} currency={currency} onClose={onClose} />,
    end: mayEnd && <End of={of} onClose={onClose} />,
  }
  const content = action && contents[action]
  const isRevoked = action === 'end' && of.kind === 'connected'
  return (
    <SidePanel
      title={action ? `${isRevoked ? 'Revoke' : TITLES[action]} ${name}` : ''}
      isOpen={Boolean(content)}
      onClose={onClose}
    >
      {content}
    </SidePanel>
  )
}

function End({ of, onClose }: Pick<Props, 'of' | 'onClose'>) {
  const { client } = useSession()
  const navigate = useNavigate()
  const { Name: name } = of.agent
  const end = useAction({
    run: async () => {
      if (of.kind === 'connected') await client.deleteAgent({ id: of.agent.Id })
      else await client.deleteHeadlessAgent({ id: of.agent.Id })
      await navigate({ to: '/agents', search: {} })
    },
    done: `${name} no longer has access.`,
    leaves: true,
  })
  const isConnected = of.kind === 'connected'
  return (
    <ActionForm
      action={end}
      submit={isConnected ? 'Revoke the agent' : 'End the agent'}
      undo={isConnected ? 'To continue, the person connects it again.' : FINAL}
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">
        {isConnected
          ? `${name} can no longer act for ${of.agent.Person.Email}.`
          : 'It gets no new tokens, and existing tokens stop working within a second.'}{' '}
        Its history is kept.
      </Text>
    </ActionForm>
  )
}
