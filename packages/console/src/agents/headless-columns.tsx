/** The columns of the lists of headless agents. */
import type { Output } from '@entrepot/client'
import { Button, Group, Text } from '@mantine/core'
import type { Column } from '../components/list/data-table.tsx'
import { actionsHeader, RowMenu } from '../components/list/row-menu.tsx'
import { Dot } from '../components/values/dot.tsx'
import { Moment } from '../components/values/moment.tsx'
import { ScopeWords } from '../developers/keys/scope-words.tsx'
import { AgentLink } from './agent-link.tsx'
import type { AgentAction } from './search.ts'
import { UnlessStopped } from './stops/unless-stopped.tsx'

export type HeadlessAgent = Output<'listHeadlessAgents'>[number]

/** Opens the panel of an action. */
export type OpenAgent = (action: AgentAction, id: number) => void

/** The colour and the label of each state. */
export const STATES = {
  WAITING: ['yellow', 'Waits for an approval'],
  ACTIVE: ['green', 'Active'],
  REJECTED: ['gray', 'Rejected'],
} as const

const name: Column<HeadlessAgent> = {
  id: 'name',
  header: 'Agent',
  cell: ({ row: { original } }) => (
    <>
      <AgentLink id={original.ClientId} name={original.Name} />
      <Text size="xs" c="dimmed" maw={260} style={{ overflowWrap: 'anywhere' }}>
        {original.ClientId}
      </Text>
    </>
  ),
}

const access: Column<HeadlessAgent> = {
  id: 'access',
  header: 'May',
  cell: ({ row: { original } }) => <ScopeWords scopes={original.Scopes} />,
}

/** The list of agents that wait; `open` is undefined for those who may not decide. */
export function waitingColumns(open: OpenAgent | undefined): readonly Column<HeadlessAgent>[] {
  const decision: Column<HeadlessAgent> = {
    id: 'decision',
    header: actionsHeader,
    cell: ({ row: { original } }) => (
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-sm"
          aria-label={`Approve ${original.Name}`}
          onClick={() => open?.('approve', original.Id)}
        >
          Approve
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Reject ${original.Name}`}
          onClick={() => open?.('reject', original.Id)}
        >
          Reject
        </Button>
      </Group>
    ),
  }
  return [
    name,
    access,
    { id: 'by', header: 'Asked for by', cell: ({ row: { original } }) => original.AskedBy.Label },
    {
      id: 'since',
      header: 'Since',
      cell: ({ row: { original } }) => <Moment at={original.CreatedAt} />,
    },
    ...(open ? [decision] : []),
  ]
}

const signIn: Column<HeadlessAgent> = {
  id: 'sign-in',
  header: 'Signs in with',
  cell: ({ row: { original } }) =>
    [
      ...original.Keys.slice(0, 1).map(() => 'A key'),
      ...original.Workloads.map(({ Subject }) => Subject),
    ].map((way) => (
      <Text key={way} size="sm" maw={260} style={{ overflowWrap: 'anywhere' }}>
        {way}
      </Text>
    )),
}

/** The list of agents on which somebody has decided. */
export function headlessColumns(open: OpenAgent | undefined): readonly Column<HeadlessAgent>[] {
  const actions: Column<HeadlessAgent> = {
    id: 'actions',
    header: actionsHeader,
    cell: ({ row: { original } }) => (
      <RowMenu
        of={original.Name}
        actions={[
          { label: 'Sign-in', onClick: () => open?.('sign-in', original.Id) },
          {
            label: original.Status === 'ACTIVE' ? 'End' : 'Delete',
            isDangerous: true,
            onClick: () => open?.('end', original.Id),
          },
        ]}
      />
    ),
  }
  return [
    name,
    access,
    signIn,
    {
      id: 'state',
      header: 'State',
      cell: ({ row: { original } }) => {
        const [color, label] = STATES[original.Status]
        return (
          <UnlessStopped agent={original.ClientId}>
            <Dot color={color}>{label}</Dot>
          </UnlessStopped>
        )
      },
    },
    {
      id: 'by',
      header: 'Decided by',
      cell: ({ row: { original } }) => original.DecidedBy?.Label ?? 'Nobody yet',
    },
    {
      id: 'used',
      header: 'Last token',
      cell: ({ row: { original } }) =>
        original.UsedAt === null ? 'Never' : <Moment at={original.UsedAt} />,
    },
    {
      id: 'created',
      header: 'Created',
      cell: ({ row: { original } }) => <Moment at={original.CreatedAt} />,
    },
    ...(open ? [actions] : []),
  ]
}
