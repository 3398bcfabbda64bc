/** The agents that act for people: what they may do, when they last did, and what they did. */
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Call } from '../parts/call.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { PageLink } from '../parts/links.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { listQuery } from '../shell/list-query.ts'
import { useMe, useSession } from '../shell/session.tsx'
import { agentColumns } from './columns.tsx'

const route = getRouteApi('/agents')

export function AgentsPage() {
  const session = useSession()
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listQuery(session, 'agents', 'listAgents', { ...(cursor && { cursor }) }))
  return (
    <>
      <PageHead title="Agents" />
      <Text size="sm" mb="md" maw={720}>
        AI agents and other applications act for a person, who has signed in and chosen what they
        may do. The role of the person limits it further. What an agent did stands with its name and
        its person in the history of the order, product or key.
      </Text>
      <DataTable
        label="Agents"
        list={list}
        columns={agentColumns}
        idOf={({ Id }) => Id}
        isLater={cursor !== undefined}
        onPage={(next) => void navigate({ search: next ? { cursor: next } : {} })}
        empty={
          <EmptyState title="No agents are connected">
            <HowToConnect />
          </EmptyState>
        }
      />
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
          tells when an agent was connected, got other rights, or was revoked.
        </Text>
        <Text size="sm">
          A program that acts for nobody sends an API key:{' '}
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
      </Stack>
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
          This hub does not speak MCP yet. Whoever runs it adds this line to its entrepot.yaml, and
          starts it again:
        </Text>
        <Call text="mcp: {enabled: true}" />
      </>
    )
  }
  return (
    <>
      <Text mb="sm">
        Give this address to an assistant that speaks MCP. You sign in, and choose what it may do:
      </Text>
      <Call text={me.McpUrl} />
    </>
  )
}
