/** The webhooks of the customer and of its channels. */
import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, column, DataTable } from '../../components/list/data-table.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { Call } from '../../components/values/code/call.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { listQuery } from '../../hub/list-query.ts'
import { useSession } from '../../hub/session.tsx'
import { useReader } from '../use-reader.ts'
import { CreateWebhook } from './create-webhook.tsx'
import { WEBHOOK_INTERVAL_MS, type Webhook } from './queries.ts'
import { WebhookState } from './webhook-state.tsx'
import { typesInWords } from './webhook-words.ts'

const columns: readonly Column<Webhook>[] = [
  column('webhook', 'Webhook', ({ Id, Label, Url }) => (
    <>
      <PageLink inherit to="/developers/webhooks/$id" params={{ id: String(Id) }} search={{}}>
        {Label || `Webhook ${Id}`}
      </PageLink>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {Url}
      </Text>
    </>
  )),
  column('state', 'State', (row) => <WebhookState webhook={row} withReason />),
  column('types', 'Events', typesInWords),
  column('for', 'For', (row) => <Reader webhook={row} />),
  column('success', 'Last success', ({ LastSuccessAt }) => <Moment at={LastSuccessAt} />),
]

const Reader = ({ webhook }: { readonly webhook: Webhook }) => useReader()(webhook)

const route = getRouteApi('/developers')

export function Webhooks() {
  const session = useSession()
  const { cursor, action } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (search: { readonly cursor?: string; readonly action?: 'create' }) =>
    void navigate({ search: { tab: 'webhooks', ...search } })
  const list = useQuery({
    ...listQuery(session, 'webhooks', 'listWebhooks', { ...(cursor && { cursor }) }),
    refetchInterval: WEBHOOK_INTERVAL_MS,
  })
  const mayWrite = session.may('webhooks:write')
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" maw={560}>
          The hub sends events to a URL as soon as they happen and retries failed deliveries.
        </Text>
        {mayWrite && (
          <Button
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => show({ action: 'create' })}
          >
            Create a webhook
          </Button>
        )}
      </Group>
      <DataTable
        label="Webhooks"
        noun="webhook"
        list={list}
        columns={columns}
        idOf={({ Id }) => String(Id)}
        isLaterPage={cursor !== undefined}
        onPage={(next) => show(next ? { cursor: next } : {})}
        empty={
          <EmptyState drawing="plug" title="No webhooks">
            <Text mb="sm">
              Create one here or through the API, with a key that can change webhooks
              (webhooks:write) and read what is sent (orders:read):
            </Text>
            <Call text={createCall()} />
          </EmptyState>
        }
      />
      <SidePanel
        title="Create a webhook"
        isOpen={action === 'create' && mayWrite}
        onClose={() => show(cursor ? { cursor } : {})}
      >
        <CreateWebhook onClose={() => show(cursor ? { cursor } : {})} />
      </SidePanel>
    </>
  )
}

const createCall = () =>
  `curl ${location.origin}/v2/webhooks -H "X-Api-Key: $KEY" -H "Content-Type: application/json" -d '{"Url": "https://shop.example/events", "Types": ["order.*"]}'`
