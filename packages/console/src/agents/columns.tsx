/** The columns of the list of agents. */
import type { Output } from '@entrepot/client'
import { Group, Stack, Text } from '@mantine/core'
import type { Column } from '../components/list/data-table.tsx'
import { actionsHeader } from '../components/list/row-menu.tsx'
import { Dot } from '../components/values/dot.tsx'
import { Moment } from '../components/values/moment.tsx'
import { formatDayAndTime } from '../components/values/time/relative-time.ts'
import { ScopeWords } from '../developers/keys/scope-words.tsx'
import { AgentLink } from './agent-link.tsx'
import { RevokeAgent } from './revoke-agent.tsx'
import { UnlessStopped } from './stops/unless-stopped.tsx'

export type Agent = Output<'listAgents'>[number]

export const agentColumns: readonly Column<Agent>[] = [
  {
    id: 'name',
    header: 'Agent',
    cell: ({ row: { original } }) => (
      <>
        <AgentLink id={original.Id} name={original.Name} />
        <Text size="xs" c="dimmed" maw={260} style={{ overflowWrap: 'anywhere' }}>
          {publisherOf(original)}
        </Text>
      </>
    ),
  },
  { id: 'person', header: 'Acts for', cell: ({ row: { original } }) => original.Person.Email },
  {
    id: 'access',
    header: 'May',
    isWide: true,
    cell: ({ row: { original } }) => <Access agent={original} />,
  },
  {
    id: 'state',
    header: 'Access',
    cell: ({ row: { original } }) =>
      original.ActsUntil === null ? (
        <Dot color="gray">Ended</Dot>
      ) : (
        <>
          <UnlessStopped agent={original.Id}>
            <Dot color={original.Active ? 'green' : 'gray'}>
              {original.Active ? 'Renews itself' : 'Ends soon'}
            </Dot>
          </UnlessStopped>
          <Text size="xs" c="dimmed">
            Until <Moment at={original.ActsUntil} format={formatDayAndTime} />, or until it is
            revoked
          </Text>
        </>
      ),
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ row: { original } }) => (
      <>
        <Moment at={original.UsedAt} />
        <Text size="xs" c="dimmed">
          Connected <Moment at={original.ConnectedAt} />
        </Text>
      </>
    ),
  },
  {
    id: 'revoke',
    header: actionsHeader,
    cell: ({ row: { original } }) => <RevokeAgent agent={original} />,
  },
]

/** Who has published it. Nothing but the host of its document is verified: its name is what it calls itself. */
export function publisherOf({ ClientId, RedirectHost }: Agent): string {
  if (ClientId.startsWith('https://') && URL.canParse(ClientId))
    return `Published by ${new URL(ClientId).host}`
  return `Not verified; answers go to ${RedirectHost}`
}

/** What an agent may do, by the part of the hub. */
export function Access({ agent }: { readonly agent: Agent }) {
  return (
    <Stack gap={4} maw={340} miw={{ base: 0, sm: 200 }}>
      {agent.Access.map(({ Resource, Scopes, Customer }) => (
        <Group key={Resource} gap={4}>
          <Text size="xs">{new URL(Resource).pathname}</Text>
          <ScopeWords scopes={Scopes} />
          <Text size="xs" c="dimmed">
            {Customer === null ? 'at all customers of the person' : 'at this customer only'}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
