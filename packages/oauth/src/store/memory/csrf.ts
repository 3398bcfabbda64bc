import type { CsrfStore } from '../store.ts'
import { ExpiringMap } from './expiring-map.ts'

/** States of sign-ins in memory. */
export function memoryCsrf(clock: () => number): CsrfStore & { clean(): number } {
  const tokens = new ExpiringMap<string>(clock)
  return {
    async save(tokenHash, data, ttlSeconds) {
      tokens.set(tokenHash, data, ttlSeconds)
    },
    async claim(tokenHash) {
      const data = tokens.get(tokenHash)
      tokens.delete(tokenHash)
      return data
    },
    clean: () => tokens.clean(),
  }
}
