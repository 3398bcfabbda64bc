/** Where the person is signed in; ends one session, or all. */
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../components/form/use-action.ts'
import { Problem } from '../components/page/problem.tsx'
import { useSession } from '../hub/session.tsx'
import { mySessionsQuery } from './queries.ts'
import { SessionsTable } from './sessions-table.tsx'

export function MySessions() {
  const session = useSession()
  const { data, error, refetch } = useQuery(mySessionsQuery(session))
  const endOne = useAction({
    run: async (id: string) => await session.client.endMySession({ id }),
    done: 'The session has ended.',
  })
  const endAll = useAction({
    run: async () => await session.client.endMySessions({}),
    done: 'You are signed out everywhere.',
  })
  if (!data) {
    if (error) return <Problem error={error} onRetry={() => void refetch()} />
    return <Skeleton height={100} aria-label="Loading the sessions" />
  }
  const failed = endOne.error ?? endAll.error
  return (
    <Stack>
      <SessionsTable sessions={data} onEnd={(id) => endOne.mutate(id)} />
      {failed !== null && <Problem error={failed} />}
      <Group>
        <Button
          color="red"
          variant="light"
          loading={endAll.isPending}
          onClick={() => endAll.mutate()}
        >
          Sign out everywhere
        </Button>
      </Group>
    </Stack>
  )
}
