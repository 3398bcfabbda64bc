/** Connects a shop: which one, in which role, with which settings. */
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageButton, PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { useSession } from '../../hub/session.tsx'
import { connectorsQuery } from '../queries.ts'
import { ConnectorKeyPanel } from '../start/connector-key.tsx'
import { HowToStart } from '../start/how-to-start.tsx'
import { ConnectForm } from './connect-form.tsx'
import { ShopChoice } from './shop-choice.tsx'

const route = getRouteApi('/shops/new')

export function ConnectPage() {
  const mayWrite = useSession().may('connections:write')
  return (
    <>
      <PageLink fz="sm" to="/shops">
        Shops
      </PageLink>
      <PageHead title="Connect a shop" />
      {mayWrite ? (
        <Connect />
      ) : (
        <EmptyState
          drawing="shop"
          title="Your role does not permit this"
          action={
            <PageButton to="/shops" variant="default">
              Show the shops
            </PageButton>
          }
        >
          An owner can connect a shop or change your role under Team.
        </EmptyState>
      )}
    </>
  )
}

function Connect() {
  const { shop, panel } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(connectorsQuery(useSession()))
  const place = shop ? { shop } : {}
  const only = data?.length === 1 ? data[0] : undefined
  const chosen = data?.find(({ Shop }) => Shop === shop) ?? only
  return (
    <>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton height={360} aria-label="Loading the shops" />}
      {data?.length === 0 && (
        <Section title="First, start a connector">
          <HowToStart onCreateKey={() => void navigate({ search: { ...place, panel: 'key' } })} />
        </Section>
      )}
      {data !== undefined && data.length > 0 && (
        <Stack maw={640} gap="lg">
          <ShopChoice
            connectors={data}
            chosen={chosen?.Shop}
            onChange={(next) => void navigate({ search: { shop: next }, replace: true })}
          />
          {chosen && <ConnectForm key={chosen.Shop} connector={chosen} />}
        </Stack>
      )}
      <ConnectorKeyPanel
        isOpen={panel === 'key'}
        onClose={() => void navigate({ search: place })}
      />
    </>
  )
}
