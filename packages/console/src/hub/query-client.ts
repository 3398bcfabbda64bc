/** How answers of the hub are cached, retried and refreshed. */
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut, isTransient, retryAfterOf } from './api.ts'

/** How often a read is retried after a transient error. */
const MAX_RETRIES = 3

/** How long a retry waits at most while the page shows nothing, in milliseconds. If the hub asks for more, the page says so, and waits. */
const MAX_SILENCE_MS = 4_000

/**
 * Creates the cache of answers. Reads are retried after 1, 2 and 4 seconds; writes are not, because the person decides on that.
 *
 * @param onSignedOut called when the hub answers that the person has to sign in again
 */
export function createQueryClient(onSignedOut: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isSignedOut(error)) onSignedOut(error)
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          isTransient(error) &&
          failures < MAX_RETRIES &&
          (retryAfterOf(error) ?? 0) <= MAX_SILENCE_MS,
        retryDelay: (failures, error) => Math.max(1_000 * 2 ** failures, retryAfterOf(error) ?? 0),
        staleTime: 10_000,
        refetchOnWindowFocus: true,
      },
      mutations: {
        retry: false,
        networkMode: 'always',
        onError: (error) => {
          if (isSignedOut(error)) onSignedOut(error)
        },
      },
    },
  })
}
