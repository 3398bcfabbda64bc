/** What can be open beside the page of a connection. */
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { channelsQuery } from '../../channels/queries.ts'
import { Problem } from '../../components/page/problem.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { useSession } from '../../hub/session.tsx'
import { Answer } from '../asks/answer.tsx'
import type { Connection, Connector, Run } from '../queries.ts'
import { RunDetails } from '../runs/run-details.tsx'
import type { ConnectionPanel } from '../search.ts'
import { ConnectorKeyPanel } from '../start/connector-key.tsx'
import { DeleteConnection } from './delete.tsx'
import { ChangeConnection } from './settings.tsx'
import { useOpenAnswer } from './use-open-answer.ts'
import { usePlace } from './use-place.ts'

const route = getRouteApi('/shops/$id')

const TITLES: Readonly<Record<Exclude<ConnectionPanel, 'key'>, string>> = {
  change: 'Change the connection',
  delete: 'Delete the connection',
  run: 'Run',
  'dry-run': 'Preview of the next run',
  test: 'Test of the connection',
}

/** What changes or ends a connection says which. */
function titleOf(panel: keyof typeof TITLES, { Name }: Connection): string {
  return panel === 'change' || panel === 'delete' ? `${TITLES[panel]}: ${Name}` : TITLES[panel]
}

export function ConnectionPanels({
  connection,
  connector,
}: {
  readonly connection: Connection
  readonly connector: Connector | undefined
}) {
  const { may } = useSession()
  const { panel, request, run } = route.useSearch()
  const { close } = usePlace()
  const mayWrite = may('connections:write')
  const parts = { connection, connector, onClose: close }
  const answer = (next?: (run: Run) => ReactNode) =>
    request && (
      <Answer connection={connection} requestId={request}>
        {next}
      </Answer>
    )
  const contents: Readonly<Record<Exclude<ConnectionPanel, 'key'>, ReactNode>> = {
    change: mayWrite && <ChangeConnection {...parts} />,
    delete: mayWrite && <DeleteConnection {...parts} />,
    run: answer(),
    'dry-run': answer(
      ({ ChangesTotal }) =>
        ChangesTotal !== null &&
        ChangesTotal > 0 && <RunNow connection={connection}>Write it now</RunNow>,
    ),
    test: answer((tested) => <AfterTest connection={connection} run={tested} />),
  }
  const content = panel && panel !== 'key' ? contents[panel] : null
  const shown = run ? <RunDetails connectionId={connection.Id} runId={run} /> : content
  return (
    <>
      <SidePanel
        title={run ? 'Run' : panel && panel !== 'key' ? titleOf(panel, connection) : ''}
        isOpen={Boolean(shown)}
        onClose={close}
      >
        {shown}
      </SidePanel>
      <KeyPanel connection={connection} isOpen={panel === 'key'} onClose={close} />
    </>
  )
}

/** The key of a connector of a channel is one of that channel. */
function KeyPanel({
  connection: { ChannelId },
  isOpen,
  onClose,
}: {
  readonly connection: Connection
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const session = useSession()
  const { data } = useQuery({ ...channelsQuery(session), enabled: isOpen && ChannelId !== null })
  const channel = data?.find(({ Id }) => Id === ChannelId)
  return (
    <ConnectorKeyPanel
      isOpen={isOpen && (ChannelId === null || channel !== undefined)}
      channel={channel && { id: channel.Id, name: channel.Name }}
      onClose={onClose}
    />
  )
}

/** What follows a test: the first run, or to correct what it has found. */
function AfterTest({
  connection,
  run: { Failure, Findings },
}: {
  readonly connection: Connection
  readonly run: Run
}) {
  if (Failure !== null || Findings.some(({ Level }) => Level === 'error')) {
    return <Text size="sm">Fix the problems and test again.</Text>
  }
  return (
    <>
      <Text size="sm">The connection can run.</Text>
      <RunNow connection={connection}>Run now</RunNow>
    </>
  )
}

function RunNow({
  connection: { Id, IsPaused },
  children,
}: {
  readonly connection: Connection
  readonly children: ReactNode
}) {
  const { may } = useSession()
  const runNow = useOpenAnswer(Id, 'run')
  if (!may('connections:write')) return null
  return (
    <>
      {runNow.error !== null && <Problem error={runNow.error} />}
      <Group>
        <Button loading={runNow.isPending} disabled={IsPaused} onClick={runNow.run}>
          {children}
        </Button>
      </Group>
    </>
  )
}
