/** Keeps the displayed data current: the stream of events reports what has changed. */
import { Group, Loader, Paper, Text } from '@mantine/core'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clientOf, isSignedOut } from '../../hub/api.ts'
import { useCustomerParameter, useMe, useSession } from '../../hub/session.tsx'
import { showSignedOut } from '../../hub/signed-out.tsx'
import { checkVersion } from '../version.ts'
import { followEvents, type LiveState, readLatest } from './follow.ts'
import classes from './live.module.css'
import { createRefresher } from './refresher.ts'
import { StaleNotice } from './stale-notice.tsx'

/** Milliseconds for which a connection may be lost before the window shows it. A restart of a node takes less. */
const PATIENCE_MS = 3_000

/** Reads the position in the log of events, before data is read that events can change. */
export function useStart() {
  const named = useCustomerParameter()
  const { data: me } = useMe()
  const customer = named === '*' ? me && String(me.Customer.Id) : named
  return useQuery({
    queryKey: ['start', customer],
    queryFn: async ({ signal }) => await readLatest(clientOf(customer ?? ''), signal),
    enabled: customer !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retryOnMount: false,
  })
}

/** Follows the events, and shows when the connection is lost or changed data could not be read again. */
export function Live() {
  const state = useLive()
  const isLost = useSustained(state === 'lost', PATIENCE_MS)
  return (
    <div role="status" className={classes.place}>
      {isLost && (
        <Paper withBorder shadow="sm" px="sm" py={6} radius="xl">
          <Group gap="xs" wrap="nowrap">
            <Loader size={14} aria-hidden />
            <Text size="sm">Connection lost, retrying</Text>
          </Group>
        </Paper>
      )}
      {!isLost && <StaleNotice />}
    </div>
  )
}

function useLive(): LiveState {
  const { client } = useSession()
  const queries = useQueryClient()
  const start = useStart()
  // `dataUpdatedAt` changes when somebody has signed in again.
  const { dataUpdatedAt: askedAt } = useMe()
  const [state, setState] = useState<LiveState>('live')
  const [endedAt, setEndedAt] = useState(0)
  const after = start.data
  const readAt = start.dataUpdatedAt
  const isKnown = askedAt > endedAt
  useEffect(() => {
    if (!isKnown) return
    const refresher = createRefresher(queries)
    let wasLost = false
    const following = followEvents({
      ...{ client, after, readAt },
      onEvent: refresher.add,
      onGap: () => void queries.invalidateQueries(),
      onState(next, error) {
        setState(next)
        // The node may have been restarted for an update.
        if (next === 'lost') wasLost = true
        else if (next === 'live' && wasLost) {
          wasLost = false
          void checkVersion()
          // Queries that failed in the meantime show their error until they are read again.
          void queries.refetchQueries({ type: 'active', predicate: hasFailed })
        }
        if (next !== 'ended') return
        setEndedAt(Date.now())
        if (isSignedOut(error)) showSignedOut(error)
      },
    })
    const update = () => {
      if (document.visibilityState === 'visible') following.start()
      else following.stop()
    }
    const again = () => {
      following.stop()
      update()
    }
    update()
    document.addEventListener('visibilitychange', update)
    addEventListener('online', again)
    return () => {
      document.removeEventListener('visibilitychange', update)
      removeEventListener('online', again)
      following.stop()
    }
  }, [client, queries, after, readAt, isKnown])
  return state
}

const hasFailed = ({ state }: Query) => state.status === 'error'

/** Whether a condition has been true for `delay` milliseconds. */
function useSustained(isTrue: boolean, delay: number): boolean {
  const [isLaterPage, setLater] = useState(false)
  useEffect(() => {
    if (!isTrue) return setLater(false)
    const timer = setTimeout(() => setLater(true), delay)
    return () => clearTimeout(timer)
  }, [isTrue, delay])
  return isLaterPage
}
