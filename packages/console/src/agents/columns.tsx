/** The columns of the list of agents. */
import type { Output } from '@entrepot/client'
import { Group, Stack, Text } from '@mantine/core'
import { type Column, column } from '../components/list/data-table.tsx'
import { actionsHeader } from '../components/list/row-menu.tsx'
import { Dot } from '../components/values/dot.tsx'
import { Moment } from '../components/values/moment.tsx'
import { formatDayAndTime } from '../components/values/time/relative-time.ts'
import { ScopeWords } from '../developers/keys/scope-words.tsx'
import { useSession } from '../hub/session.tsx'
import { AgentLink } from './agent-link.tsx'
import { AgentMenu } from './agent-menu.tsx'
import { UnlessStopped } from './stops/unless-stopped.tsx'

export type Agent = Output<'listAgents'>[number]

export const agentColumns: readonly Column<Agent>[] = [
  column('name', 'Agent', (row) => (
    <>
      <AgentLink id={row.Id} name={row.Name} />
      <Text size="xs" c="dimmed" maw={260} style={{ overflowWrap: 'anywhere' }}>
        {publisherOf(row)}
      </Text>
    </>
  )),
  column('person', 'Acts for', ({ Person }) => Person.Email),
  column('access', { header: 'Permissions', isWide: true }, (row) => <Access agent={row} />),
  column('state', 'Access', (row) => <AccessState agent={row} />),
  column('used', { header: 'Last token', place: 'hidden' }, ({ UsedAt, ConnectedAt }) => (
    <>
      <Moment at={UsedAt} />
      <Text size="xs" c="dimmed">
        Connected <Moment at={ConnectedAt} />
      </Text>
    </>
  )),
  column('actions', actionsHeader, (row) => <Menu agent={row} />),
]

/** People may revoke their own agents. */
function Menu({ agent: { Id, Name, Person } }: { readonly agent: Agent }) {
  const { may, me } = useSession()
  const isOwn = me.Actor.Kind === 'person' && me.Actor.Id === String(Person.Id)
  return <AgentMenu id={Id} name={Name} end={isOwn || may('agents:write') ? 'Revoke' : undefined} />
}

/** Whether an agent has access, and until when. */
export function AccessState({ agent: { ActsUntil, Id, Active } }: { readonly agent: Agent }) {
  if (ActsUntil === null) return <Dot color="gray">Ended</Dot>
  return (
    <>
      <UnlessStopped agent={Id}>
        <Dot color={Active ? 'green' : 'gray'}>{Active ? 'Active' : 'Ends soon'}</Dot>
      </UnlessStopped>
      <Text size="xs" c="dimmed">
        Until <Moment at={ActsUntil} format={formatDayAndTime} />, or until it is revoked
      </Text>
    </>
  )
}

/** Who has published it. Nothing but the host of its document is verified: its name is what it calls itself. */
export function publisherOf({ ClientId, RedirectHost }: Agent): string {
  if (ClientId.startsWith('https://') && URL.canParse(ClientId))
    return `Published by ${new URL(ClientId).host}`
  return `Unverified publisher; redirects to ${RedirectHost}`
}

/** The parts of the hub, by the paths of their addresses. */
const RESOURCES: Readonly<Record<string, string>> = { '/mcp': 'Tools (MCP)', '/v2': 'API' }

/** What an agent may do, by the part of the hub. */
export function Access({ agent }: { readonly agent: Agent }) {
  return (
    <Stack gap={4} maw={340} miw={{ base: 0, sm: 160 }}>
      {agent.Access.map(({ Resource, Scopes, Customer }) => (
        <Group key={Resource} gap={4}>
          <Text size="xs" title={Resource}>
            {RESOURCES[new URL(Resource).pathname] ?? Resource}
          </Text>
          <ScopeWords scopes={Scopes} />
          <Text size="xs" c="dimmed">
            {Customer === null ? 'In all businesses of the person.' : 'In this business only.'}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
