/** By how much prices may move at the channels before the console asks. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { channelsQuery } from '../../channels/queries.ts'
import { rulesQuery } from '../../channels/rules/queries.ts'
import { type Session, useSession } from '../../hub/session.tsx'
import { DEFAULT_GUARD_PERCENT, strictestGuard } from './guard.ts'

/** Events of rules make it stale before. */
const STALE_MS = 60_000

const guardOf = async (session: Session, id: number, queries: QueryClient) => {
  const { GuardPercent = DEFAULT_GUARD_PERCENT } = await queries.fetchQuery({
    ...rulesQuery(session, id),
    staleTime: STALE_MS,
  })
  return GuardPercent
}

type QueryClient = ReturnType<typeof useQueryClient>

/** The strictest guard of the channels that are in use, in percent. */
function guardQuery(session: Session, queries: QueryClient) {
  const { customer } = session
  return queryOptions({
    queryKey: ['offer-rules', customer, 'strictest-guard'],
    queryFn: async () => {
      const channels = await queries.fetchQuery(channelsQuery(session))
      const active = channels.filter(({ IsActive }) => IsActive)
      return strictestGuard(
        await Promise.all(active.map(async ({ Id }) => await guardOf(session, Id, queries))),
      )
    },
    staleTime: STALE_MS,
  })
}

/**
 * Returns a function that reads the guard. It never fails: without the rules, the guard is that of channels without rules.
 *
 * @param channelId only that of one channel
 */
export function useGuard(channelId?: number): () => Promise<number> {
  const session = useSession()
  const queries = useQueryClient()
  return async () => {
    if (!session.may('channels:read')) return DEFAULT_GUARD_PERCENT
    const guard =
      channelId === undefined
        ? queries.fetchQuery(guardQuery(session, queries))
        : guardOf(session, channelId, queries).then((percent) => strictestGuard([percent]))
    return await guard.catch(() => DEFAULT_GUARD_PERCENT)
  }
}
