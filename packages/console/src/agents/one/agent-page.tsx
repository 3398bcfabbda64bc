/** One agent: what it may do, what it has used today, what it did, and what was refused. */
import { Alert, Button, Group, SimpleGrid, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { RecordProblem } from '../../components/page/record-problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { TabList } from '../../components/page/tab-list.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { Usage } from '../caps/usage.tsx'
import { StoppedBy } from '../stops/stopped-by.tsx'
import { WhatItDid } from './did.tsx'
import { Facts } from './facts.tsx'
import { ItsApprovals } from './its-approvals.tsx'
import { AgentPanels, useMayEnd } from './panels.tsx'
import { type AnyAgent, anyAgentQuery } from './queries.ts'
import { Refused } from './refused.tsx'
import type { AgentTab, OneAgentAction } from './search.ts'

const route = getRouteApi('/agents/$id')

export function AgentPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(anyAgentQuery(useSession(), id))
  return (
    <>
      <PageLink fz="sm" to="/agents">
        Agents
      </PageLink>
      {!data && <PageHead title="Agent" />}
      {error && <RecordProblem noun="agent" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={360} aria-label="Loading the agent" />}
      {data && <Details of={data} />}
    </>
  )
}

function Details({ of }: { readonly of: AnyAgent }) {
  const session = useSession()
  const navigate = route.useNavigate()
  const { tab, cursor, action } = route.useSearch()
  const { data: customer } = useQuery(customerQuery(session))
  const currency = customer?.BaseCurrency ?? 'EUR'
  const place = { ...(tab && { tab }), ...(cursor && { cursor }) }
  const open = (next: OneAgentAction) => void navigate({ search: { ...place, action: next } })
  const mayWrite = session.may('agents:write')
  const { Name: name, Stopped, Usage: usage } = of.agent
  return (
    <>
      <PageHead title={name}>
        <Buttons of={of} open={open} />
      </PageHead>
      <Stack>
        {Stopped && Stopped.AgentId !== null && (
          <Alert
            color="red"
            role="status"
            title="This agent is stopped"
            icon={<IconHandStop aria-hidden />}
          >
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <StoppedBy stop={Stopped} />
            </Text>
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Section title="Details">
            <Facts of={of} />
          </Section>
          <Section title="Today">
            <Usage usage={usage} currency={currency} />
            {mayWrite && (
              <Group mt="sm">
                <Button size="xs" variant="default" onClick={() => open('limits')}>
                  Change the limits
                </Button>
              </Group>
            )}
          </Section>
        </SimpleGrid>
        <History of={of} />
      </Stack>
      <AgentPanels
        of={of}
        currency={currency}
        action={action}
        onClose={() => void navigate({ search: place })}
      />
    </>
  )
}

function Buttons({
  of,
  open,
}: {
  readonly of: AnyAgent
  readonly open: (action: OneAgentAction) => void
}) {
  const mayWrite = useSession().may('agents:write')
  const mayEnd = useMayEnd(of)
  const isStopped = of.agent.Stopped !== null && of.agent.Stopped.AgentId !== null
  return (
    <>
      {mayWrite && (
        <Button
          {...(!isStopped && { variant: 'default', c: 'var(--mantine-color-error)' })}
          onClick={() => open(isStopped ? 'resume' : 'stop')}
        >
          {isStopped ? 'Resume' : 'Stop'}
        </Button>
      )}
      {mayEnd && (
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => open('end')}>
          {of.kind === 'connected' ? 'Revoke' : 'End'}
        </Button>
      )}
    </>
  )
}

function History({ of }: { readonly of: AnyAgent }) {
  const { may } = useSession()
  const navigate = route.useNavigate()
  const { tab = 'did', cursor } = route.useSearch()
  const show = (next: AgentTab, page?: string) =>
    void navigate({
      search: { ...(next !== 'did' && { tab: next }), ...(page && { cursor: page }) },
    })
  const parts = { of, cursor, onPage: (next: string | undefined) => show(tab, next) }
  return (
    <div>
      <Tabs mb="md" value={tab} onChange={(next) => show(next as AgentTab)}>
        <TabList>
          <Tabs.Tab value="did">Actions</Tabs.Tab>
          {may('settings:read') && <Tabs.Tab value="refused">Refused calls</Tabs.Tab>}
          <Tabs.Tab value="approvals">Approvals</Tabs.Tab>
        </TabList>
      </Tabs>
      {tab === 'did' && <WhatItDid {...parts} />}
      {tab === 'refused' && <Refused {...parts} />}
      {tab === 'approvals' && <ItsApprovals {...parts} />}
    </div>
  )
}
