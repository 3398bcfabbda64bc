import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { McpStore, Redemption, Rotation, Store } from '../../src/index.ts'
import { isClientId } from '../../src/mcp/client.ts'
import { isStorableId, MAX_USER_BYTES } from '../../src/shared/identifier.ts'
import { type KeysOfGrant, MAX_ACCESS_TTL, WITHOUT_END } from '../../src/store/mcp.ts'
import { personId } from '../../src/store/rules/person-id.ts'

/** Seconds after which nothing expires while the tests run, however slow the machine is: clean-ups count what has. */
const LONG = 86_400

/** More clients than the tests store. */
const LIMIT = 1_000

let count = 0

const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
const unique = (name: string) => `${name}-${++count}-${Math.random().toString(36).slice(2)}`

/** Runs 100 at once. */
async function race<T>(work: (index: number) => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: 100 }, (_, index) => work(index)))
}

const RESOURCE = 'https://shop.example/mcp'
const AT = { resource: RESOURCE }
const ELSEWHERE = { resource: 'https://shop.example/v2' }
const AUTHENTICATION = '{"acr":"mfa","auth_time":1}'

/** A code that was saved, and how its client redeems it. */
async function newCode(
  mcp: McpStore,
  changes: {
    ttl?: number
    offline?: boolean
    clientId?: string
    sub?: string
    scope?: string
    resource?: string
    dpopJkt?: string
  } = {},
) {
  const redemption: Redemption = {
    codeHash: unique('code'),
    clientId: changes.clientId ?? unique('client'),
    redirectUri: 'https://app.example/cb',
    codeChallenge: createHash('sha256').update(unique('verifier')).digest('base64url'),
    resource: RESOURCE,
    familyId: unique('family'),
    tokenHash: unique('token'),
    familyTtl: LONG,
    accessTtl: LONG / 2,
    jti: unique('jti'),
    allowed: undefined,
  }
  const sub = changes.sub ?? unique('ann')
  const { codeHash, clientId, codeChallenge } = redemption
  const { ttl = LONG, offline = true, scope = 'read write', resource = RESOURCE } = changes
  const code = { codeHash, clientId, codeChallenge, resource, scope }
  const redirectUri = 'https://app.example/cb'
  await mcp.grants.saveCode(
    {
      ...{ ...code, sub, redirectUri, offline, authentication: AUTHENTICATION },
      dpopJkt: changes.dpopJkt,
    },
    ttl,
  )
  return { redemption, sub }
}

/** A family whose first refresh token is there. */
async function newFamily(
  mcp: McpStore,
  changes?: Parameters<typeof newCode>[1],
  keys: KeysOfGrant = {},
) {
  const { redemption, sub } = await newCode(mcp, changes)
  await mcp.grants.redeem({ ...redemption, ...keys })
  const rotation: Rotation = {
    familyId: redemption.familyId,
    clientId: redemption.clientId,
    tokenHash: redemption.tokenHash,
    nextHash: unique('token'),
    nextSealed: unique('sealed'),
    familyTtl: LONG,
    idleTtl: LONG,
    resource: RESOURCE,
    scopes: undefined,
    allowed: undefined,
    graceSeconds: LONG,
    instance: 'one',
    jti: unique('jti'),
  }
  return { rotation, sub }
}

/** The events of a client, oldest first. */
async function events(mcp: McpStore, clientId: string): Promise<string[]> {
  const rows = await mcp.audit.list({ clientId })
  return rows.map(({ event }) => event.replace('oauth.mcp.', '')).toReversed()
}

