import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RefreshClaim, Store, StoredSignIn } from '../../src/index.ts'
import { describeAccounts } from './account-store-contract.ts'
import { describeAdmin } from './admin-store-contract.ts'
import { describeDevices, describeLives } from './device-store-contract.ts'
import { describeMcp } from './mcp-store-contract.ts'

/** A store to be tested, and how to end it. */
export interface StoreUnderTest {
  readonly store: Store
  close(): Promise<void>
}

/** Seconds after which nothing expires while the tests run, however slow the machine is: clean-ups count what has. */
const LONG = 86_400

let count = 0
const unique = (name: string) => `${name}-${++count}`

function newSignIn(changes: Partial<StoredSignIn> = {}): StoredSignIn {
  return {
    signInId: unique('sign-in'),
    user: unique('user'),
    provider: 'acme',
    issuer: 'https://id.example',
    subject: unique('subject'),
    sid: unique('sid'),
    session: 'sealed-session',
    issuedAt: 1_000,
    ...changes,
  }
}

function claimOf(signIn: StoredSignIn, changes: Partial<RefreshClaim> = {}): RefreshClaim {
  return {
    signInId: signIn.signInId,
    generation: 0,
    holder: unique('holder'),
    leaseSeconds: LONG,
    ...changes,
  }
}

/** Runs 50 at once. */
async function race<T>(work: (index: number) => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: 50 }, (_, index) => work(index)))
}

