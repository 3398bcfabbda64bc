import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Login, RefreshClaim, Store } from '../../src/index.ts'
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

function newLogin(changes: Partial<Login> = {}): Login {
  return {
    loginId: unique('login'),
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

function claimOf(login: Login, changes: Partial<RefreshClaim> = {}): RefreshClaim {
  return {
    loginId: login.loginId,
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
    })

    describe('refreshes', () => {
      test('that fifty claim at once are given to one; the others are told to wait', async () => {
        const login = newLogin()
        await store.logins.create(login, LONG)
        const outcomes = await race(() => store.logins.claimRefresh(claimOf(login)))
        const winners = outcomes.filter(({ outcome }) => outcome === 'claimed')
        expect(winners).toHaveLength(1)
        expect(outcomes.filter(({ outcome }) => outcome === 'busy')).toHaveLength(49)
      })

      test('hand the new tokens to everybody who still holds older ones', async () => {
        const login = newLogin()
        await store.logins.create(login, LONG)
        const claim = claimOf(login)
        expect(await store.logins.claimRefresh(claim)).toEqual({ outcome: 'claimed' })
        expect(await store.logins.completeRefresh(claim, 'sealed-tokens', LONG)).toBe(true)
        expect(await store.logins.claimRefresh(claimOf(login))).toEqual({
          outcome: 'refreshed',
          generation: 1,
          tokens: 'sealed-tokens',
        })
        const next = claimOf(login, { generation: 1 })
        expect(await store.logins.claimRefresh(next)).toEqual({ outcome: 'claimed' })
      })

      test('whose holder is gone pass to another when the lease has run out', async () => {
        const login = newLogin()
        await store.logins.create(login, LONG)
        const dead = claimOf(login, { leaseSeconds: 0 })
        expect(await store.logins.claimRefresh(dead)).toEqual({ outcome: 'claimed' })
        const heir = claimOf(login)
        expect(await store.logins.claimRefresh(heir)).toEqual({ outcome: 'claimed' })
        expect(await store.logins.completeRefresh(dead, 'late', LONG)).toBe(false)
        expect(await store.logins.completeRefresh(heir, 'tokens', LONG)).toBe(true)
      })

      test('that have failed pause for all, and then anybody may try', async () => {
        const [paused, free] = [newLogin(), newLogin()]
        for (const [login, pauseSeconds] of [
          [paused, LONG],
          [free, 0],
        ] as const) {
          await store.logins.create(login, LONG)
          const claim = claimOf(login)
          await store.logins.claimRefresh(claim)
          await store.logins.failRefresh(claim, { final: false, pauseSeconds })
        }
        expect(await store.logins.claimRefresh(claimOf(paused))).toEqual({ outcome: 'paused' })
        expect(await store.logins.claimRefresh(claimOf(free))).toEqual({ outcome: 'claimed' })
      })

      test('that the provider has refused for good are never tried again', async () => {
        const login = newLogin()
        await store.logins.create(login, LONG)
        const claim = claimOf(login)
        await store.logins.claimRefresh(claim)
        await store.logins.failRefresh(claim, { final: true, pauseSeconds: 0 })
        expect(await store.logins.claimRefresh(claimOf(login))).toEqual({ outcome: 'refused' })
      })

      test('of a sign-in that has ended or expired are refused, and cannot be completed', async () => {
        const [ended, expired] = [newLogin(), newLogin()]
        await store.logins.create(ended, LONG)
        await store.logins.create(expired, 0)
        const claim = claimOf(ended)
        await store.logins.claimRefresh(claim)
        await store.logins.end([ended.loginId])
        expect(await store.logins.completeRefresh(claim, 'tokens', LONG)).toBe(false)
        expect(await store.logins.claimRefresh(claimOf(ended))).toEqual({ outcome: 'ended' })
        expect(await store.logins.claimRefresh(claimOf(expired))).toEqual({ outcome: 'ended' })
      })
    })

    describe('sign-ins', () => {
      test('stand until they are ended, and may be ended twice', async () => {
        const login = newLogin()
        await store.logins.create(login, LONG)
        expect(await store.logins.touch(login, LONG)).toBe(true)
        await store.logins.end([login.loginId])
        await store.logins.end([login.loginId])
        expect(await store.logins.touch(login, LONG)).toBe(false)
      })

      test('of a user end together, in whatever name they were last seen, and those of others stand', async () => {
        const user = unique('user')
        const [one, two, renamed] = [newLogin({ user }), newLogin({ user }), newLogin()]
        const long = newLogin({ user: 'x'.repeat(10_000) })
        for (const login of [one, two, renamed, long]) await store.logins.create(login, LONG)
        await store.logins.touch({ ...renamed, user }, LONG)
        const claim = claimOf(one)
        await store.logins.claimRefresh(claim)
        await store.logins.endUser(user)
        expect(await store.logins.completeRefresh(claim, 'tokens', LONG)).toBe(false)
        for (const login of [one, two, renamed]) {
          expect(await store.logins.touch(login, LONG)).toBe(false)
        }
        expect(await store.logins.touch(long, LONG)).toBe(true)
        await store.logins.endUser(long.user)
        expect(await store.logins.touch(long, LONG)).toBe(false)
      })

      test('that have expired are not brought back', async () => {
        const login = newLogin()
        await store.logins.create(login, 0)
        expect(await store.logins.touch(login, LONG)).toBe(false)
      })

      test('are found by session of the provider, or by subject, with the newest session id', async () => {
        const subject = unique('subject')
        const [one, two] = [newLogin({ subject }), newLogin({ subject, sid: undefined })]
        await store.logins.create(one, LONG)
        await store.logins.create(two, LONG)
        await store.logins.touch({ ...two, session: 'moved' }, LONG)
        const scope = { provider: 'acme', issuer: 'https://id.example', issuedAt: 1_000 }
        const found = { loginId: one.loginId, session: 'sealed-session' }
        expect(await store.logins.find({ ...scope, sid: one.sid })).toEqual([found])
        const bySubject = await store.logins.find({ ...scope, subject })
        expect(bySubject).toHaveLength(2)
        expect(bySubject).toContainEqual({ loginId: two.loginId, session: 'moved' })
      })

      test('of another provider, of another issuer, or begun later, are not meant', async () => {
        const login = newLogin()
        await store.logins.create(login, LONG)
        const scope = {
          provider: 'acme',
          issuer: 'https://id.example',
          issuedAt: 1_000,
          sid: login.sid,
        }
        expect(await store.logins.find({ ...scope, provider: 'other' })).toEqual([])
        expect(await store.logins.find({ ...scope, issuer: 'https://other.example' })).toEqual([])
        expect(await store.logins.find({ ...scope, issuedAt: 999 })).toEqual([])
      })
    })

    test('cleans out what has expired and nothing else', async () => {
      await store.clean()
      const [dead, live] = [newLogin(), newLogin()]
      await store.logins.create(dead, 0)
      await store.logins.create(live, LONG)
      await store.csrf.save(unique('state'), 'data', 0)
      const hash = unique('state')
      await store.csrf.save(hash, 'data', LONG)
      expect(await store.clean()).toBe(2)
      expect(await store.clean()).toBe(0)
      expect(await store.csrf.claim(hash)).toBe('data')
      expect(await store.logins.touch(live, LONG)).toBe(true)
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
  })
}
