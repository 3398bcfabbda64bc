import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { McpStore, Redemption, Rotation, Store } from '../../src/index.ts'

let count = 0
const unique = (name: string) => `${name}-${++count}-${Math.random().toString(36).slice(2)}`

/** Runs 100 at once. */
async function race<T>(work: (index: number) => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: 100 }, (_, index) => work(index)))
}

const RESOURCE = 'https://shop.example/mcp'

/** A code that was saved, and how its client redeems it. */
async function newCode(mcp: McpStore, changes: { ttl?: number; offline?: boolean } = {}) {
  const redemption: Redemption = {
    codeHash: unique('code'),
    clientId: unique('client'),
    redirectUri: 'https://app.example/cb',
    codeChallenge: createHash('sha256').update(unique('verifier')).digest('base64url'),
    resource: RESOURCE,
    familyId: unique('family'),
    tokenHash: unique('token'),
    familyTtl: 1_000,
    accessTtl: 100,
    jti: unique('jti'),
  }
  const sub = unique('ann')
  const { codeHash, clientId, codeChallenge } = redemption
  const code = { codeHash, clientId, codeChallenge, resource: RESOURCE, scope: 'read write' }
  const { ttl = 60, offline = true } = changes
  const redirectUri = 'https://app.example/cb'
  await mcp.grants.saveCode({ ...code, sub, redirectUri, offline }, ttl)
  return { redemption, sub }
}

