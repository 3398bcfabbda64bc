/** One call of an agent that waits for a person, or what became of it. Agents show the link to this page. */
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { RecordProblem } from '../../components/page/record-problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { Json } from '../../components/values/code/json.tsx'
import { State } from '../../components/values/dot.tsx'
import { type Fact, FactsTable } from '../../components/values/facts-table.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Reference } from '../../components/values/reference.tsx'
import { formatDayAndTime } from '../../components/values/time/relative-time.ts'
import { allows } from '../../hub/actions.ts'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { agentRulesQuery } from '../rules/queries.ts'
import { ruleInWords } from '../rules/words.ts'
import { AboutOrder } from './about-order.tsx'
import { AboutProducts } from './about-products.tsx'
import { DecidePanel } from './decide.tsx'
import { type Approval, approvalQuery } from './queries.ts'
import { RecordLinks } from './record-links.tsx'
import { recordsOf } from './records.ts'
import type { Decision } from './search.ts'
import { agentInWords, needsInWords, STATES } from './words.ts'

const route = getRouteApi('/agents/approvals/$id')

export function ApprovalPage() {
  const id = Number(route.useParams().id)
  const { action } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(approvalQuery(useSession(), id))
  const open = (decision: Decision) => void navigate({ search: { action: decision } })
  const isOpen = data !== undefined && allows(data, 'approve')
  return (
    <>
      <PageLink fz="sm" to="/agents/approvals">
        Approvals
      </PageLink>
      <PageHead title={`Approval ${id}`}>
        {isOpen && (
          <>
            <Button onClick={() => open('approve')}>Approve</Button>
            <Button variant="default" onClick={() => open('reject')}>
              Reject
            </Button>
          </>
        )}
      </PageHead>
      {error && <RecordProblem noun="approval" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} aria-label="Loading the approval" />}
      {data && <Details approval={data} />}
      <DecidePanel
        id={isOpen ? id : undefined}
        action={action}
        onClose={() => void navigate({ search: {} })}
      />
    </>
  )
}

function Details({ approval }: { readonly approval: Approval }) {
  const { Body, Answer } = approval
  const refused = approval.Actions.find(({ IsAllowed }) => !IsAllowed)?.Reason
  return (
    <Stack maw={760}>
      <Text fw={500} size="lg" style={{ overflowWrap: 'anywhere' }}>
        {approval.Summary}
      </Text>
      {refused && (
        <Alert color="yellow" role="status" title="You cannot decide on this call">
          {refused.Message}
          {refused.Code === 'MARKET_FORBIDDEN' &&
            ' An owner can decide or change your role under Team.'}
        </Alert>
      )}
      <Section title="Request">
        <Facts approval={approval} />
      </Section>
      <AboutOrder call={approval} />
      <AboutProducts approval={approval} />
      {Body !== null && Body !== undefined && (
        <Section title="Sent by the agent">
          <Json label="Body" text={JSON.stringify(Body)} />
        </Section>
      )}
      {Answer && (
        <Section title={`Answer: ${Answer.Status}`}>
          {Answer.Body === null || Answer.Body === undefined ? (
            <Text size="sm">Nothing to show.</Text>
          ) : (
            <Json label="Answer" text={JSON.stringify(Answer.Body)} />
          )}
        </Section>
      )}
    </Stack>
  )
}

function Facts({ approval }: { readonly approval: Approval }) {
  const { data: customer } = useQuery(customerQuery(useSession()))
  const { DecidedBy, DecidedAt, Reason, ExpiresAt } = approval
  const currency = customer?.BaseCurrency ?? 'EUR'
  const records = recordsOf(approval)
  const facts: readonly Fact[] = [
    ['State', <State key="state" of={STATES[approval.Status]} />],
    [
      'Agent',
      <PageLink key="agent" inherit to="/agents/$id" params={{ id: approval.Agent.Id }}>
        {agentInWords(approval)}
      </PageLink>,
    ],
    ...(records.length > 0
      ? ([['About', <RecordLinks key="about" records={records} />]] as const)
      : []),
    ['Tool', approval.Tool ?? 'None (API call)'],
    ['Requested', <Moment key="asked" at={approval.CreatedAt} />],
    ...(approval.Status === 'PENDING'
      ? ([
          ['Expires', <Moment key="expires" at={ExpiresAt} format={formatDayAndTime} />],
          ['Rule', <RulesOf key="rule" approval={approval} currency={currency} />],
          ['Who may decide', needsInWords(approval)],
        ] as const)
      : []),
    ...(DecidedBy
      ? ([
          [
            'Decided',
            <Group key="decided" gap={4}>
              by {DecidedBy.Label}, <Moment at={DecidedAt} />
            </Group>,
          ],
        ] as const)
      : []),
    ...(Reason ? ([['Reason', Reason]] as const) : []),
    ['Call', <Reference key="call" value={`${approval.Method} ${approval.Path}`} />],
  ]
  return <FactsTable facts={facts} />
}

/** The rules for calls of this kind, which say why it waits. */
function RulesOf({
  approval,
  currency,
}: {
  readonly approval: Approval
  readonly currency: string
}) {
  const { data } = useQuery(agentRulesQuery(useSession()))
  const rules = data?.Rules.filter(({ Kind }) =>
    approval.Measures.some((measure) => measure.Kind === Kind),
  )
  return (
    <Stack gap={2} align="start">
      {rules?.map((rule) => (
        <span key={JSON.stringify(rule)}>{ruleInWords(rule, currency)}</span>
      ))}
      <PageLink inherit to="/agents/rules">
        Rules and limits
      </PageLink>
    </Stack>
  )
}
