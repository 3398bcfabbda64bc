/** The answer of a connector to what a person has asked: waits for its run, and shows it. */
import { Alert, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'
import { answerQuery, type Connection, type Run } from '../queries.ts'
import { RunDetails } from '../runs/run-details.tsx'

export function Answer({
  connection,
  requestId,
  children,
}: {
  readonly connection: Connection
  readonly requestId: number
  /** What can be done next, once the run is there. */
  readonly children?: ((run: Run) => ReactNode) | undefined
}) {
  const {
    data: run,
    error,
    refetch,
  } = useQuery(answerQuery(useSession(), connection.Id, requestId))
  return (
    <Stack aria-live="polite">
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!run && !error && <Waiting connection={connection} />}
      {run && (
        <RunDetails connectionId={connection.Id} runId={run.Id}>
          {children}
        </RunDetails>
      )}
    </Stack>
  )
}

/** A connector takes what it is asked for at once if it follows the events, and else the next time that it reports. */
function Waiting({ connection }: { readonly connection: Connection }) {
  const { Id, Lease, IsPaused, Failure } = connection
  return (
    <>
      <Group gap="sm" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text size="sm">
          Waiting for the connector. You can close this panel. The request is kept.
        </Text>
      </Group>
      {Lease === null && (
        <Text size="sm">
          No connector serves this connection. The request is carried out when one does:{' '}
          <PageLink
            inherit
            underline="always"
            to="/shops/$id"
            params={{ id: String(Id) }}
            search={{ tab: 'setup' }}
          >
            how to start it, and with which key
          </PageLink>
          .
        </Text>
      )}
      {Failure && !IsPaused && (
        <Alert color="red" variant="light" title="The shop is not available">
          <Text size="sm">{Failure.Message}</Text>
          <Text size="sm">{Failure.Remedy}</Text>
        </Alert>
      )}
      {IsPaused && (
        <Text size="sm">
          The connection is paused. The request is carried out after it is resumed.
        </Text>
      )}
    </>
  )
}
