import type { LimitStore } from '../mcp.ts'
import type { CsrfStore } from '../store.ts'
import { ExpiringMap } from './expiring-map.ts'

/** States of sign-ins in memory. */
export function memoryCsrf(
  clock: () => number,
  limits: LimitStore,
): CsrfStore & { clean(): number } {
  const tokens = new ExpiringMap<string>(clock)
  return {
    async save(tokenHash, data, ttlSeconds, limit) {
      const wait = limit ? await limits.count(limit.key, limit.limit, limit.windowSeconds) : 0
      if (wait === 0) tokens.set(tokenHash, data, ttlSeconds)
      return wait
    },
    async claim(tokenHash) {
      const data = tokens.get(tokenHash)
      tokens.delete(tokenHash)
      return data
    },
    find: async (tokenHash) => tokens.get(tokenHash),
    async replace(tokenHash, from, to, ttlSeconds) {
      const isSame = tokens.get(tokenHash) === from
      if (isSame) tokens.set(tokenHash, to, ttlSeconds)
      return isSame
    },
    clean: () => tokens.clean(),
  }
}
