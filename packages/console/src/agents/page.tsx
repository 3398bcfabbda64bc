/** The agents that act for people or by themselves: what they may do, when they last did, and what waits for an approval. */
import { Anchor, Box, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../components/list/data-table.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageButton, PageLink } from '../components/page/links.tsx'
import { LoadingGroup } from '../components/page/loading-group.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { Call } from '../components/values/code/call.tsx'
import { listQuery } from '../hub/list-query.ts'
import { useMe, useSession } from '../hub/session.tsx'
import { AgentPanel } from './agent-panel.tsx'
import { WaitingCount } from './approvals/waiting-count.tsx'
import { agentColumns } from './columns.tsx'
import { HeadlessAgents } from './headless-agents.tsx'
import { headlessQuery } from './headless-query.ts'
import type { AgentAction } from './search.ts'
import { StopAllButton } from './stops/stop-all-button.tsx'

const route = getRouteApi('/agents')

export function AgentsPage() {
  const session = useSession()
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const place = cursor ? { cursor } : {}
  const open = (action: AgentAction, id?: number) =>
    void navigate({ search: { ...place, action, ...(id && { id }) } })
  const list = useQuery(listQuery(session, 'agents', 'listAgents', place))
  const headless = useQuery(headlessQuery(session))
  return (
    <>
      <PageHead title="Agents">
        <PageButton variant="default" to="/agents/approvals" rightSection={<WaitingCount />}>
          Approvals
        </PageButton>
        <PageButton variant="default" to="/agents/rules">
          Rules and limits
        </PageButton>
        {session.may('agents:write') && <StopAllButton onClick={() => open('stop-all')} />}
      </PageHead>
      <LoadingGroup of={[headless, list]}>
        <Stack gap="xl">
          <HeadlessAgents open={open} />
          <section aria-labelledby="connected">
            <Title order={2} size="h4" id="connected">
              Agents for people
            </Title>
            <Text size="sm" mb="sm" maw={720}>
              AI agents and other applications act for a person who has signed in and chosen what
              they may do. The person's role limits their access further. The history of an order,
              product or key shows the agent and the person.
            </Text>
            <DataTable
              label="Agents for people"
              noun="agent"
              list={list}
              columns={agentColumns}
              idOf={({ Id }) => Id}
              isLaterPage={cursor !== undefined}
              onPage={(next) => void navigate({ search: next ? { cursor: next } : {} })}
              empty={
                <EmptyState drawing="plug" title="No agents are connected">
                  <HowToConnect />
                </EmptyState>
              }
            />
            {list.data && list.data.rows.length > 0 && (
              <Box component="details" mt="sm" maw={720}>
                <summary>Connect another agent</summary>
                <Text size="sm" component="div" mt="xs">
                  <HowToConnect />
                </Text>
              </Box>
            )}
          </section>
        </Stack>
        <Stack mt="xl" gap={4}>
          <Text size="sm">
            <PageLink
              inherit
              underline="always"
              to="/developers"
              search={{ tab: 'events', types: 'agent.*' }}
            >
              The log
            </PageLink>{' '}
            shows when access was requested, given, changed or revoked.{' '}
            <PageLink inherit underline="always" to="/developers" search={{ tab: 'refusals' }}>
              Refused calls
            </PageLink>{' '}
            show what agents were not allowed to do.
          </Text>
          {session.may('keys:write') && <CreateKey />}
        </Stack>
      </LoadingGroup>
      <AgentPanel onClose={() => void navigate({ search: place })} />
    </>
  )
}

/** The address for assistants. Without MCP the hub has none, and whoever runs the hub can switch it on. */
function HowToConnect() {
  const { data: me } = useMe()
  if (!me) return null
  if (me.McpUrl === null) {
    return (
      <>
        <Text mb="sm">
          MCP is not enabled on this hub. The administrator of the server must add this line to
          entrepot.yaml and restart the hub:
        </Text>
        <Call text="mcp: {enabled: true}" />
      </>
    )
  }
  return (
    <>
      <Text mb="sm">
        Give this address to an assistant that supports MCP. You then sign in and choose what it may
        do.{' '}
        <Anchor inherit href="/docs/guides/mcp" target="_blank" underline="always">
          How to connect Claude, ChatGPT, VS Code and others
        </Anchor>
        .
      </Text>
      <Call text={me.McpUrl} />
      <Text mt="sm">
        At this address it has the tools for orders and shipments. Others, such as those for
        products and prices, need <code>?toolsets=</code> at the end of the address. Applications
        that register themselves can read products and prices, but not change them, until the
        operator of the hub allows it:{' '}
        <Anchor inherit href="/docs/guides/mcp#choose-tools" target="_blank" underline="always">
          Choose tools
        </Anchor>
        .
      </Text>
    </>
  )
}

function CreateKey() {
  return (
    <Text size="sm">
      Rules, limits and approvals are for agents. A program that needs none of them can call the API
      with an API key:{' '}
      <PageLink
        inherit
        underline="always"
        to="/developers"
        search={{ tab: 'keys', action: 'create' }}
      >
        create one
      </PageLink>
      .
    </Text>
  )
}
