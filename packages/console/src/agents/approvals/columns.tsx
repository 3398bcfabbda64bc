/** The columns of the lists of approvals. */
import { Button, Group, Text } from '@mantine/core'
import { type Column, column } from '../../components/list/data-table.tsx'
import { actionsHeader } from '../../components/list/row-menu.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { State } from '../../components/values/dot.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { allows } from '../../hub/actions.ts'
import type { Approval } from './queries.ts'
import type { Decision } from './search.ts'
import { agentInWords, STATES } from './words.ts'

type Decide = (decision: Decision, id: number) => void

const call: Column<Approval> = column(
  'call',
  { header: 'Call', isWide: true },
  ({ Id, Summary, Tool, Operation }) => (
    <>
      <PageLink
        inherit
        to="/agents/approvals/$id"
        params={{ id: String(Id) }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {Summary}
      </PageLink>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {Tool === null ? Operation : `Tool: ${Tool}`}
      </Text>
    </>
  ),
)

const agent: Column<Approval> = column('agent', 'Agent', (row) => (
  <PageLink
    inherit
    to="/agents/$id"
    params={{ id: row.Agent.Id }}
    style={{ overflowWrap: 'anywhere' }}
  >
    {agentInWords(row)}
  </PageLink>
))

const asked: Column<Approval> = column('asked', 'Requested', ({ CreatedAt }) => (
  <Moment at={CreatedAt} />
))

/** What waits. The buttons are with those about which the person may decide. */
export function waitingColumns(decide: Decide): readonly Column<Approval>[] {
  return [
    call,
    agent,
    asked,
    column('expires', 'Expires', ({ ExpiresAt }) => (
      <Moment at={ExpiresAt} format={formatDayAndTime} />
    )),
    column('decision', { header: actionsHeader, isWide: true }, (row) => (
      <Buttons approval={row} decide={decide} />
    )),
  ]
}

function Buttons({ approval, decide }: { readonly approval: Approval; readonly decide: Decide }) {
  if (!allows(approval, 'approve')) {
    return (
      <Text size="xs" c="dimmed">
        Your role cannot decide
      </Text>
    )
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        aria-label={`Approve: ${approval.Summary}`}
        onClick={() => decide('approve', approval.Id)}
      >
        Approve
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Reject: ${approval.Summary}`}
        onClick={() => decide('reject', approval.Id)}
      >
        Reject
      </Button>
    </Group>
  )
}

/** What became of calls. */
export function allColumns(isOfOne = false): readonly Column<Approval>[] {
  return [
    call,
    ...(isOfOne ? [] : [agent]),
    asked,
    column('state', 'State', ({ Status }) => <State of={STATES[Status]} />),
    column('by', 'Decided by', ({ DecidedBy }) => (
      <span style={{ overflowWrap: 'anywhere' }}>{DecidedBy?.Label ?? 'Nobody'}</span>
    )),
  ]
}