/** What every store does for the authorization server. */
export function describeMcp(open: () => Store): void {
  const mcp = () => open().mcp

  describe('codes', () => {
    test('are redeemed once, with what was granted, and the audit says so', async () => {
      const { redemption, sub } = await newCode(mcp())
      const grant = { sub, scope: 'read write', authentication: AUTHENTICATION, account: null }
      const granted = { outcome: 'redeemed', ...grant, offline: true }
      expect(await mcp().grants.redeem(redemption)).toEqual(granted)
      const [row] = await mcp().audit.list({ clientId: redemption.clientId })
      expect(row).toMatchObject({
        event: 'oauth.mcp.token.issued',
        sub,
        detail: {
          aud: RESOURCE,
          scope: 'read write',
          jti: redemption.jti,
          family_id: redemption.familyId,
        },
      })
    })

    test.each([
      ['client', { clientId: 'another' }],
      ['redirect_uri', { redirectUri: 'https://other.example/cb' }],
      ['verifier', { codeChallenge: 'another' }],
      ['resource', { resource: 'https://other.example/mcp' }],
      ['unknown', { codeHash: 'another' }],
    ] as const)('are refused with another %s, and stay good', async (problem, change) => {
      const { redemption } = await newCode(mcp())
      const outcome = await mcp().grants.redeem({ ...redemption, ...change })
      expect(outcome).toEqual({ outcome: 'refused', problem })
      expect(await mcp().grants.redeem(redemption)).toMatchObject({ outcome: 'redeemed' })
    })

    test('are unused until they are redeemed, or have expired', async () => {
      const { grants } = mcp()
      expect(await grants.isUnused('unknown')).toBe(false)
      const { redemption } = await newCode(mcp())
      await grants.redeem({ ...redemption, codeChallenge: 'another' })
      expect(await grants.isUnused(redemption.codeHash)).toBe(true)
      await grants.redeem(redemption)
      expect(await grants.isUnused(redemption.codeHash)).toBe(false)
      const expired = await newCode(mcp(), { ttl: 0 })
      expect(await grants.isUnused(expired.redemption.codeHash)).toBe(false)
    })

    test('are redeemed without a redirect URI, as in OAuth 2.1', async () => {
      const { redemption } = await newCode(mcp())
      const outcome = await mcp().grants.redeem({ ...redemption, redirectUri: undefined })
      expect(outcome).toMatchObject({ outcome: 'redeemed' })
    })

    test('give what is allowed of their scope, and their family keeps all', async () => {
      const { redemption, sub } = await newCode(mcp())
      const none = { ...redemption, allowed: new Set(['other']) }
      expect(await mcp().grants.redeem(none)).toEqual({ outcome: 'refused', problem: 'limit' })
      const some = { ...redemption, allowed: new Set(['write', 'other']) }
      const grant = { sub, scope: 'write', authentication: AUTHENTICATION }
      const granted = { outcome: 'redeemed', ...grant, offline: true }
      expect(await mcp().grants.redeem(some)).toMatchObject(granted)
      const [row] = await mcp().audit.list({ clientId: redemption.clientId })
      expect(row?.detail).toMatchObject({ scope: 'write' })
      expect(await mcp().grants.findFamily(redemption.familyId)).toMatchObject({
        scope: 'read write',
      })
    })

    test('without a scope are redeemed whatever is allowed', async () => {
      const { redemption } = await newCode(mcp(), { scope: '' })
      const outcome = await mcp().grants.redeem({ ...redemption, allowed: new Set(['read']) })
      expect(outcome).toMatchObject({ outcome: 'redeemed', scope: '' })
    })

    test('that have expired are refused', async () => {
      const { redemption } = await newCode(mcp(), { ttl: 0 })
      expect(await mcp().grants.redeem(redemption)).toMatchObject({ outcome: 'refused' })
    })

    test('that come again revoke what was issued on them', async () => {
      const { redemption, sub } = await newCode(mcp())
      await mcp().grants.redeem(redemption)
      const again = { ...redemption, familyId: unique('family'), redirectUri: 'whatever' }
      const { familyId } = redemption
      const replayed = { outcome: 'replayed', familyId, sub }
      expect(await mcp().grants.redeem(again)).toEqual(replayed)
      expect(await mcp().grants.redeem(again)).toEqual(replayed)
      expect(await mcp().grants.findFamily(familyId)).toMatchObject({ revoked: true })
      expect(await mcp().grants.findFamily(again.familyId)).toBeUndefined()
      expect((await mcp().revocations.list()).map(({ id }) => id)).toContain(familyId)
      const logged = await events(mcp(), redemption.clientId)
      expect(logged).toEqual(['token.issued', 'code.replayed'])
    })

    test('that come again from somebody without the verifier revoke nothing', async () => {
      const { redemption } = await newCode(mcp())
      await mcp().grants.redeem(redemption)
      const stolen = { ...redemption, familyId: unique('family'), codeChallenge: 'whatever' }
      expect(await mcp().grants.redeem(stolen)).toEqual({ outcome: 'refused', problem: 'verifier' })
      const { familyId } = redemption
      expect(await mcp().grants.findFamily(familyId)).toMatchObject({ revoked: false })
      expect((await mcp().revocations.list()).map(({ id }) => id)).not.toContain(familyId)
    })

    test('that are bound to a key are redeemed with it alone, and a replay without it revokes nothing', async () => {
      const { redemption } = await newCode(mcp(), { dpopJkt: 'a-key' })
      const other = { outcome: 'refused', problem: 'key' }
      expect(await mcp().grants.redeem(redemption)).toEqual(other)
      expect(await mcp().grants.redeem({ ...redemption, jkt: 'another-key' })).toEqual(other)
      const bound = { ...redemption, jkt: 'a-key', familyJkt: 'a-key' }
      expect(await mcp().grants.redeem(bound)).toMatchObject({ outcome: 'redeemed' })
      expect(await mcp().grants.redeem({ ...redemption, jkt: 'another-key' })).toEqual(other)
      const { familyId, clientId } = redemption
      const family = await mcp().grants.findFamily(familyId)
      expect(family).toMatchObject({ dpopJkt: 'a-key', revoked: false })
      const [row] = await mcp().audit.list({ clientId })
      expect(row?.detail).toMatchObject({ jkt: 'a-key' })
      expect(await mcp().grants.redeem(bound)).toMatchObject({ outcome: 'replayed' })
    })

    test('that a hundred redeem at once are given to one', async () => {
      const { redemption } = await newCode(mcp())
      const outcomes = await race((index) =>
        mcp().grants.redeem({ ...redemption, familyId: `${redemption.familyId}-${index}` }),
      )
      expect(outcomes.filter(({ outcome }) => outcome === 'redeemed')).toHaveLength(1)
      expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(99)
      const logged = await events(mcp(), redemption.clientId)
      expect(logged).toEqual(['token.issued', 'code.replayed'])
    })

    test('without a refresh token make a family that cannot be refreshed', async () => {
      const { redemption } = await newCode(mcp(), { offline: false })
      expect(await mcp().grants.redeem(redemption)).toMatchObject({ offline: false })
      const family = await mcp().grants.findFamily(redemption.familyId)
      expect(family).toMatchObject({ currentHash: null, revoked: false })
      expect((family?.expiresAt ?? 0) - (family?.createdAt ?? 0)).toBeCloseTo(LONG / 2, 0)
    })
  })

  describe('families of refresh tokens', () => {
    test('go from one token to the next', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const grant = { sub, scope: 'read write', authentication: AUTHENTICATION, account: null }
      const rotated = { outcome: 'rotated', ...grant }
      expect(await mcp().grants.rotate(rotation)).toEqual(rotated)
      const next = { ...rotation, tokenHash: rotation.nextHash, nextHash: unique('token') }
      expect(await mcp().grants.rotate(next)).toEqual(rotated)
      const logged = await events(mcp(), rotation.clientId)
      expect(logged).toEqual(['token.issued', 'token.refreshed', 'token.refreshed'])
    })

    test('are bound to the first key of their client, and go on with it alone', async () => {
      const { rotation } = await newFamily(mcp())
      const other = { outcome: 'refused', problem: 'key' }
      expect(await mcp().grants.findFamily(rotation.familyId)).toMatchObject({ dpopJkt: null })
      const bound = { ...rotation, jkt: 'a-key', familyJkt: 'a-key' }
      expect(await mcp().grants.rotate(bound)).toMatchObject({ outcome: 'rotated' })
      expect(await mcp().grants.findFamily(rotation.familyId)).toMatchObject({ dpopJkt: 'a-key' })
      const [row] = await mcp().audit.list({ clientId: rotation.clientId })
      expect(row?.detail).toMatchObject({ jkt: 'a-key' })
      const next = { ...rotation, tokenHash: rotation.nextHash, nextHash: unique('token') }
      const stolen = { ...next, jkt: 'another-key', familyJkt: 'another-key' }
      expect(await mcp().grants.rotate(next)).toEqual(other)
      expect(await mcp().grants.rotate(stolen)).toEqual(other)
      const retry = { ...next, jkt: 'a-key', tokenHash: rotation.tokenHash }
      expect(await mcp().grants.rotate(retry)).toMatchObject({ outcome: 'repeated' })
      expect(await mcp().grants.rotate({ ...next, jkt: 'a-key' })).toMatchObject({
        outcome: 'rotated',
      })
    })

    test('that were bound by a refresh end if an earlier token comes without the key: the key may be that of a thief', async () => {
      for (const jkt of [undefined, 'another-key']) {
        const { rotation, sub } = await newFamily(mcp())
        const byThief = { ...rotation, jkt: 'a-key', familyJkt: 'a-key' }
        expect(await mcp().grants.rotate(byThief)).toMatchObject({ outcome: 'rotated' })
        const byClient = { ...rotation, nextHash: unique('token'), jkt, familyJkt: jkt }
        expect(await mcp().grants.rotate(byClient)).toEqual({ outcome: 'reused', sub })
        expect(await mcp().grants.findFamily(rotation.familyId)).toMatchObject({ revoked: true })
      }
    })

    test('that were bound by their code are ended by no token without the key', async () => {
      const keys = { jkt: 'a-key', familyJkt: 'a-key' }
      const { rotation } = await newFamily(mcp(), {}, keys)
      const bound = { ...rotation, ...keys }
      expect(await mcp().grants.rotate(bound)).toMatchObject({ outcome: 'rotated' })
      const stolen = { ...bound, nextHash: unique('token'), jkt: 'another-key' }
      const other = { outcome: 'refused', problem: 'key' }
      expect(await mcp().grants.rotate(stolen)).toEqual(other)
      expect(await mcp().grants.findFamily(bound.familyId)).toMatchObject({ revoked: false })
    })

    test('with a key of each request, which is not theirs, are bound to none', async () => {
      const { rotation } = await newFamily(mcp())
      expect(await mcp().grants.rotate({ ...rotation, jkt: 'a-key' })).toMatchObject({
        outcome: 'rotated',
      })
      expect(await mcp().grants.findFamily(rotation.familyId)).toMatchObject({ dpopJkt: null })
    })

    test('that a hundred refresh at once rotate once, and all hear of the same token', async () => {
      const { rotation } = await newFamily(mcp())
      const outcomes = await race(() => mcp().grants.rotate(rotation))
      expect(outcomes.filter(({ outcome }) => outcome === 'rotated')).toHaveLength(1)
      const repeated = outcomes.filter((one) => one.outcome === 'repeated')
      expect(repeated).toHaveLength(99)
      const { nextHash: currentHash, nextSealed: currentSealed } = rotation
      for (const one of repeated) expect(one).toMatchObject({ currentHash, currentSealed })
      const logged = await events(mcp(), rotation.clientId)
      expect(logged).toEqual(['token.issued', 'token.refreshed'])
    })

    test('of many clients at once each go to their own next token', async () => {
      const families = await Promise.all(Array.from({ length: 200 }, () => newFamily(mcp())))
      const outcomes = await Promise.all(
        families.map(({ rotation }) => mcp().grants.rotate(rotation)),
      )
      for (const [index, { rotation, sub }] of families.entries()) {
        expect(outcomes[index]).toMatchObject({ outcome: 'rotated', sub, scope: 'read write' })
        const found = await mcp().grants.findFamily(rotation.familyId)
        expect(found?.currentHash).toBe(rotation.nextHash)
      }
    })

    test('are revoked by a token that was spent before the grace, and no other family is', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const other = await newFamily(mcp())
      await mcp().grants.rotate(rotation)
      const late = { ...rotation, graceSeconds: 0 }
      expect(await mcp().grants.rotate(late)).toEqual({ outcome: 'reused', sub })
      const next = { ...rotation, tokenHash: rotation.nextHash, nextHash: unique('token') }
      expect(await mcp().grants.rotate(next)).toEqual({ outcome: 'refused', problem: 'revoked' })
      expect(await mcp().grants.rotate(other.rotation)).toMatchObject({ outcome: 'rotated' })
      const logged = await events(mcp(), rotation.clientId)
      expect(logged).toEqual(['token.issued', 'token.refreshed', 'token.reused'])
    })

    test('answer every earlier token with the current one within the grace, if the same instance has used its successor just now', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const generations = [rotation]
      for (const index of [1, 2, 3]) {
        const last = generations.at(-1) ?? rotation
        const changes = { nextHash: unique('token'), nextSealed: `sealed ${index}` }
        const next = { ...rotation, tokenHash: last.nextHash, ...changes }
        expect(await mcp().grants.rotate(last)).toMatchObject({ outcome: 'rotated' })
        generations.push(next)
      }
      const current = generations.pop()
      const { tokenHash: currentHash } = current ?? rotation
      const repeated = { outcome: 'repeated', sub, scope: 'read write', currentHash }
      for (const old of generations) {
        const outcome = await mcp().grants.rotate({ ...old, nextHash: unique('token') })
        expect(outcome).toMatchObject({ ...repeated, currentSealed: 'sealed 2' })
      }
      const [oldest = rotation] = generations
      // The successor of the last one is the current token, which nobody has used.
      const last = {
        ...(generations.at(-1) ?? rotation),
        nextHash: unique('token'),
        instance: 'two',
      }
      expect(await mcp().grants.rotate(last)).toMatchObject(repeated)
      // Of another family the same token is worth nothing.
      const other = await newFamily(mcp())
      const foreign = { ...other.rotation, tokenHash: rotation.tokenHash }
      expect(await mcp().grants.rotate(foreign)).toMatchObject({ outcome: 'reused' })
      const stolen = { ...oldest, instance: 'two' }
      expect(await mcp().grants.rotate(stolen)).toEqual({ outcome: 'reused', sub })
      const outcome = await mcp().grants.rotate({ ...rotation, tokenHash: currentHash })
      expect(outcome).toEqual({ outcome: 'refused', problem: 'revoked' })
      const logged = await events(mcp(), rotation.clientId)
      expect(logged.filter((event) => event === 'token.reused')).toHaveLength(1)
    })

    test('are revoked once by a hundred thieves at once who show a token whose successor was used', async () => {
      const { rotation, sub } = await newFamily(mcp())
      await mcp().grants.rotate(rotation)
      const next = { ...rotation, tokenHash: rotation.nextHash, nextHash: unique('token') }
      await mcp().grants.rotate(next)
      const outcomes = await race(() => mcp().grants.rotate({ ...rotation, instance: 'thief' }))
      const refused = { outcome: 'refused', problem: 'revoked' }
      for (const one of outcomes) expect([{ outcome: 'reused', sub }, refused]).toContainEqual(one)
      expect(outcomes).toContainEqual({ outcome: 'reused', sub })
      const after = { ...next, tokenHash: next.nextHash, nextHash: unique('token') }
      expect(await mcp().grants.rotate(after)).toEqual(refused)
      const logged = await events(mcp(), rotation.clientId)
      expect(logged.filter((event) => event === 'token.reused')).toHaveLength(1)
    })

    test('are revoked by a token of two generations ago that was spent before the grace', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const eager = { ...rotation, graceSeconds: 0 }
      await mcp().grants.rotate(eager)
      const next = { ...eager, tokenHash: rotation.nextHash, nextHash: unique('token') }
      await mcp().grants.rotate(next)
      // Nothing tells when it was spent: that was longer ago than the grace.
      expect(await mcp().grants.rotate(rotation)).toEqual({ outcome: 'reused', sub })
    })

    test('live on while they are used, and no longer than they may at all', async () => {
      const { redemption } = await newCode(mcp())
      await mcp().grants.redeem({ ...redemption, familyTtl: 1_000 })
      const { familyId, clientId, tokenHash } = redemption
      const rest = { familyId, clientId, resource: RESOURCE, scopes: undefined, allowed: undefined }
      let next = tokenHash
      const rotate = async (familyTtl: number, idleTtl: number) => {
        const rotation = { ...rest, tokenHash: next, nextHash: unique('token'), nextSealed: '' }
        const lives = { familyTtl, idleTtl, graceSeconds: 0, instance: 'one', jti: unique('jti') }
        expect(await mcp().grants.rotate({ ...rotation, ...lives })).toMatchObject({
          outcome: 'rotated',
        })
        next = rotation.nextHash
        const family = await mcp().grants.findFamily(familyId)
        return (family?.expiresAt ?? 0) - (family?.createdAt ?? 0)
      }
      const withinMinutes = (seconds: number) => [seconds - 1, seconds + 300] as const
      const check = (life: number, seconds: number) => {
        const [from, to] = withinMinutes(seconds)
        expect(life).toBeGreaterThanOrEqual(from)
        expect(life).toBeLessThanOrEqual(to)
      }
      check(await rotate(LONG, 2_000), 2_000)
      // By less than a hundredth it is not moved, and it never ends earlier.
      check(await rotate(LONG, 2_001), 2_000)
      check(await rotate(LONG, 10), 2_000)
      check(await rotate(40_000, 50_000), 40_000)
      expect(await rotate(40_000, 60_000)).toBeLessThan(40_001)
    })

    test.each([
      ['client', { clientId: 'another' }],
      ['resource', { resource: 'https://other.example/mcp' }],
      ['scope', { scopes: ['read', 'admin'] }],
      ['limit', { allowed: new Set(['admin']) }],
      ['limit', { allowed: new Set(['read']), scopes: ['write'] }],
      ['unknown', { familyId: 'another' }],
    ] as const)('are not touched by a request with another %s', async (problem, change) => {
      const { rotation } = await newFamily(mcp())
      const outcome = await mcp().grants.rotate({ ...rotation, ...change })
      expect(outcome).toEqual({ outcome: 'refused', problem })
      expect(await mcp().grants.rotate(rotation)).toMatchObject({ outcome: 'rotated' })
    })

    test('keep all their scopes when a request narrows them', async () => {
      const { rotation } = await newFamily(mcp())
      await mcp().grants.rotate({ ...rotation, scopes: ['read'] })
      const [row] = await mcp().audit.list({ clientId: rotation.clientId })
      expect(row?.detail).toMatchObject({ scope: 'read' })
      const next = { ...rotation, tokenHash: rotation.nextHash, nextHash: unique('token') }
      expect(await mcp().grants.rotate(next)).toMatchObject({ scope: 'read write' })
    })

    test('give nothing where only offline_access is left, and all where that is all they have', async () => {
      const allowed = new Set(['offline_access'])
      const refused = { outcome: 'refused', problem: 'limit' }
      const code = await newCode(mcp(), { scope: 'read offline_access' })
      expect(await mcp().grants.redeem({ ...code.redemption, allowed })).toEqual(refused)
      const { rotation } = await newFamily(mcp(), { scope: 'read offline_access' })
      expect(await mcp().grants.rotate({ ...rotation, allowed })).toEqual(refused)
      const { rotation: bare } = await newFamily(mcp(), { scope: 'offline_access' })
      expect(await mcp().grants.rotate({ ...bare, allowed })).toMatchObject({
        outcome: 'rotated',
        scope: 'offline_access',
      })
    })

    test('give what is allowed of their scopes, in a retry too, and keep all', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const limited = { ...rotation, allowed: new Set(['write', 'other']) }
      const given = { sub, scope: 'write', authentication: AUTHENTICATION }
      expect(await mcp().grants.rotate(limited)).toMatchObject({ ...given, outcome: 'rotated' })
      const [row] = await mcp().audit.list({ clientId: rotation.clientId })
      expect(row?.detail).toMatchObject({ scope: 'write' })
      expect(await mcp().grants.rotate(limited)).toMatchObject({ ...given, outcome: 'repeated' })
      const next = { ...rotation, tokenHash: rotation.nextHash, nextHash: unique('token') }
      const narrowed = { ...next, scopes: ['write', 'read'], allowed: new Set(['read']) }
      expect(await mcp().grants.rotate(narrowed)).toMatchObject({ scope: 'read' })
      const last = { ...rotation, tokenHash: next.nextHash, nextHash: unique('token') }
      expect(await mcp().grants.rotate(last)).toMatchObject({ scope: 'read write' })
    })

    test('are revoked by their client alone, once', async () => {
      const { rotation } = await newFamily(mcp())
      const { familyId, clientId } = rotation
      expect(await mcp().grants.revokeFamily(familyId, 'another')).toBe(false)
      expect(await mcp().grants.revokeFamily(familyId, clientId)).toBe(true)
      expect(await mcp().grants.revokeFamily(familyId, clientId)).toBe(false)
      const outcome = await mcp().grants.rotate(rotation)
      expect(outcome).toEqual({ outcome: 'refused', problem: 'revoked' })
    })
  })

  describe('assertions', () => {
    const claim = (changes = {}) => ({
      clientId: unique('client'),
      assertionHash: unique('jti'),
      ttlSeconds: LONG,
      issued: { jti: 'a', scope: 'read', aud: RESOURCE },
      ...changes,
    })

    test('that a hundred claim at once are given to one, with one audit row', async () => {
      const one = claim()
      const outcomes = await race(() => mcp().grants.claimAssertion(one))
      expect(outcomes.filter(Boolean)).toHaveLength(1)
      expect(outcomes).toHaveLength(100)
      expect(await events(mcp(), one.clientId)).toEqual(['token.issued'])
    })

    test('of many clients at once are each given, with an audit row of its own', async () => {
      const claims = Array.from({ length: 200 }, () => claim())
      const outcomes = await Promise.all(claims.map((one) => mcp().grants.claimAssertion(one)))
      expect(outcomes).toEqual(claims.map(() => true))
      for (const { clientId } of claims.slice(0, 20)) {
        expect(await events(mcp(), clientId)).toEqual(['token.issued'])
      }
    })

    test('that only authenticate leave no audit row', async () => {
      const one = claim({ issued: undefined })
      expect(await mcp().grants.claimAssertion(one)).toBe(true)
      expect(await events(mcp(), one.clientId)).toEqual([])
    })
  })

  test('grants by assertions are listed with an audit row, and end with the person or the client', async () => {
    const grant = (clientId: string, sub: string) => ({
      ...{ familyId: unique('family'), clientId, sub, ...AT, scope: 'read', jti: unique('jti') },
      ...{ authentication: AUTHENTICATION, ttlSeconds: LONG },
      by: { issuer: 'https://idp.example', subject: 'U-1' },
      caller: { address: '192.0.2.1', userAgent: 'Agent' },
    })
    const [clientId, ann, bo] = [unique('client'), unique('ann'), unique('bo')]
    const [one, other] = [grant(clientId, ann), grant(clientId, bo)]
    for (const each of [one, other]) await mcp().grants.grantDirectly(each)
    const { familyId, jti } = one
    expect(await mcp().grants.findFamily(familyId)).toMatchObject({
      ...{ sub: ann, clientId, scope: 'read', authentication: AUTHENTICATION },
      ...{ currentHash: null, revoked: false, expired: false },
    })
    const page = { after: undefined, limit: 10 }
    expect(await mcp().directory.grants({ sub: ann }, page)).toMatchObject([
      { familyId, refreshable: false, redirectHost: null },
    ])
    expect(await mcp().audit.list({ sub: ann })).toMatchObject([
      {
        ...{ event: 'oauth.mcp.token.issued', clientId, address: '192.0.2.1', userAgent: 'Agent' },
        detail: { ...one.by, aud: RESOURCE, scope: 'read', jti, family_id: familyId },
      },
    ])
    await mcp().connections.revokePerson(ann)
    expect(await mcp().grants.findFamily(familyId)).toMatchObject({ revoked: true })
    expect(await mcp().revocations.find(familyId)).toBeDefined()
    expect(await mcp().grants.findFamily(other.familyId)).toMatchObject({ revoked: false })
    expect(await mcp().connections.revoke(bo, clientId)).toBe(true)
    expect(await mcp().grants.findFamily(other.familyId)).toMatchObject({ revoked: true })
  })

  describe('connections', () => {
    test('gather scopes, and say whether the client can go on', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const { clientId } = rotation
      const connection = { sub, clientId, clientName: 'Robot', ...AT, redirectHost: 'app.example' }
      await mcp().connections.remember({ ...connection, scope: 'write' }, [], LONG)
      const wider = { ...connection, clientName: 'R2', scope: 'read write' }
      await mcp().connections.remember(wider, [], LONG)
      expect(await mcp().connections.find({ sub, clientId, ...AT })).toMatchObject({
        ...connection,
        clientName: 'R2',
        scope: 'read write',
      })
      expect(await mcp().connections.list(sub)).toMatchObject([
        { clientId, scope: 'read write', active: true, usedAt: expect.any(Number) },
      ])
      expect(await mcp().connections.list('nobody')).toEqual([])
    })

    test('lose the scopes that the person refuses later, and no others', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const { clientId } = rotation
      const connection = { sub, clientId, clientName: 'Robot', ...AT, redirectHost: 'app.example' }
      const scopeNow = async () => (await mcp().connections.find({ sub, clientId, ...AT }))?.scope
      await mcp().connections.remember({ ...connection, scope: 'admin read write' }, ['x'], LONG)
      expect(await scopeNow()).toBe('admin read write')
      await mcp().connections.remember({ ...connection, scope: 'read' }, ['write', 'x'], LONG)
      expect(await scopeNow()).toBe('admin read')
      await mcp().connections.remember({ ...connection, scope: '' }, ['admin', 'read'], LONG)
      expect(await scopeNow()).toBe('')
    })

    test('end the codes and families that hold a scope which is refused later, and no others', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const { clientId, familyId } = rotation
      const connection = { sub, clientId, clientName: 'Robot', ...AT, redirectHost: 'app.example' }
      await mcp().connections.remember({ ...connection, scope: 'read write' }, [], LONG)
      const [waiting, narrow, foreign] = await Promise.all([
        newCode(mcp(), { clientId, sub }),
        newCode(mcp(), { clientId, sub, scope: 'read' }),
        newCode(mcp(), { clientId }),
      ])
      await mcp().grants.redeem(narrow.redemption)
      await mcp().grants.redeem(foreign.redemption)
      const refuse = (scope: string) =>
        mcp().connections.remember({ ...connection, scope: 'read' }, [scope], LONG)
      expect(await refuse('other')).toBe(0)
      expect(await mcp().grants.findFamily(familyId)).toMatchObject({ revoked: false })
      expect(await refuse('write')).toBe(1)
      expect(await refuse('write')).toBe(0)
      expect(await mcp().grants.findFamily(familyId)).toMatchObject({ revoked: true })
      expect((await mcp().revocations.list()).map(({ id }) => id)).toContain(familyId)
      expect(await mcp().grants.redeem(waiting.redemption)).toMatchObject({ problem: 'unknown' })
      for (const { redemption } of [narrow, foreign]) {
        const kept = await mcp().grants.findFamily(redemption.familyId)
        expect(kept).toMatchObject({ revoked: false })
      }
      const rows = await mcp().audit.list({ clientId, event: 'oauth.mcp.consent.narrowed' })
      expect(rows.map(({ detail }) => detail)).toEqual([{ refused: 'write', families: 1 }])
    })

    test('are renewed with the scopes that they have, and not after they have ended', async () => {
      const key = { sub: unique('sub'), clientId: unique('client'), ...AT }
      const connection = { ...key, clientName: 'Robot', redirectHost: 'x', scope: 'read write' }
      await mcp().connections.remember(connection, [], LONG)
      await mcp().connections.remember({ ...connection, scope: 'read' }, ['write'], LONG)
      await mcp().connections.renew(key, LONG)
      expect(await mcp().connections.find(key)).toMatchObject({ scope: 'read' })
      await mcp().connections.renew(key, 0)
      expect(await mcp().connections.find(key)).toBeUndefined()
      await mcp().connections.renew(key, LONG)
      expect(await mcp().connections.find(key)).toBeUndefined()
    })

    test('are for one resource: consents, times and refusals do not touch those for others', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const { clientId } = rotation
      const there = await newCode(mcp(), { clientId, sub, ...ELSEWHERE })
      await mcp().grants.redeem({ ...there.redemption, ...ELSEWHERE })
      const connection = { sub, clientId, clientName: 'Robot', redirectHost: 'x', scope: 'write' }
      await mcp().connections.remember({ ...connection, ...AT }, [], LONG)
      expect(await mcp().connections.find({ sub, clientId, ...ELSEWHERE })).toBeUndefined()
      await mcp().connections.remember({ ...connection, ...ELSEWHERE }, [], LONG)
      expect(await mcp().connections.list(sub)).toHaveLength(2)
      const narrowed = { ...connection, ...ELSEWHERE, scope: '' }
      expect(await mcp().connections.remember(narrowed, ['write'], LONG)).toBe(1)
      expect(await mcp().connections.find({ sub, clientId, ...AT })).toMatchObject({
        scope: 'write',
      })
      const listed = await mcp().connections.list(sub)
      expect(new Map(listed.map((one) => [one.resource, one.active]))).toEqual(
        new Map([
          [RESOURCE, true],
          [ELSEWHERE.resource, false],
        ]),
      )
      expect(await mcp().grants.rotate(rotation)).toMatchObject({ outcome: 'rotated' })
      expect(await mcp().connections.revoke(sub, clientId)).toBe(true)
      expect(await mcp().connections.list(sub)).toEqual([])
    })

    test('leave no family with a refused scope, however many codes are redeemed meanwhile', async () => {
      const [sub, clientId] = [unique('sub'), unique('client')]
      const connection = {
        sub,
        clientId,
        clientName: 'Robot',
        ...AT,
        redirectHost: 'x',
        scope: 'read',
      }
      const codes = await race(() => newCode(mcp(), { clientId, sub }))
      await Promise.all([
        ...codes.map(({ redemption }) => mcp().grants.redeem(redemption)),
        mcp().connections.remember(connection, ['write'], LONG),
      ])
      const families = await Promise.all(
        codes.map(({ redemption }) => mcp().grants.findFamily(redemption.familyId)),
      )
      expect(families.filter((family) => family?.revoked === false)).toEqual([])
    })

    test('lose none of the scopes that a person allows in several windows at once', async () => {
      const connection = {
        sub: unique('sub'),
        clientId: unique('client'),
        clientName: 'Robot',
        ...AT,
      }
      const scopes = Array.from({ length: 20 }, (_, index) => `scope-${index + 10}`)
      const allow = (scope: string) =>
        mcp().connections.remember({ ...connection, redirectHost: 'x', scope }, [], LONG)
      await Promise.all(scopes.map(allow))
      const found = await mcp().connections.find(connection)
      expect(found?.scope.split(' ')).toEqual(scopes)
    })

    test('end with everything that was issued on them, for that person and client', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const { redemption } = await newCode(mcp())
      const other = await newFamily(mcp())
      const { clientId, familyId } = rotation
      const code = { ...redemption, codeHash: unique('code'), clientId }
      const grant = { sub, scope: '', offline: true, resource: RESOURCE, authentication: null }
      const saved = { ...code, ...grant, redirectUri: 'x' }
      await mcp().grants.saveCode(saved, LONG)
      const connection = { clientId, clientName: 'Robot', ...AT, redirectHost: 'x', scope: 'read' }
      await mcp().connections.remember({ ...connection, sub }, [], LONG)
      await mcp().connections.remember({ ...connection, sub: 'ben' }, [], LONG)
      expect(await mcp().connections.revoke(sub, clientId)).toBe(true)
      expect(await mcp().connections.revoke(sub, clientId)).toBe(false)
      expect(await mcp().connections.find({ sub, clientId, ...AT })).toBeUndefined()
      expect(await mcp().connections.find({ sub: 'ben', clientId, ...AT })).toBeDefined()
      expect(await mcp().grants.rotate(rotation)).toMatchObject({ problem: 'revoked' })
      expect(await mcp().grants.redeem(code)).toMatchObject({ problem: 'unknown' })
      expect(await mcp().grants.rotate(other.rotation)).toMatchObject({ outcome: 'rotated' })
      const ids = (await mcp().revocations.list(LONG)).map(({ id }) => id)
      expect(ids).toContain(familyId)
      expect(ids).not.toContain(other.rotation.familyId)
      expect((await mcp().audit.list({ sub }))[0]?.event).toBe('oauth.mcp.connection.revoked')
    })

    test('of a person who is gone end with every client, and with a note that says when', async () => {
      const [one, two] = [await newFamily(mcp()), await newFamily(mcp())]
      const sub = unique('person')
      const before = await mcp().revocations.find(`person:${sub}`)
      const connection = { sub, clientName: 'Robot', ...AT, redirectHost: 'x', scope: 'read' }
      const families = []
      for (const { rotation } of [one, two]) {
        const { redemption } = await newCode(mcp(), { clientId: rotation.clientId, sub })
        await mcp().grants.redeem(redemption)
        await mcp().connections.remember({ ...connection, clientId: rotation.clientId }, [], LONG)
        families.push(redemption.familyId)
      }
      const waiting = await newCode(mcp(), { clientId: one.rotation.clientId, sub })
      await mcp().connections.revokePerson(sub)
      await mcp().connections.revokePerson(sub)
      expect(before).toBeUndefined()
      const note = await mcp().revocations.find(`person:${sub}`)
      expect(note?.revokedAt).toBeGreaterThan(0)
      for (const id of families) {
        expect(await mcp().grants.findFamily(id)).toMatchObject({ revoked: true })
        expect(await mcp().revocations.find(id)).toMatchObject({ id })
      }
      expect(await mcp().grants.redeem(waiting.redemption)).toMatchObject({ problem: 'unknown' })
      expect(await mcp().connections.list(sub)).toEqual([])
      expect(await mcp().grants.rotate(one.rotation)).toMatchObject({ outcome: 'rotated' })
    })

    test('are kept for every client id and user id that are let in, up to the longest', async () => {
      const printable = fc
        .integer({ min: 0x20, max: 0x7e })
        .map((code) => String.fromCharCode(code))
      const clientIds = fc.oneof(
        fc.string({ unit: printable, minLength: 1, maxLength: 2_048 }),
        fc.constant('~'.repeat(2_048)),
        // What cannot be compressed takes all its bytes in an index.
        fc.constant(randomText(2_048)),
      )
      const longest = fc.constantFrom(
        randomText(512),
        'é'.repeat(256),
        '漢'.repeat(170),
        '😀'.repeat(128),
      )
      const subs = fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 512 }), longest)
      const ids = fc.tuple(
        clientIds.filter(isClientId),
        subs.filter((sub) => isStorableId(sub, MAX_USER_BYTES)),
      )
      const check = async ([clientId, sub]: [string, string]) => {
        const connection = {
          sub,
          clientId,
          clientName: 'Robot',
          ...AT,
          redirectHost: 'x',
          scope: 'read',
        }
        await mcp().connections.remember(connection, [], LONG)
        const { redemption } = await newCode(mcp(), { clientId, sub })
        expect(await mcp().grants.redeem(redemption)).toMatchObject({ outcome: 'redeemed', sub })
        expect(await mcp().connections.list(sub)).toMatchObject([{ clientId, sub, active: true }])
        expect(await mcp().limits.count(`document ${clientId}`, 1, 0)).toBe(0)
        await mcp().documents.save(clientId, '{}', LONG)
        await mcp().connections.revokePerson(sub)
        await mcp().connections.revokeClient(clientId)
        expect(await mcp().connections.list(sub)).toEqual([])
        expect(await mcp().revocations.find(personId(sub))).toBeDefined()
      }
      await fc.assert(fc.asyncProperty(ids, check), {
        numRuns: 40,
        examples: [[[randomText(2_048), randomText(512)]]],
      })
    })

    test('of a client that is gone end for everybody', async () => {
      const { rotation } = await newFamily(mcp())
      await mcp().clients.delete(rotation.clientId)
      expect(await mcp().grants.rotate(rotation)).toMatchObject({ problem: 'revoked' })
      const ids = (await mcp().revocations.list()).map(({ id }) => id)
      expect(ids).toContain(`client:${rotation.clientId}`)
    })

    test('of a client that nobody has connected leaves nothing for the guards to know', async () => {
      const clientId = unique('client')
      await mcp().clients.delete(clientId)
      const ids = (await mcp().revocations.list()).map(({ id }) => id)
      expect(ids).not.toContain(`client:${clientId}`)
    })
  })

  describe('signing keys', () => {
    const key = (changes = {}) => ({
      kid: unique('kid'),
      alg: unique('alg'),
      generation: 1,
      publicKey: '{}',
      privateKey: 'sealed',
      ...changes,
    })

    test('that a hundred nodes make at once are one', async () => {
      const alg = unique('alg')
      const added = await race(() => mcp().keys.add(key({ alg }), LONG))
      expect(added.filter(Boolean)).toHaveLength(1)
      expect((await mcp().keys.list()).filter((one) => one.alg === alg)).toHaveLength(1)
    })

    test('go their time after they have a successor, of whatever algorithm', async () => {
      const [old, next, gone] = [key(), key(), key()]
      await mcp().keys.add(gone, LONG)
      await mcp().keys.add(old, 0)
      await mcp().keys.add(next, LONG)
      const live = await mcp().keys.list()
      const find = ({ kid }: { kid: string }) => live.find((one) => one.kid === kid)
      expect(find(gone)).toBeUndefined()
      expect(find(old)?.ttl).toBeGreaterThan(LONG / 2)
      expect(find(next)).toMatchObject({ ttl: undefined, generation: 1, privateKey: 'sealed' })
      expect(live.findIndex(({ kid }) => kid === old.kid)).toBeLessThan(
        live.findIndex(({ kid }) => kid === next.kid),
      )
    })

    test('of which the store has the public part only stay for a time, which can be prolonged, and retire no other', async () => {
      const own = key()
      await mcp().keys.add(own, LONG)
      const { kid, alg, publicKey } = key()
      const pinned = { kid, alg, generation: -7, publicKey }
      const find = async (id: string) => (await mcp().keys.list()).find((one) => one.kid === id)
      await race(() => mcp().keys.publish(pinned, LONG / 2))
      expect(await find(kid)).toMatchObject({ ...pinned, privateKey: '' })
      expect((await find(kid))?.ttl).toBeLessThanOrEqual(LONG / 2)
      await mcp().keys.publish(pinned, LONG)
      await mcp().keys.publish(pinned, 1)
      expect((await find(kid))?.ttl).toBeGreaterThan(LONG / 2)
      expect((await find(own.kid))?.ttl).toBeUndefined()
    })
  })

  describe('clients', () => {
    const client = (changes = {}) => ({
      clientId: unique('client'),
      secretHash: null,
      registrationHash: 'hash',
      metadata: '{}',
      issuedAt: 1_700_000_000,
      ...changes,
    })

    test('are found, changed, and deleted once', async () => {
      const one = client({ secretHash: 'secret' })
      await mcp().clients.create(one, LONG, LIMIT)
      expect(await mcp().clients.find(one.clientId)).toEqual(one)
      expect(await mcp().clients.update(one.clientId, '{"a":1}')).toBe(true)
      expect(await mcp().clients.find(one.clientId)).toMatchObject({ metadata: '{"a":1}' })
      expect(await mcp().clients.delete(one.clientId)).toBe(true)
      expect(await mcp().clients.delete(one.clientId)).toBe(false)
      expect(await mcp().clients.update(one.clientId, '{}')).toBe(false)
    })

    test('that nobody uses go, and those in use stay', async () => {
      const [unused, used] = [client(), client()]
      await mcp().clients.create(unused, 0, LIMIT)
      await mcp().clients.create(used, LONG, LIMIT)
      await mcp().clients.touch(used.clientId, 2 * LONG)
      expect(await mcp().clients.find(unused.clientId)).toBeUndefined()
      expect(await mcp().clients.find(used.clientId)).toBeDefined()
    })

    test('in use may stay without end', async () => {
      const { create, find, touch } = mcp().clients
      const one = client()
      await create(one, LONG, LIMIT)
      await touch(one.clientId, WITHOUT_END)
      expect(await find(one.clientId)).toEqual(one)
      const listed = await mcp().directory.clients({ after: undefined, limit: LIMIT })
      const { expiresAt = 0 } = listed.find(({ clientId }) => clientId === one.clientId) ?? {}
      expect(expiresAt - Date.now() / 1_000).toBeGreaterThan(WITHOUT_END / 2)
      // It would leave no room for others.
      await mcp().clients.delete(one.clientId)
    })

    test('are never more than the limit, however many come at once, and the first to expire make room', async () => {
      const { create, find } = mcp().clients
      const lasting = client()
      // Whatever other tests have left makes room for it.
      expect(await create(lasting, 3 * LONG, 1)).toBe(true)
      const clients = Array.from({ length: 100 }, () => client())
      const created = await race(
        async (index) => await create(clients[index] ?? client(), LONG, 11),
      )
      expect(created).not.toContain(false)
      const left = await race(async (index) => await find(clients[index]?.clientId ?? ''))
      expect(left.filter((one) => one !== undefined)).toHaveLength(10)
      expect(await find(lasting.clientId)).toEqual(lasting)
    })

    test('are not deleted for one that expires sooner', async () => {
      const { create, find } = mcp().clients
      const [lasting, late] = [client(), client()]
      expect(await create(lasting, 4 * LONG, 1)).toBe(true)
      expect(await create(late, LONG, 1)).toBe(false)
      expect(await find(late.clientId)).toBeUndefined()
      expect(await find(lasting.clientId)).toEqual(lasting)
    })

    test('documents of clients are kept as long as they may be', async () => {
      const url = `https://${unique('app')}.example/client`
      await mcp().documents.save(url, 'old', 0)
      expect(await mcp().documents.find(url)).toBeUndefined()
      await mcp().documents.save(url, 'new', LONG)
      const kept = await mcp().documents.find(url)
      expect(kept?.document).toBe('new')
      expect(kept?.ttlSeconds).toBeGreaterThan(LONG / 2)
      await mcp().documents.save(url, 'new', LONG / 4)
      expect((await mcp().documents.find(url))?.ttlSeconds).toBeLessThanOrEqual(LONG / 4)
    })

    test('a document that was withdrawn counts from the first time, and again once it was fresh', async () => {
      const url = 'https://withdrawn.example/client'
      expect(await mcp().documents.withdraw(url)).toBeUndefined()
      // A pause of a second before `keep` would be too long.
      await expect
        .poll(async () => {
          await mcp().documents.save(url, 'x', 1)
          await mcp().documents.keep(url, LONG)
          return await mcp().documents.find(url)
        })
        .toBeDefined()
      const since = async () => (await mcp().documents.withdraw(url)) ?? Number.NaN
      await expect.poll(since, { timeout: 10_000 }).toBeGreaterThan(0)
      const nodes = await Promise.all(Array.from({ length: 8 }, since))
      expect(Math.min(...nodes)).toBeGreaterThan(0)
      await mcp().documents.save(url, 'back', LONG)
      // While it is fresh, nobody asks; a node with an old answer begins anew.
      expect(await since()).toBe(0)
    })

    test('documents of clients in use are kept beyond that, and the newest of them', async () => {
      const url = `https://${unique('app')}.example/client`
      await mcp().documents.save(url, 'unused', 0)
      await mcp().documents.keep(url, LONG)
      expect(await mcp().documents.find(url)).toBeUndefined()
      // A pause of a second before `keep` would be too long.
      await expect
        .poll(async () => {
          await mcp().documents.save(url, 'first', 1)
          await mcp().documents.keep(url, LONG)
          return await mcp().documents.find(url)
        })
        .toBeDefined()
      await mcp().documents.keep(url, 0)
      await expect
        .poll(async () => (await mcp().documents.find(url))?.ttlSeconds, { timeout: 10_000 })
        .toBeLessThanOrEqual(0)
      await mcp().documents.save(url, 'last', 0)
      expect((await mcp().documents.find(url))?.document).toBe('last')
    })
  })

  test('calls are counted over a window', async () => {
    const key = unique('calls')
    const waits = []
    for (let call = 0; call < 4; call += 1) waits.push(await mcp().limits.count(key, 2, LONG))
    expect(waits).toEqual([0, 0, expect.any(Number), expect.any(Number)])
    expect(waits[3]).toBeGreaterThan(LONG / 2)
    const parallel = await race(() => mcp().limits.count(`${key}-race`, 10, LONG))
    expect(parallel.filter((wait) => wait === 0)).toHaveLength(10)
    expect(await mcp().limits.count(`${key}-short`, 1, 0)).toBe(0)
    expect(await mcp().limits.count(`${key}-short`, 1, 0)).toBe(0)
  })

  test('the audit is read in pages, by client, person and event', async () => {
    const clientId = unique('client')
    const entries = [1, 2, 3].map((number) => ({
      event: number === 2 ? 'two' : 'other',
      clientId,
      sub: `sub-${number}-${clientId}`,
      detail: { number },
    }))
    await mcp().audit.add(entries)
    await mcp().audit.add([])
    const page = await mcp().audit.list({ clientId, limit: 2 })
    expect(page.map(({ detail }) => detail?.number)).toEqual([3, 2])
    const before = page[1]?.id
    const rest = await mcp().audit.list({ clientId, before })
    expect(rest.map(({ detail }) => detail?.number)).toEqual([1])
    expect(await mcp().audit.list({ clientId, event: 'two' })).toHaveLength(1)
    expect(await mcp().audit.list({ sub: `sub-1-${clientId}` })).toHaveLength(1)
  })

  test('cleaning leaves a family while its last access token may be good, and it ends with the person, client, scope or family', async () => {
    const { grants, connections, revocations } = mcp()
    const newExpired = async () => {
      const { redemption, sub } = await newCode(mcp())
      await grants.redeem({ ...redemption, familyTtl: 60 - MAX_ACCESS_TTL })
      return { ...redemption, sub }
    }
    const [one, two, three, four] = await Promise.all([1, 2, 3, 4].map(newExpired))
    if (!(one && two && three && four)) throw new Error('four are needed')
    await open().clean()
    await connections.revokePerson(one.sub)
    expect(await connections.revoke(two.sub, two.clientId)).toBe(true)
    expect(await grants.revokeFamily(three.familyId, three.clientId)).toBe(true)
    const { sub, clientId } = four
    const narrowed = { sub, clientId, ...AT, clientName: 'Robot', redirectHost: 'x', scope: 'read' }
    expect(await connections.remember(narrowed, ['write'], LONG)).toBe(1)
    const ids = (await revocations.list()).map(({ id }) => id)
    expect(ids).toEqual(
      expect.arrayContaining([one, two, three, four].map(({ familyId }) => familyId)),
    )
  })

  test('cleaning takes what has expired of every table, and the audit after its time', async () => {
    const store = open()
    await store.clean({ auditTtl: LONG })
    const { redemption } = await newCode(mcp())
    await mcp().grants.redeem({ ...redemption, familyTtl: -MAX_ACCESS_TTL })
    await mcp().documents.save('https://gone.example/a', 'x', 0)
    await mcp().limits.count('gone', 1, 0)
    await mcp().revocations.add('gone', 0)
    expect(await store.clean({ auditTtl: LONG })).toBe(4)
    expect(await mcp().grants.findFamily(redemption.familyId)).toBeUndefined()
    expect(await events(mcp(), redemption.clientId)).toEqual(['token.issued'])
    await store.clean({ auditTtl: 0 })
    expect(await events(mcp(), redemption.clientId)).toEqual([])
  })
}
