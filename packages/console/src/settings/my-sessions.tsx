/** Where the person is signed in; ends one session, all others, or all. */
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { useAction } from '../components/form/use-action.ts'
import { Problem } from '../components/page/problem.tsx'
import { SidePanel } from '../components/page/side-panel.tsx'
import { signInAddress, useSession } from '../hub/session.tsx'
import { mySessionsQuery } from './queries.ts'
import { SessionsTable } from './sessions-table.tsx'

export function MySessions() {
  const session = useSession()
  const { data, error, refetch } = useQuery(mySessionsQuery(session))
  const endOne = useAction({
    run: async (id: string) => await session.client.endMySession({ id }),
    done: 'The session has ended.',
  })
  const endOthers = useAction({
    run: async (ids: readonly string[]) => {
      for (const id of ids) await session.client.endMySession({ id })
    },
    done: 'All other sessions have ended.',
  })
  const [isAsking, setIsAsking] = useState(false)
  if (!data) {
    if (error) return <Problem error={error} onRetry={() => void refetch()} />
    return <Skeleton height={100} aria-label="Loading the sessions" />
  }
  const failed = endOne.error ?? endOthers.error
  const others = data.filter(({ IsCurrent }) => !IsCurrent).map(({ Id }) => Id)
  return (
    <Stack>
      <SessionsTable sessions={data} onEnd={(id) => endOne.mutate(id)} />
      {failed !== null && <Problem error={failed} />}
      <Group>
        {others.length > 0 && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate(others)}
          >
            End all other sessions
          </Button>
        )}
        <Button color="red" variant="light" onClick={() => setIsAsking(true)}>
          Sign out everywhere
        </Button>
      </Group>
      <SidePanel title="Sign out everywhere" isOpen={isAsking} onClose={() => setIsAsking(false)}>
        {isAsking && <EndAll onClose={() => setIsAsking(false)} />}
      </SidePanel>
    </Stack>
  )
}

/** Ends this session, too, and leads to the sign-in. */
function EndAll({ onClose }: { readonly onClose: () => void }) {
  const { client } = useSession()
  // Not `useAction`: without a session, nothing can be read again.
  const end = useMutation({
    mutationFn: async () => await client.endMySessions({}),
    onSuccess: () => location.assign(signInAddress()),
  })
  return (
    <ActionForm
      action={end}
      submit="End all sessions"
      undo="You can sign in again at once."
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">
        This session ends, too: you are led to the sign-in, and what is not saved in other tabs can
        be lost. Agents keep their access until it is revoked.
      </Text>
    </ActionForm>
  )
}
