/** The connections to shops: which run, how far they are, and what was not carried over. */
import { Anchor, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { channelsQuery } from '../channels/queries.ts'
import { DataTable } from '../components/list/data-table.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageButton } from '../components/page/links.tsx'
import { LoadingGroup } from '../components/page/loading-group.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { Problem } from '../components/page/problem.tsx'
import { Section } from '../components/page/section.tsx'
import { useSession } from '../hub/session.tsx'
import { connectionColumns } from './columns.tsx'
import { type Connector, connectionsQuery, connectorsQuery } from './queries.ts'
import { ConnectorKeyPanel } from './start/connector-key.tsx'
import { HowToStart, SHOP_GUIDES } from './start/how-to-start.tsx'

const route = getRouteApi('/shops')

export function ShopsPage() {
  const session = useSession()
  const { cursor, panel } = route.useSearch()
  const navigate = route.useNavigate()
  const place = cursor ? { cursor } : {}
  const list = useQuery(connectionsQuery(session, cursor))
  const connectors = useQuery(connectorsQuery(session))
  const channels = useQuery({ ...channelsQuery(session), enabled: session.may('channels:read') })
  const columns = connectionColumns(
    (shop) => titleOf(connectors.data, shop),
    (id) => channels.data?.find(({ Id }) => Id === id)?.Name ?? String(id),
  )
  const isUnknown = connectors.data?.length === 0
  const openKey = () => void navigate({ search: { ...place, panel: 'key' } })
  const mayWrite = session.may('connections:write')
  return (
    <>
      <PageHead title="Shops">
        {mayWrite && !isUnknown && (
          <PageButton to="/shops/new" leftSection={<IconPlus size={16} aria-hidden />}>
            Connect a shop
          </PageButton>
        )}
      </PageHead>
      {connectors.error && (
        <Problem error={connectors.error} onRetry={() => void connectors.refetch()} />
      )}
      <LoadingGroup of={[list, connectors]}>
        <DataTable
          label="Shops"
          noun="shop"
          list={list}
          columns={columns}
          idOf={({ Id }) => String(Id)}
          // A connector reports again and again; that alone is no change.
          watched={({ State, Counts }) => [State, Counts.Problems]}
          isLaterPage={cursor !== undefined}
          onPage={(next) => void navigate({ search: next ? { cursor: next } : {} })}
          empty={<NoShops />}
        />
        {isUnknown && (
          <Section title="Start a connector">
            <HowToStart onCreateKey={openKey} />
          </Section>
        )}
      </LoadingGroup>
      <ConnectorKeyPanel
        isOpen={panel === 'key'}
        onClose={() => void navigate({ search: place })}
      />
    </>
  )
}

/** The name of a shop for people; the name on the wire until a connector has described it. */
function titleOf(connectors: readonly Connector[] | undefined, shop: string): string {
  return connectors?.find(({ Shop }) => Shop === shop)?.Title ?? shop
}

function NoShops() {
  return (
    <EmptyState drawing="shop" title="No connected shops">
      <Text inherit>
        A connected shop either sends its products and stock to the hub and gets orders, or sells
        your products and sends its orders.{' '}
        <Anchor inherit href={SHOP_GUIDES} underline="always">
          Supported shops
        </Anchor>
      </Text>
    </EmptyState>
  )
}
