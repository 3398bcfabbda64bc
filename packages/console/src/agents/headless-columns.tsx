/** The columns of the lists of headless agents. */
import type { Output } from '@entrepot/client'
import { Button, Group, Text } from '@mantine/core'
import { type Column, column } from '../components/list/data-table.tsx'
import { actionsHeader } from '../components/list/row-menu.tsx'
import { State } from '../components/values/dot.tsx'
import { Moment } from '../components/values/moment.tsx'
import { ScopeWords } from '../developers/keys/scope-words.tsx'
import { AgentLink } from './agent-link.tsx'
import { AgentMenu } from './agent-menu.tsx'
import type { AgentAction } from './search.ts'
import { UnlessStopped } from './stops/unless-stopped.tsx'

export type HeadlessAgent = Output<'listHeadlessAgents'>[number]

/** Opens the panel of an action. */
export type OpenAgent = (action: AgentAction, id: number) => void

/** The colour and the label of each state. */
export const STATES = {
  WAITING: ['yellow', 'Waiting for approval'],
  ACTIVE: ['green', 'Active'],
  REJECTED: ['gray', 'Rejected'],
} as const

const name: Column<HeadlessAgent> = column('name', 'Agent', ({ ClientId, Name }) => (
  <>
    <AgentLink id={ClientId} name={Name} />
    <Text size="xs" c="dimmed" maw={260} style={{ overflowWrap: 'anywhere' }}>
      {ClientId}
    </Text>
  </>
))

const access: Column<HeadlessAgent> = column('access', 'Permissions', ({ Scopes }) => (
  <ScopeWords scopes={Scopes} />
))

/** The list of agents that wait; `open` is undefined for those who may not decide. */
export function waitingColumns(open: OpenAgent | undefined): readonly Column<HeadlessAgent>[] {
  const decision: Column<HeadlessAgent> = column('decision', actionsHeader, ({ Name, Id }) => (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        aria-label={`Approve ${Name}`}
        onClick={() => open?.('approve', Id)}
      >
        Approve
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Reject ${Name}`}
        onClick={() => open?.('reject', Id)}
      >
        Reject
      </Button>
    </Group>
  ))
  return [
    name,
    access,
    column('by', 'Requested by', ({ AskedBy }) => AskedBy.Label),
    column('since', 'Requested', ({ CreatedAt }) => <Moment at={CreatedAt} />),
    ...(open ? [decision] : []),
  ]
}

const signIn: Column<HeadlessAgent> = column('sign-in', 'Signs in with', ({ Keys, Workloads }) =>
  [...Keys.slice(0, 1).map(() => 'A key'), ...Workloads.map(({ Subject }) => Subject)].map(
    (way) => (
      <Text key={way} size="sm" maw={260} style={{ overflowWrap: 'anywhere' }}>
        {way}
      </Text>
    ),
  ),
)

/** The list of agents on which somebody has decided. */
export function headlessColumns(open: OpenAgent | undefined): readonly Column<HeadlessAgent>[] {
  const actions: Column<HeadlessAgent> = column(
    'actions',
    actionsHeader,
    ({ Name, Id, ClientId, Status }) => (
      <AgentMenu
        id={ClientId}
        name={Name}
        others={[{ label: 'Sign-in', onClick: () => open?.('sign-in', Id) }]}
        end={{
          label: Status === 'ACTIVE' ? 'End' : 'Delete',
          isDangerous: true,
          onClick: () => open?.('end', Id),
        }}
      />
    ),
  )
  return [
    name,
    access,
    signIn,
    column('state', 'State', ({ Status, ClientId }) => (
      <UnlessStopped agent={ClientId}>
        <State of={STATES[Status]} />
      </UnlessStopped>
    )),
    column(
      'by',
      { header: 'Decided by', place: 'hidden' },
      ({ DecidedBy }) => DecidedBy?.Label ?? 'Nobody yet',
    ),
    column('used', 'Last token', ({ UsedAt }) =>
      UsedAt === null ? 'Never' : <Moment at={UsedAt} />,
    ),
    column('created', { header: 'Created', place: 'hidden' }, ({ CreatedAt }) => (
      <Moment at={CreatedAt} />
    )),
    ...(open ? [actions] : []),
  ]
}
