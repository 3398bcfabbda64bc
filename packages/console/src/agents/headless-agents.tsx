/** The agents that act for the customer without a person, and those that wait for an approval. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../components/list/data-table.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { useSession } from '../hub/session.tsx'
import { headlessColumns, waitingColumns } from './headless-columns.tsx'
import { headlessQuery } from './headless-query.ts'
import type { AgentAction } from './search.ts'

export function HeadlessAgents({
  open,
}: {
  readonly open: (action: AgentAction, id?: number) => void
}) {
  const session = useSession()
  const list = useQuery(headlessQuery(session))
  const mayWrite = session.may('agents:write')
  const waiting = list.data?.rows.filter(({ Status }) => Status === 'WAITING') ?? []
  const decided = list.data?.rows.filter(({ Status }) => Status !== 'WAITING') ?? []
  const part = (rows: typeof waiting) => ({ ...list, data: list.data && { ...list.data, rows } })
  return (
    <Stack gap="xl">
      {waiting.length > 0 && (
        <section aria-labelledby="waiting">
          <Title order={2} size="h4" id="waiting" mb="sm">
            Waiting for approval
          </Title>
          <DataTable
            label="Agents waiting for approval"
            noun="agent"
            list={part(waiting)}
            columns={waitingColumns(mayWrite ? open : undefined)}
            idOf={({ Id }) => String(Id)}
            empty={null}
          />
        </section>
      )}
      <section aria-labelledby="headless">
        <Group justify="space-between" align="end" mb="sm">
          <div>
            <Title order={2} size="h4" id="headless">
              Unattended agents
            </Title>
            <Text size="sm" maw={640}>
              Programs that run unattended sign in with their own key or with tokens of their
              platform. They get tokens that are valid for five minutes. Actions are logged under
              the agent's name.
            </Text>
          </div>
          <Button
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => open('create')}
          >
            {mayWrite ? 'Create an agent' : 'Request an agent'}
          </Button>
        </Group>
        <DataTable
          label="Unattended agents"
          noun="agent"
          list={part(decided)}
          columns={headlessColumns(mayWrite ? open : undefined)}
          idOf={({ Id }) => String(Id)}
          empty={
            <EmptyState drawing="plug" title="No unattended agents">
              {mayWrite
                ? 'Create one for a nightly job or an assistant that runs on a server.'
                : 'Request one. An owner must approve it.'}
            </EmptyState>
          }
        />
      </section>
    </Stack>
  )
}
