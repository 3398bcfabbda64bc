/** One connection: how it is, its problems and runs, what is left to set up, and what can be done. */
import { Alert, Badge, SimpleGrid, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { RecordProblem } from '../../components/page/record-problem.tsx'
import { TabList } from '../../components/page/tab-list.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import { Problems } from '../problems/problems.tsx'
import { type Connection, type Connector, connectionQuery, connectorsQuery } from '../queries.ts'
import { Runs } from '../runs/runs.tsx'
import type { ConnectionTab } from '../search.ts'
import { stateOf } from '../words.ts'
import { ConnectionActions } from './actions.tsx'
import { ConnectionFacts, LinkedRecords } from './facts.tsx'
import { ConnectionPanels } from './panels.tsx'
import { SetUp } from './set-up.tsx'
import { ConnectionSettings } from './settings.tsx'
import { usePlace } from './use-place.ts'

const route = getRouteApi('/shops/$id')

export function ConnectionPage() {
  const session = useSession()
  const id = Number(route.useParams().id)
  const { data, error, refetch } = useQuery(connectionQuery(session, id))
  const connectors = useQuery(connectorsQuery(session))
  return (
    <>
      <PageLink fz="sm" to="/shops">
        Shops
      </PageLink>
      {data === undefined && <PageHead title="Connection" />}
      {error && <RecordProblem noun="connection" error={error} onRetry={() => void refetch()} />}
      {connectors.error && (
        <Problem error={connectors.error} onRetry={() => void connectors.refetch()} />
      )}
      {!data && !error && <Skeleton height={360} aria-label="Loading the connection" />}
      {data && (
        <Details
          key={data.Id}
          connection={data}
          connector={connectors.data?.find(({ Shop }) => Shop === data.Shop)}
        />
      )}
    </>
  )
}

interface Props {
  readonly connection: Connection
  /** Undefined if no connector has described the shop. */
  readonly connector: Connector | undefined
}

function Details({ connection, connector }: Props) {
  const { tab = 'overview' } = route.useSearch()
  const { open } = usePlace()
  return (
    <>
      <PageHead title={connection.Name}>
        <ConnectionActions connection={connection} />
      </PageHead>
      <Stack>
        <Trouble connection={connection} />
        <ConnectionTabs tab={tab} problems={connection.Counts.Problems} />
        {tab === 'overview' && (
          <Overview {...{ connection, connector }} onChange={() => open('change')} />
        )}
        {tab === 'problems' && <Problems connection={connection} />}
        {tab === 'runs' && <Runs connectionId={connection.Id} />}
        {tab === 'setup' && (
          <SetUp {...{ connection, connector }} onCreateKey={() => open('key')} />
        )}
      </Stack>
      <ConnectionPanels {...{ connection, connector }} />
    </>
  )
}

/** Why the connection does not run, above everything else. */
function Trouble({ connection }: Pick<Props, 'connection'>) {
  const { text, remedy, color, label } = stateOf(connection)
  if (text === undefined) return null
  const since = connection.Failure?.Since
  return (
    <Alert
      variant="light"
      color={color}
      role="status"
      icon={<IconAlertCircle aria-hidden />}
      title={label}
      style={{ overflowWrap: 'anywhere' }}
    >
      <Text size="sm">
        {text}
        {since && (
          <>
            {' '}
            It started <Moment at={since} />.
          </>
        )}
      </Text>
      {remedy && (
        <Text size="sm" mt={4} fw={500}>
          {remedy}
        </Text>
      )}
    </Alert>
  )
}

function ConnectionTabs({
  tab,
  problems,
}: {
  readonly tab: ConnectionTab | 'overview'
  readonly problems: number
}) {
  const navigate = route.useNavigate()
  return (
    <Tabs
      value={tab}
      onChange={(next) =>
        void navigate({ search: next === 'overview' ? {} : { tab: next as ConnectionTab } })
      }
    >
      <TabList>
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab
          value="problems"
          rightSection={
            problems > 0 && (
              <Badge
                size="sm"
                variant="light"
                color="gray"
                c="var(--mantine-color-text)"
                // A narrow window would cut the number off.
                miw="max-content"
              >
                {formatNumber(problems)}
              </Badge>
            )
          }
        >
          Problems
        </Tabs.Tab>
        <Tabs.Tab value="runs">Runs</Tabs.Tab>
        <Tabs.Tab value="setup">Set up</Tabs.Tab>
      </TabList>
    </Tabs>
  )
}

function Overview({ connection, connector, onChange }: Props & { readonly onChange: () => void }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <ConnectionFacts connection={connection} shop={connector?.Title ?? connection.Shop} />
      <Stack>
        <LinkedRecords connection={connection} />
        <ConnectionSettings {...{ connection, connector, onChange }} />
      </Stack>
    </SimpleGrid>
  )
}
