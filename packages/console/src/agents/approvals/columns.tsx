/** The columns of the lists of approvals. */
import { Button, Group, Text } from '@mantine/core'
import type { Column } from '../../components/list/data-table.tsx'
import { actionsHeader } from '../../components/list/row-menu.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Dot } from '../../components/values/dot.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { allows } from '../../hub/actions.ts'
import type { Approval } from './queries.ts'
import type { Decision } from './search.ts'
import { agentInWords, measuresInWords, STATES } from './words.ts'

type Decide = (decision: Decision, id: number) => void

const call: Column<Approval> = {
  id: 'call',
  header: 'Call',
  isWide: true,
  cell: ({ row: { original } }) => (
    <>
      <PageLink
        inherit
        to="/agents/approvals/$id"
        params={{ id: String(original.Id) }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {original.Summary}
      </PageLink>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {original.Tool === null ? original.Operation : `With ${original.Tool}`}
      </Text>
    </>
  ),
}

const agent: Column<Approval> = {
  id: 'agent',
  header: 'Agent',
  cell: ({ row: { original } }) => (
    <PageLink
      inherit
      to="/agents/$id"
      params={{ id: original.Agent.Id }}
      style={{ overflowWrap: 'anywhere' }}
    >
      {agentInWords(original)}
    </PageLink>
  ),
}

const amountColumn = (currency: string): Column<Approval> => ({
  id: 'amount',
  header: 'Amount',
  isNumber: true,
  cell: ({ row: { original } }) => measuresInWords(original, currency) || 'Not known',
})

const asked: Column<Approval> = {
  id: 'asked',
  header: 'Asked',
  cell: ({ row: { original } }) => <Moment at={original.CreatedAt} />,
}

/** What waits. The buttons are with those about which the person may decide. */
export function waitingColumns(currency: string, decide: Decide): readonly Column<Approval>[] {
  return [
    call,
    agent,
    amountColumn(currency),
    asked,
    {
      id: 'expires',
      header: 'Expires',
      cell: ({ row: { original } }) => <Moment at={original.ExpiresAt} format={formatDayAndTime} />,
    },
    {
      id: 'decision',
      header: actionsHeader,
      cell: ({ row: { original } }) => <Buttons approval={original} decide={decide} />,
    },
  ]
}

function Buttons({ approval, decide }: { readonly approval: Approval; readonly decide: Decide }) {
  if (!allows(approval, 'approve')) {
    return (
      <Text size="xs" c="dimmed">
        Your role does not permit to decide
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
export function allColumns(currency: string, isOfOne = false): readonly Column<Approval>[] {
  return [
    call,
    ...(isOfOne ? [] : [agent]),
    amountColumn(currency),
    asked,
    {
      id: 'state',
      header: 'What became of it',
      isWide: true,
      cell: ({ row: { original } }) => {
        const [color, label] = STATES[original.Status]
        return <Dot color={color}>{label}</Dot>
      },
    },
    {
      id: 'by',
      header: 'Decided by',
      isWide: true,
      cell: ({ row: { original } }) => (
        <span style={{ overflowWrap: 'anywhere' }}>{original.DecidedBy?.Label ?? 'Nobody'}</span>
      ),
    },
  ]
}