/** What every store does. */
export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the ${name} store`, () => {
    let store: Store
    let close: () => Promise<void>

    beforeAll(async () => {
      ;({ store, close } = await open())
      await store.prepare()
    })
    afterAll(async () => await close())

    test('may be prepared again and keeps what it holds', async () => {
      const hash = unique('state')
      await store.csrf.save(hash, 'data', LONG)
      await store.prepare()
      expect(await store.csrf.claim(hash)).toBe('data')
    })

    describe('states', () => {
      test('are given back once', async () => {
        const hash = unique('state')
        await store.csrf.save(hash, 'data', LONG)
        expect(await store.csrf.claim(hash)).toBe('data')
        expect(await store.csrf.claim(hash)).toBeUndefined()
      })

      test('that nobody saved are not found', async () => {
        expect(await store.csrf.claim(unique('state'))).toBeUndefined()
      })

      test('that have expired are not given back', async () => {
        const hash = unique('state')
        await store.csrf.save(hash, 'data', 0)
        expect(await store.csrf.claim(hash)).toBeUndefined()
      })

      test('are kept up to a limit, however many come at once, and what is refused is not kept', async () => {
        const limit = { key: unique('address'), limit: 10, windowSeconds: LONG }
        const hashes = Array.from({ length: 50 }, () => unique('state'))
        const waits = await Promise.all(
          hashes.map((hash) => store.csrf.save(hash, 'data', LONG, limit)),
        )
        const kept = hashes.filter((_, index) => waits[index] === 0)
        expect(kept).toHaveLength(10)
        expect(Math.min(...waits.filter((wait) => wait > 0))).toBeGreaterThan(LONG / 2)
        const claimed = await Promise.all(hashes.map((hash) => store.csrf.claim(hash)))
        expect(claimed.filter((data) => data === 'data')).toHaveLength(10)
        const other = { ...limit, key: unique('address') }
        expect(await store.csrf.save(unique('state'), 'data', LONG, other)).toBe(0)
        expect(await store.csrf.save(unique('state'), 'data', LONG)).toBe(0)
      })

      test('that fifty claim at once are given to one', async () => {
        const hash = unique('state')
        await store.csrf.save(hash, 'data', LONG)
        const claims = await race(() => store.csrf.claim(hash))
        expect(claims.filter((data) => data !== undefined)).toEqual(['data'])
      })

      test('are found without being taken, and replaced by one of fifty that replace the same data at once', async () => {
        const hash = unique('state')
        expect(await store.csrf.find(hash)).toBeUndefined()
        expect(await store.csrf.replace(hash, 'data', 'other', LONG)).toBe(false)
        await store.csrf.save(hash, 'data', LONG)
        expect(await store.csrf.find(hash)).toBe('data')
        expect(await store.csrf.replace(hash, 'else', 'other', LONG)).toBe(false)
        const replaced = await race((index) =>
          store.csrf.replace(hash, 'data', `by ${index}`, LONG),
        )
        expect(replaced.filter(Boolean)).toHaveLength(1)
        const data = `by ${replaced.indexOf(true)}`
        expect([await store.csrf.find(hash), await store.csrf.claim(hash)]).toEqual([data, data])
        expect(await store.csrf.find(hash)).toBeUndefined()
      })

      test('that have expired are neither found nor replaced, and a replacement has its own expiry', async () => {
        const hash = unique('state')
        await store.csrf.save(hash, 'data', LONG)
        expect(await store.csrf.replace(hash, 'data', 'short', 0)).toBe(true)
        expect(await store.csrf.find(hash)).toBeUndefined()
        expect(await store.csrf.replace(hash, 'short', 'data', LONG)).toBe(false)
      })
    })

    describe('refreshes', () => {
      test('that fifty claim at once are given to one; the others are told to wait', async () => {
        const signIn = newSignIn()
        await store.signIns.create(signIn, LONG)
        const outcomes = await race(() => store.signIns.claimRefresh(claimOf(signIn)))
        const winners = outcomes.filter(({ outcome }) => outcome === 'claimed')
        expect(winners).toHaveLength(1)
        expect(outcomes.filter(({ outcome }) => outcome === 'busy')).toHaveLength(49)
      })

      test('hand the new tokens to everybody who still holds older ones', async () => {
        const signIn = newSignIn()
        await store.signIns.create(signIn, LONG)
        const claim = claimOf(signIn)
        expect(await store.signIns.claimRefresh(claim)).toEqual({ outcome: 'claimed' })
        expect(await store.signIns.completeRefresh(claim, 'sealed-tokens', LONG)).toBe(true)
        expect(await store.signIns.claimRefresh(claimOf(signIn))).toEqual({
          outcome: 'refreshed',
          generation: 1,
          tokens: 'sealed-tokens',
        })
        const next = claimOf(signIn, { generation: 1 })
        expect(await store.signIns.claimRefresh(next)).toEqual({ outcome: 'claimed' })
      })

      test('whose holder is gone pass to another when the lease has run out', async () => {
        const signIn = newSignIn()
        await store.signIns.create(signIn, LONG)
        const dead = claimOf(signIn, { leaseSeconds: 0 })
        expect(await store.signIns.claimRefresh(dead)).toEqual({ outcome: 'claimed' })
        const heir = claimOf(signIn)
        expect(await store.signIns.claimRefresh(heir)).toEqual({ outcome: 'claimed' })
        expect(await store.signIns.completeRefresh(dead, 'late', LONG)).toBe(false)
        expect(await store.signIns.completeRefresh(heir, 'tokens', LONG)).toBe(true)
      })

      test('that have failed pause for all, and then anybody may try', async () => {
        const [paused, free] = [newSignIn(), newSignIn()]
        for (const [signIn, pauseSeconds] of [
          [paused, LONG],
          [free, 0],
        ] as const) {
          await store.signIns.create(signIn, LONG)
          const claim = claimOf(signIn)
          await store.signIns.claimRefresh(claim)
          await store.signIns.failRefresh(claim, { final: false, pauseSeconds })
        }
        expect(await store.signIns.claimRefresh(claimOf(paused))).toEqual({ outcome: 'paused' })
        expect(await store.signIns.claimRefresh(claimOf(free))).toEqual({ outcome: 'claimed' })
      })

      test('that the provider has refused for good are never tried again', async () => {
        const signIn = newSignIn()
        await store.signIns.create(signIn, LONG)
        const claim = claimOf(signIn)
        await store.signIns.claimRefresh(claim)
        await store.signIns.failRefresh(claim, { final: true, pauseSeconds: 0 })
        expect(await store.signIns.claimRefresh(claimOf(signIn))).toEqual({ outcome: 'refused' })
      })

      test('of a sign-in that has ended or expired are refused, and cannot be completed', async () => {
        const [ended, expired] = [newSignIn(), newSignIn()]
        await store.signIns.create(ended, LONG)
        await store.signIns.create(expired, 0)
        const claim = claimOf(ended)
        await store.signIns.claimRefresh(claim)
        await store.signIns.end([ended.signInId])
        expect(await store.signIns.completeRefresh(claim, 'tokens', LONG)).toBe(false)
        expect(await store.signIns.claimRefresh(claimOf(ended))).toEqual({ outcome: 'ended' })
        expect(await store.signIns.claimRefresh(claimOf(expired))).toEqual({ outcome: 'ended' })
      })
    })

    describe('sign-ins', () => {
      test('stand until they are ended, and may be ended twice', async () => {
        const signIn = newSignIn()
        await store.signIns.create(signIn, LONG)
        expect(await store.signIns.touch(signIn, LONG)).toBe(true)
        await store.signIns.end([signIn.signInId])
        await store.signIns.end([signIn.signInId])
        expect(await store.signIns.touch(signIn, LONG)).toBe(false)
      })

      test('of a user end together, in whatever name they were last seen, and those of others stand', async () => {
        const user = unique('user')
        const [one, two, renamed] = [newSignIn({ user }), newSignIn({ user }), newSignIn()]
        const long = newSignIn({ user: 'x'.repeat(10_000) })
        for (const signIn of [one, two, renamed, long]) await store.signIns.create(signIn, LONG)
        await store.signIns.touch({ ...renamed, user }, LONG)
        const claim = claimOf(one)
        await store.signIns.claimRefresh(claim)
        await store.signIns.endUser(user)
        expect(await store.signIns.completeRefresh(claim, 'tokens', LONG)).toBe(false)
        for (const signIn of [one, two, renamed]) {
          expect(await store.signIns.touch(signIn, LONG)).toBe(false)
        }
        expect(await store.signIns.touch(long, LONG)).toBe(true)
        await store.signIns.endUser(long.user)
        expect(await store.signIns.touch(long, LONG)).toBe(false)
      })

      test('that have expired are not brought back', async () => {
        const signIn = newSignIn()
        await store.signIns.create(signIn, 0)
        expect(await store.signIns.touch(signIn, LONG)).toBe(false)
      })

      test('are found by session of the provider, or by subject, with the newest session id', async () => {
        const subject = unique('subject')
        const [one, two] = [newSignIn({ subject }), newSignIn({ subject, sid: undefined })]
        await store.signIns.create(one, LONG)
        await store.signIns.create(two, LONG)
        await store.signIns.touch({ ...two, session: 'moved', user: 'bob' }, LONG)
        const scope = { provider: 'acme', issuer: 'https://id.example', issuedAt: 1_000 }
        const { signInId, user } = one
        const found = { signInId, user, session: 'sealed-session' }
        expect(await store.signIns.find({ ...scope, sid: one.sid })).toEqual([found])
        const bySubject = await store.signIns.find({ ...scope, subject })
        expect(bySubject).toHaveLength(2)
        expect(bySubject).toContainEqual({
          signInId: two.signInId,
          user: 'bob',
          session: 'moved',
        })
      })

      test('without a session of the provider are found by their subject, beside those of the session', async () => {
        const subject = unique('subject')
        const [named, other] = [newSignIn({ subject }), newSignIn({ subject })]
        const unnamed = newSignIn({ subject, sid: undefined })
        const stranger = newSignIn({ sid: undefined })
        for (const one of [named, other, unnamed, stranger]) await store.signIns.create(one, LONG)
        const scope = { provider: 'acme', issuer: 'https://id.example', issuedAt: 1_000 }
        const found = async (meant: { sid?: string | undefined; subject?: string }) =>
          (await store.signIns.find({ ...scope, ...meant })).map(({ signInId }) => signInId).sort()
        const both = [named.signInId, unnamed.signInId].sort()
        expect(await found({ sid: named.sid, subject })).toEqual(both)
        expect(await found({ sid: unique('sid'), subject })).toEqual([unnamed.signInId])
        expect(await found({ sid: named.sid })).toEqual([named.signInId])
      })

      test('of another provider, of another issuer, or begun later, are not meant', async () => {
        const signIn = newSignIn()
        await store.signIns.create(signIn, LONG)
        const scope = {
          provider: 'acme',
          issuer: 'https://id.example',
          issuedAt: 1_000,
          sid: signIn.sid,
        }
        expect(await store.signIns.find({ ...scope, provider: 'other' })).toEqual([])
        expect(await store.signIns.find({ ...scope, issuer: 'https://other.example' })).toEqual([])
        expect(await store.signIns.find({ ...scope, issuedAt: 999 })).toEqual([])
      })
    })

    test('cleans out what has expired and nothing else', async () => {
      await store.clean()
      const [dead, live] = [newSignIn(), newSignIn()]
      await store.signIns.create(dead, 0)
      await store.signIns.create(live, LONG)
      await store.csrf.save(unique('state'), 'data', 0)
      const hash = unique('state')
      await store.csrf.save(hash, 'data', LONG)
      expect(await store.clean()).toBe(2)
      expect(await store.clean()).toBe(0)
      expect(await store.csrf.claim(hash)).toBe('data')
      expect(await store.signIns.touch(live, LONG)).toBe(true)
    })

    test('cleans out more than a batch, and stops when it is told to', async () => {
      await store.clean()
      const fill = async () => {
        const hashes = Array.from({ length: 2_500 }, () => unique('state'))
        for (const hash of hashes) await store.csrf.save(hash, 'data', 0)
      }
      await fill()
      expect(await store.clean()).toBe(2_500)
      await fill()
      expect(await store.clean({ signal: AbortSignal.timeout(0) })).toBeLessThanOrEqual(2_500)
      await store.clean()
      expect(await store.clean({ signal: AbortSignal.abort() })).toBe(0)
    })

    describe('for the authorization server', () => describeMcp(() => store))
    describe('authorizations of devices', () => describeDevices(() => store.mcp))
    describe('connections', () => describeLives(() => store.mcp))
    describe('accounts of grants', () => describeAccounts(() => store.mcp))
    describe('for administration', () => describeAdmin(() => store))
  })
}
