import { judgeClaim, type RefreshState } from '../judge-claim.ts'
import type { SignInKey, SignInStore, StoredSignIn } from '../store.ts'
import { ExpiringMap } from './expiring-map.ts'

interface Entry extends StoredSignIn, Omit<RefreshState, 'paused'> {
  readonly signedInAt: number
  readonly holder: string | null
  readonly leaseUntil: number
}

/** Sign-ins in memory. */
export function memorySignIns(clock: () => number): SignInStore & { clean(): number } {
  const signIns = new ExpiringMap<Entry>(clock)
  return {
    async create(signIn, ttlSeconds) {
      const fresh = { generation: 0, tokens: null, refused: false, holder: null, leaseUntil: 0 }
      signIns.set(signIn.signInId, { ...signIn, ...fresh, signedInAt: clock() }, ttlSeconds)
    },
    async touch({ signInId, session, user }, ttlSeconds) {
      const entry = signIns.get(signInId)
      if (entry) signIns.set(signInId, { ...entry, session, user }, ttlSeconds)
      return entry !== undefined
    },
    async claimRefresh(claim) {
      const entry = signIns.get(claim.signInId)
      const isFree = entry && !entry.refused && entry.leaseUntil <= clock()
      if (!isFree || entry.generation > claim.generation) {
        const paused = entry?.holder === null && entry.leaseUntil > clock()
        return judgeClaim(claim, entry && { ...entry, paused })
      }
      const { holder, leaseSeconds } = claim
      signIns.update(claim.signInId, { ...entry, holder, leaseUntil: clock() + leaseSeconds })
      return { outcome: 'claimed' }
    },
    async completeRefresh({ signInId, holder, generation }, tokens, ttlSeconds) {
      const entry = signIns.get(signInId)
      if (entry?.holder !== holder) return false
      const next = { generation: generation + 1, tokens, holder: null, leaseUntil: 0 }
      signIns.set(signInId, { ...entry, ...next }, ttlSeconds)
      return true
    },
    async failRefresh({ signInId, holder }, { final, pauseSeconds }) {
      const entry = signIns.get(signInId)
      if (entry?.holder !== holder) return
      const leaseUntil = clock() + pauseSeconds
      signIns.update(signInId, { ...entry, refused: final, holder: null, leaseUntil })
    },
    async end(signInIds) {
      for (const signInId of signInIds) signIns.delete(signInId)
    },
    async endUser(user) {
      for (const [signInId, signIn] of signIns.live()) {
        if (signIn.user === user) signIns.delete(signInId)
      }
    },
    async list(user, { after: [time, id] = [Number.POSITIVE_INFINITY, ''], limit }) {
      return Array.from(signIns.live(), ([, signIn]) => signIn)
        .filter((signIn) => signIn.user === user && signIn.session !== '')
        .filter(({ signedInAt, signInId }) => isNewer([time, id], [signedInAt, signInId]))
        .toSorted((a, b) =>
          isNewer([a.signedInAt, a.signInId], [b.signedInAt, b.signInId]) ? -1 : 1,
        )
        .slice(0, limit)
        .map(({ signInId, provider, issuer, subject, signedInAt, caller }) => ({
          ...{ signInId, user, provider, issuer, subject, signedInAt },
          expiresAt: signIns.expiryOf(signInId),
          address: caller?.address ?? null,
          userAgent: caller?.userAgent ?? null,
        }))
    },
    async find({ provider, issuer, sid, subject, issuedAt }) {
      return Array.from(signIns.live(), ([, signIn]) => signIn)
        .filter((signIn) => signIn.provider === provider && signIn.issuer === issuer)
        .filter((signIn) => (sid === undefined ? signIn.subject === subject : signIn.sid === sid))
        .filter((signIn) => signIn.issuedAt <= issuedAt)
        .map(({ signInId, user, session }) => ({ signInId, user, session }))
    },
    clean: () => signIns.clean(),
  }
}

function isNewer([time, id]: SignInKey, [otherTime, otherId]: SignInKey): boolean {
  return time === otherTime ? id > otherId : time > otherTime
}
