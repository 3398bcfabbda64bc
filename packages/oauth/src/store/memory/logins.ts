import { judgeClaim, type StoredLogin } from '../judge-claim.ts'
import type { Login, LoginStore } from '../store.ts'
import { ExpiringMap } from './expiring-map.ts'

interface Entry extends Login, Omit<StoredLogin, 'paused'> {
  readonly holder: string | null
  readonly leaseUntil: number
}

/** Sign-ins in memory. */
export function memoryLogins(clock: () => number): LoginStore & { clean(): number } {
  const logins = new ExpiringMap<Entry>(clock)
  return {
    async create(login, ttlSeconds) {
      const fresh = { generation: 0, tokens: null, refused: false, holder: null, leaseUntil: 0 }
      logins.set(login.loginId, { ...login, ...fresh }, ttlSeconds)
    },
    async touch({ loginId, session, user }, ttlSeconds) {
      const entry = logins.get(loginId)
      if (entry) logins.set(loginId, { ...entry, session, user }, ttlSeconds)
      return entry !== undefined
    },
    async claimRefresh(claim) {
      const entry = logins.get(claim.loginId)
      const isFree = entry && !entry.refused && entry.leaseUntil <= clock()
      if (!isFree || entry.generation > claim.generation) {
        const paused = entry?.holder === null && entry.leaseUntil > clock()
        return judgeClaim(claim, entry && { ...entry, paused })
      }
      const { holder, leaseSeconds } = claim
      logins.update(claim.loginId, { ...entry, holder, leaseUntil: clock() + leaseSeconds })
      return { outcome: 'claimed' }
    },
    async completeRefresh({ loginId, holder, generation }, tokens, ttlSeconds) {
      const entry = logins.get(loginId)
      if (entry?.holder !== holder) return false
      const next = { generation: generation + 1, tokens, holder: null, leaseUntil: 0 }
      logins.set(loginId, { ...entry, ...next }, ttlSeconds)
      return true
    },
    async failRefresh({ loginId, holder }, { final, pauseSeconds }) {
      const entry = logins.get(loginId)
      if (entry?.holder !== holder) return
      const leaseUntil = clock() + pauseSeconds
      logins.update(loginId, { ...entry, refused: final, holder: null, leaseUntil })
    },
    async end(loginIds) {
      for (const loginId of loginIds) logins.delete(loginId)
    },
    async endUser(user) {
      for (const [loginId, login] of logins.live()) {
        if (login.user === user) logins.delete(loginId)
      }
    },
    async find({ provider, issuer, sid, subject, issuedAt }) {
      return Array.from(logins.live(), ([, login]) => login)
        .filter((login) => login.provider === provider && login.issuer === issuer)
        .filter((login) => (sid === undefined ? login.subject === subject : login.sid === sid))
        .filter((login) => login.issuedAt <= issuedAt)
        .map(({ loginId, session }) => ({ loginId, session }))
    },
    clean: () => logins.clean(),
  }
}