/** A family whose first refresh token is there. */
async function newFamily(mcp: McpStore) {
  const { redemption, sub } = await newCode(mcp)
  await mcp.grants.redeem(redemption)
  const rotation: Rotation = {
    familyId: redemption.familyId,
    clientId: redemption.clientId,
    tokenHash: redemption.tokenHash,
    nextHash: unique('token'),
    resource: RESOURCE,
    scopes: undefined,
    graceSeconds: 10,
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
      const granted = { outcome: 'redeemed', sub, scope: 'read write', offline: true }
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
    ] as const)('are refused with another %s, and stay good', async (fault, change) => {
      const { redemption } = await newCode(mcp())
      const outcome = await mcp().grants.redeem({ ...redemption, ...change })
      expect(outcome).toEqual({ outcome: 'refused', fault })
      expect(await mcp().grants.redeem(redemption)).toMatchObject({ outcome: 'redeemed' })
    })

    test('are redeemed without a redirect URI, as in OAuth 2.1', async () => {
      const { redemption } = await newCode(mcp())
      const outcome = await mcp().grants.redeem({ ...redemption, redirectUri: undefined })
      expect(outcome).toMatchObject({ outcome: 'redeemed' })
    })

    test('that have expired are refused', async () => {
      const { redemption } = await newCode(mcp(), { ttl: 0 })
      expect(await mcp().grants.redeem(redemption)).toMatchObject({ outcome: 'refused' })
    })

    test('that come again revoke what was issued on them', async () => {
      const { redemption, sub } = await newCode(mcp())
      await mcp().grants.redeem(redemption)
      const again = { ...redemption, familyId: unique('family'), codeChallenge: 'whatever' }
      const { familyId } = redemption
      const replayed = { outcome: 'replayed', familyId, sub }
      expect(await mcp().grants.redeem(again)).toEqual(replayed)
      expect(await mcp().grants.redeem(again)).toEqual(replayed)
      expect(await mcp().grants.findFamily(familyId)).toMatchObject({ revoked: true })
      expect(await mcp().grants.findFamily(again.familyId)).toBeUndefined()
      expect((await mcp().revocations.list()).map(({ id }) => id)).toContain(familyId)
      const told = await events(mcp(), redemption.clientId)
      expect(told).toEqual(['token.issued', 'code.replayed'])
    })

    test('that a hundred redeem at once are given to one', async () => {
      const { redemption } = await newCode(mcp())
      const outcomes = await race((index) =>
        mcp().grants.redeem({ ...redemption, familyId: `${redemption.familyId}-${index}` }),
      )
      expect(outcomes.filter(({ outcome }) => outcome === 'redeemed')).toHaveLength(1)
      expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(99)
      const told = await events(mcp(), redemption.clientId)
      expect(told).toEqual(['token.issued', 'code.replayed'])
    })

    test('without a refresh token make a family that cannot be refreshed', async () => {
      const { redemption } = await newCode(mcp(), { offline: false })
      expect(await mcp().grants.redeem(redemption)).toMatchObject({ offline: false })
      const family = await mcp().grants.findFamily(redemption.familyId)
      expect(family).toMatchObject({ currentHash: null, revoked: false })
      expect((family?.expiresAt ?? 0) - (family?.createdAt ?? 0)).toBeCloseTo(100, 0)
    })
  })

  describe('families of refresh tokens', () => {
    test('go from one token to the next', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const rotated = { outcome: 'rotated', sub, scope: 'read write' }
      expect(await mcp().grants.rotate(rotation)).toEqual(rotated)
      const next = { ...rotation, tokenHash: rotation.nextHash, nextHash: unique('token') }
      expect(await mcp().grants.rotate(next)).toEqual(rotated)
      const told = await events(mcp(), rotation.clientId)
      expect(told).toEqual(['token.issued', 'token.refreshed', 'token.refreshed'])
    })

    test('that a hundred refresh at once rotate once, and all hear of the same token', async () => {
      const { rotation } = await newFamily(mcp())
      const outcomes = await race(() => mcp().grants.rotate(rotation))
      expect(outcomes.filter(({ outcome }) => outcome === 'rotated')).toHaveLength(1)
      const repeated = outcomes.filter((one) => one.outcome === 'repeated')
      expect(repeated).toHaveLength(99)
      expect(new Set(repeated.map((one) => one.currentHash))).toEqual(new Set([rotation.nextHash]))
      const told = await events(mcp(), rotation.clientId)
      expect(told).toEqual(['token.issued', 'token.refreshed'])
    })

    test('are revoked by a token that was spent before the grace, and no other family is', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const other = await newFamily(mcp())
      await mcp().grants.rotate(rotation)
      const late = { ...rotation, graceSeconds: 0 }
      expect(await mcp().grants.rotate(late)).toEqual({ outcome: 'reused', sub })
      const next = { ...rotation, tokenHash: rotation.nextHash, nextHash: unique('token') }
      expect(await mcp().grants.rotate(next)).toEqual({ outcome: 'refused', fault: 'revoked' })
      expect(await mcp().grants.rotate(other.rotation)).toMatchObject({ outcome: 'rotated' })
      const told = await events(mcp(), rotation.clientId)
      expect(told).toEqual(['token.issued', 'token.refreshed', 'token.reused'])
    })

    test('are revoked by a token of two generations ago, within the grace too', async () => {
      const { rotation } = await newFamily(mcp())
      await mcp().grants.rotate(rotation)
      const next = { ...rotation, tokenHash: rotation.nextHash, nextHash: unique('token') }
      await mcp().grants.rotate(next)
      expect(await mcp().grants.rotate(rotation)).toMatchObject({ outcome: 'reused' })
    })

    test.each([
      ['client', { clientId: 'another' }],
      ['resource', { resource: 'https://other.example/mcp' }],
      ['scope', { scopes: ['read', 'admin'] }],
      ['unknown', { familyId: 'another' }],
    ] as const)('are not touched by a request with another %s', async (fault, change) => {
      const { rotation } = await newFamily(mcp())
      const outcome = await mcp().grants.rotate({ ...rotation, ...change })
      expect(outcome).toEqual({ outcome: 'refused', fault })
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

    test('are revoked by their client alone, once', async () => {
      const { rotation } = await newFamily(mcp())
      const { familyId, clientId } = rotation
      expect(await mcp().grants.revokeFamily(familyId, 'another')).toBe(false)
      expect(await mcp().grants.revokeFamily(familyId, clientId)).toBe(true)
      expect(await mcp().grants.revokeFamily(familyId, clientId)).toBe(false)
      const outcome = await mcp().grants.rotate(rotation)
      expect(outcome).toEqual({ outcome: 'refused', fault: 'revoked' })
    })
  })

  describe('assertions', () => {
    const claim = (changes = {}) => ({
      clientId: unique('client'),
      assertionHash: unique('jti'),
      ttlSeconds: 120,
      rateLimit: false as number | false,
      issued: { jti: 'a', scope: 'read', aud: RESOURCE },
      ...changes,
    })

    test('that a hundred claim at once are given to one, with one audit row', async () => {
      const one = claim()
      const outcomes = await race(() => mcp().grants.claimAssertion(one))
      expect(outcomes.filter(({ outcome }) => outcome === 'claimed')).toHaveLength(1)
      expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(99)
      expect(await events(mcp(), one.clientId)).toEqual(['token.issued'])
    })

    test('are counted per client, and one that came too soon stays good', async () => {
      const clientId = unique('client')
      const claims = Array.from({ length: 5 }, () => claim({ clientId, rateLimit: 3 }))
      const outcomes = []
      for (const one of claims) outcomes.push(await mcp().grants.claimAssertion(one))
      expect(outcomes.map(({ outcome }) => outcome)).toEqual([
        'claimed',
        'claimed',
        'claimed',
        'limited',
        'limited',
      ])
      expect(outcomes[3]).toEqual({ outcome: 'limited', retryAfter: expect.any(Number) })
      const free = { ...claims[3], rateLimit: false } as (typeof claims)[0]
      expect(await mcp().grants.claimAssertion(free)).toEqual({ outcome: 'claimed' })
    })

    test('that only authenticate leave no audit row', async () => {
      const one = claim({ issued: undefined })
      expect(await mcp().grants.claimAssertion(one)).toEqual({ outcome: 'claimed' })
      expect(await events(mcp(), one.clientId)).toEqual([])
    })
  })

  describe('connections', () => {
    test('gather scopes, and say whether the client can go on', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const { clientId } = rotation
      const connection = { sub, clientId, clientName: 'Robot', redirectHost: 'app.example' }
      await mcp().connections.remember({ ...connection, scope: 'write' }, 60)
      await mcp().connections.remember({ ...connection, clientName: 'R2', scope: 'read write' }, 60)
      expect(await mcp().connections.find(sub, clientId)).toMatchObject({
        ...connection,
        clientName: 'R2',
        scope: 'read write',
      })
      expect(await mcp().connections.list(sub)).toMatchObject([
        { clientId, scope: 'read write', active: true, usedAt: expect.any(Number) },
      ])
      expect(await mcp().connections.list('nobody')).toEqual([])
    })

    test('end with everything that was issued on them, for that person and client', async () => {
      const { rotation, sub } = await newFamily(mcp())
      const { redemption } = await newCode(mcp())
      const other = await newFamily(mcp())
      const { clientId, familyId } = rotation
      const code = { ...redemption, codeHash: unique('code'), clientId }
      const saved = { ...code, sub, redirectUri: 'x', scope: '', offline: true, resource: RESOURCE }
      await mcp().grants.saveCode(saved, 60)
      const connection = { clientId, clientName: 'Robot', redirectHost: 'x', scope: 'read' }
      await mcp().connections.remember({ ...connection, sub }, 60)
      await mcp().connections.remember({ ...connection, sub: 'ben' }, 60)
      expect(await mcp().connections.revoke(sub, clientId)).toBe(true)
      expect(await mcp().connections.revoke(sub, clientId)).toBe(false)
      expect(await mcp().connections.find(sub, clientId)).toBeUndefined()
      expect(await mcp().connections.find('ben', clientId)).toBeDefined()
      expect(await mcp().grants.rotate(rotation)).toMatchObject({ fault: 'revoked' })
      expect(await mcp().grants.redeem(code)).toMatchObject({ fault: 'unknown' })
      expect(await mcp().grants.rotate(other.rotation)).toMatchObject({ outcome: 'rotated' })
      const ids = (await mcp().revocations.list(60)).map(({ id }) => id)
      expect(ids).toContain(familyId)
      expect(ids).not.toContain(other.rotation.familyId)
      expect((await mcp().audit.list({ sub }))[0]?.event).toBe('oauth.mcp.connection.revoked')
    })

    test('of a client that is gone end for everybody', async () => {
      const { rotation } = await newFamily(mcp())
      await mcp().connections.revokeClient(rotation.clientId)
      expect(await mcp().grants.rotate(rotation)).toMatchObject({ fault: 'revoked' })
      const ids = (await mcp().revocations.list()).map(({ id }) => id)
      expect(ids).toContain(`client:${rotation.clientId}`)
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
      const added = await race(() => mcp().keys.add(key({ alg }), 60))
      expect(added.filter(Boolean)).toHaveLength(1)
      expect((await mcp().keys.list()).filter((one) => one.alg === alg)).toHaveLength(1)
    })

    test('go their time after they have a successor, of whatever algorithm', async () => {
      const [old, next, gone] = [key(), key(), key()]
      await mcp().keys.add(gone, 60)
      await mcp().keys.add(old, 0)
      await mcp().keys.add(next, 60)
      const live = await mcp().keys.list()
      const find = ({ kid }: { kid: string }) => live.find((one) => one.kid === kid)
      expect(find(gone)).toBeUndefined()
      expect(find(old)?.ttl).toBeGreaterThan(50)
      expect(find(next)).toMatchObject({ ttl: undefined, generation: 1, privateKey: 'sealed' })
      expect(live.findIndex(({ kid }) => kid === old.kid)).toBeLessThan(
        live.findIndex(({ kid }) => kid === next.kid),
      )
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
      await mcp().clients.create(one, 60)
      expect(await mcp().clients.find(one.clientId)).toEqual(one)
      expect(await mcp().clients.update(one.clientId, '{"a":1}')).toBe(true)
      expect(await mcp().clients.find(one.clientId)).toMatchObject({ metadata: '{"a":1}' })
      expect(await mcp().clients.delete(one.clientId)).toBe(true)
      expect(await mcp().clients.delete(one.clientId)).toBe(false)
      expect(await mcp().clients.update(one.clientId, '{}')).toBe(false)
    })

    test('that nobody uses go, and those in use stay', async () => {
      const [unused, used] = [client(), client()]
      await mcp().clients.create(unused, 0)
      await mcp().clients.create(used, 60)
      await mcp().clients.touch(used.clientId, 120)
      expect(await mcp().clients.find(unused.clientId)).toBeUndefined()
      expect(await mcp().clients.find(used.clientId)).toBeDefined()
    })

    test('documents of clients are kept as long as they may be', async () => {
      const url = `https://${unique('app')}.example/client`
      await mcp().documents.save(url, 'old', 0)
      expect(await mcp().documents.find(url)).toBeUndefined()
      await mcp().documents.save(url, 'new', 60)
      expect(await mcp().documents.find(url)).toMatchObject({ document: 'new' })
    })
  })

  test('calls are counted over a window', async () => {
    const key = unique('calls')
    const waits = []
    for (let call = 0; call < 4; call += 1) waits.push(await mcp().limits.count(key, 2, 60))
    expect(waits).toEqual([0, 0, expect.any(Number), expect.any(Number)])
    expect(waits[3]).toBeGreaterThan(50)
    const parallel = await race(() => mcp().limits.count(`${key}-race`, 10, 60))
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

  test('cleaning takes what has expired of every table, and the audit after its time', async () => {
    const store = open()
    await store.clean(1_000)
    const { redemption } = await newCode(mcp())
    await mcp().grants.redeem({ ...redemption, familyTtl: 0 })
    await mcp().documents.save('https://gone.example/a', 'x', 0)
    await mcp().limits.count('gone', 1, 0)
    await mcp().revocations.add('gone', 0)
    expect(await store.clean(1_000)).toBe(4)
    expect(await mcp().grants.findFamily(redemption.familyId)).toBeUndefined()
    expect(await events(mcp(), redemption.clientId)).toEqual(['token.issued'])
    await expect.poll(async () => await store.clean(0)).toBeGreaterThanOrEqual(0)
    expect(await events(mcp(), redemption.clientId)).toEqual([])
  })
}
