import { describe, expect, test } from 'vitest'
import type {
  GrantKey,
  ListedConnectionKey,
  McpStore,
  PageOf,
  SignInKey,
  Store,
  StoredSignIn,
} from '../../src/index.ts'

/** Seconds after which nothing expires while the tests run, however slow the machine is: clean-ups count what has. */
const LONG = 86_400

let count = 0
const unique = (name: string) => `${name}-${++count}-${Math.random().toString(36).slice(2)}`

/** All rows of a list, read in pages of two. */
async function readPages<Row, Key>(
  read: (page: PageOf<Key>) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let after: Key | undefined; ; ) {
    const page = await read({ after, limit: 2 })
    rows.push(...page)
    const last = page.at(-1)
    if (page.length < 2 || last === undefined) return rows
    after = keyOf(last)
  }
}

async function newConnection(mcp: McpStore, changes: { sub?: string; clientId?: string } = {}) {
  const connection = {
    ...{ sub: unique('ann'), clientId: unique('client'), clientName: 'Robot' },
    ...{ redirectHost: 'app.example', scope: 'read write', resource: 'r' },
    ...changes,
  }
  await mcp.connections.remember(connection, [], LONG)
  return connection
}

/** What was issued on a code. */
async function newGrant(
  mcp: McpStore,
  changes: { sub?: string; clientId?: string; offline?: boolean; ttl?: number } = {},
) {
  const { sub = unique('ann'), clientId = unique('client'), offline = true, ttl = LONG } = changes
  const common = { codeHash: unique('code'), clientId, codeChallenge: 'x', resource: 'r' }
  const code = { ...common, sub, redirectUri: 'https://a.example', scope: 'read', offline }
  await mcp.grants.saveCode({ ...code, authentication: null }, LONG)
  const [familyId, tokenHash] = [unique('family'), unique('token')]
  await mcp.grants.redeem({
    ...{ ...common, redirectUri: undefined, familyId, tokenHash, jti: unique('jti') },
    ...{ familyTtl: ttl, accessTtl: ttl, allowed: undefined },
  })
  return { familyId, tokenHash, sub, clientId }
}

/** What every store does for the people who run an application. */
export function describeAdmin(open: () => Store): void {
  const mcp = () => open().mcp

  describe('states of clients', () => {
    test('that a hundred disable at once change once, and the audit says so once', async () => {
      const clientId = unique('client')
      const entry = { event: 'disabled', clientId, detail: { reason: 'spam' }, address: '::1' }
      const set = async (disabled: boolean) =>
        await mcp().clientStates.set({ clientId, disabled, reason: 'spam' }, entry)
      expect(await set(false)).toBe(false)
      for (const disabled of [true, false, true]) {
        const changes = await Promise.all(Array.from({ length: 100 }, () => set(disabled)))
        expect(changes.filter(Boolean)).toHaveLength(1)
        const [found] = await mcp().clientStates.find([clientId, unique('another')])
        expect(found?.disabled).toBe(disabled ? true : undefined)
        const isListed = (rows: readonly { clientId: string; disabled: boolean }[]) =>
          rows.find((row) => row.clientId === clientId)?.disabled
        expect(isListed(await mcp().clientStates.list())).toBe(disabled ? true : undefined)
        expect(isListed(await mcp().clientStates.list(LONG))).toBe(disabled)
      }
      const rows = await mcp().audit.list({ clientId })
      expect(rows).toHaveLength(3)
      expect(rows[0]).toMatchObject({
        event: 'disabled',
        detail: { reason: 'spam' },
        address: '::1',
      })
    })

    test('say why and when', async () => {
      const clientId = unique('client')
      await mcp().clientStates.set(
        { clientId, disabled: true, reason: null },
        { event: 'disabled' },
      )
      const [state] = await mcp().clientStates.find([clientId])
      expect(state).toEqual({
        clientId,
        disabled: true,
        reason: null,
        changedAt: expect.any(Number),
      })
      expect(state?.changedAt).toBeGreaterThan(1_700_000_000)
    })
  })

  describe('lists', () => {
    test('of registered clients hold no hash, and are read in pages', async () => {
      const ids = Array.from({ length: 5 }, () => unique('registered'))
      for (const clientId of ids) {
        const hashes = { secretHash: 'secret', registrationHash: 'token' }
        const client = { clientId, ...hashes, metadata: '{"a":1}', issuedAt: 1_700_000_000 }
        await mcp().clients.create(client, LONG, 1_000_000)
      }
      const gone = unique('registered')
      const client = { clientId: gone, secretHash: null, registrationHash: 'token' }
      await mcp().clients.create({ ...client, metadata: '{}', issuedAt: 1 }, 0, 1_000_000)
      const rows = await readPages(
        (page: PageOf<string>) => mcp().directory.clients(page),
        ({ clientId }) => clientId,
      )
      const own = rows.filter(({ clientId }) => ids.includes(clientId))
      expect(own.map(({ clientId }) => clientId).toSorted()).toEqual(ids.toSorted())
      expect(own[0]).toEqual({
        clientId: own[0]?.clientId,
        metadata: '{"a":1}',
        issuedAt: 1_700_000_000,
        expiresAt: expect.any(Number),
      })
      expect(rows.map(({ clientId }) => clientId)).not.toContain(gone)
    })

    test('of documents hold those that are stored, connected or disabled, each once', async () => {
      const [stored, connected, disabled, both, gone] = Array.from(
        { length: 5 },
        () => `https://${unique('app')}.example/client`,
      ) as [string, string, string, string, string]
      await mcp().documents.save(stored, 'text', LONG)
      await mcp().documents.save(both, 'text', LONG)
      await mcp().documents.save(gone, 'text', 0)
      for (const clientId of [connected, connected, both]) await newConnection(mcp(), { clientId })
      for (const clientId of [disabled, both]) {
        await mcp().clientStates.set({ clientId, disabled: true, reason: null }, { event: 'x' })
      }
      const { clientId: registered } = await newConnection(mcp(), { clientId: unique('a-uuid') })
      const rows = await readPages(
        (page: PageOf<string>) => mcp().directory.documents(page),
        ({ clientId }) => clientId,
      )
      const ids = rows.map(({ clientId }) => clientId)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).not.toContain(registered)
      expect(ids).not.toContain(gone)
      const find = (id: string) => rows.find(({ clientId }) => clientId === id)
      expect(find(stored)).toMatchObject({ document: 'text', clientName: null })
      expect(find(connected)).toMatchObject({ document: null, clientName: 'Robot' })
      expect(find(disabled)).toMatchObject({ document: null, clientName: null })
      expect(find(both)).toMatchObject({ document: 'text', clientName: 'Robot' })
    })

    test('of connections are of a person, of a client, or of both', async () => {
      const [sub, clientId] = [unique('ann'), unique('client')]
      await newConnection(mcp(), { sub, clientId })
      for (let index = 0; index < 3; index += 1) {
        await newConnection(mcp(), { sub })
        await newConnection(mcp(), { clientId })
      }
      const grant = await newGrant(mcp(), { sub, clientId })
      const read = (owner: { sub?: string; clientId?: string }) =>
        readPages(
          (page: PageOf<ListedConnectionKey>) => mcp().directory.connections(owner, page),
          (row) => [row.sub, row.clientId, row.resource] as const,
        )
      expect(await read({ sub })).toHaveLength(4)
      expect(await read({ clientId })).toHaveLength(4)
      expect(await read({})).toEqual([])
      const other = unique('bo')
      const ofOther = await newConnection(mcp(), { sub: other })
      const ofBoth = await mcp().directory.connectionsOf([other, sub, unique('nobody')])
      const lists = [await read({ sub }), await read({ sub: other })]
      expect(lists[1]).toMatchObject([{ clientId: ofOther.clientId }])
      expect(ofBoth).toEqual(lists.flat())
      expect(await mcp().directory.connectionsOf([])).toEqual([])
      const page = { after: undefined, limit: 1 }
      const [issued] = await mcp().directory.grants({ sub, clientId }, page)
      expect(issued).toMatchObject({ familyId: grant.familyId, redirectHost: 'app.example' })
      const [both, ...others] = await read({ sub, clientId })
      expect(others).toEqual([])
      expect(both).toMatchObject({ sub, clientId, scope: 'read write', active: true })
      expect(both?.expiresAt).toBeGreaterThan(both?.createdAt ?? Number.POSITIVE_INFINITY)
      await mcp().grants.revokeFamily(grant.familyId, clientId)
      expect(await read({ sub, clientId })).toMatchObject([{ active: false }])
    })

    test('of grants hold what counts, and no hash', async () => {
      const [sub, clientId] = [unique('ann'), unique('client')]
      const both = await newGrant(mcp(), { sub, clientId })
      const brief = await newGrant(mcp(), { sub, offline: false })
      const others = [await newGrant(mcp(), { clientId }), await newGrant(mcp(), { clientId })]
      const revoked = await newGrant(mcp(), { sub })
      await mcp().grants.revokeFamily(revoked.familyId, revoked.clientId)
      await newGrant(mcp(), { sub, ttl: 0 })
      const read = (owner: { sub?: string; clientId?: string }) =>
        readPages(
          (page: PageOf<GrantKey>) => mcp().directory.grants(owner, page),
          (row) => [row.sub, row.clientId, row.familyId] as const,
        )
      const ids = async (owner: { sub?: string; clientId?: string }) =>
        (await read(owner)).map(({ familyId }) => familyId).toSorted()
      expect(await ids({ sub })).toEqual([both.familyId, brief.familyId].toSorted())
      const ofClient = [both, ...others].map(({ familyId }) => familyId)
      expect(await ids({ clientId })).toEqual(ofClient.toSorted())
      expect(await ids({})).toEqual([])
      const [grant] = await read({ sub, clientId })
      expect(grant).toEqual({
        ...{ familyId: both.familyId, sub, clientId, resource: 'r', scope: 'read' },
        redirectHost: null,
        account: null,
        refreshable: true,
        createdAt: expect.any(Number),
        usedAt: grant?.createdAt,
        expiresAt: expect.any(Number),
      })
      expect(
        (await read({ sub })).find(({ familyId }) => familyId === brief.familyId),
      ).toMatchObject({
        refreshable: false,
      })
    })

    test('of sign-ins are read newest first, without session and tokens', async () => {
      const { signIns } = open()
      const user = unique('user')
      const signIn = (changes: Partial<StoredSignIn> = {}) => ({
        ...{ signInId: unique('sign-in'), user, provider: 'acme', issuer: 'https://id.example' },
        ...{ subject: 'subject', sid: undefined, session: 'sealed', issuedAt: 1_000 },
        ...changes,
      })
      const all = [signIn(), signIn(), signIn({ caller: { address: '::1', userAgent: 'Lynx' } })]
      for (const one of all) await signIns.create(one, LONG)
      await signIns.create(signIn(), 0)
      await signIns.create(signIn({ user: unique('other') }), LONG)
      // For a client: no session stands on it.
      await signIns.create(signIn({ session: '' }), LONG)
      const rows = await readPages(
        (page: PageOf<SignInKey>) => signIns.list(user, page),
        (row) => [row.signedInAt, row.signInId] as const,
      )
      const times = rows.map(({ signedInAt }) => signedInAt)
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      expect(rows.map(({ signInId }) => signInId).toSorted()).toEqual(
        all.map(({ signInId }) => signInId).toSorted(),
      )
      const known = rows.find(({ signInId }) => signInId === all[2]?.signInId)
      expect(known).toEqual({
        ...{ signInId: all[2]?.signInId, user, provider: 'acme', issuer: 'https://id.example' },
        ...{ subject: 'subject', address: '::1', userAgent: 'Lynx' },
        signedInAt: expect.any(Number),
        expiresAt: expect.any(Number),
      })
      expect(
        rows.filter(({ address, userAgent }) => address === null && userAgent === null),
      ).toHaveLength(2)
    })
  })

  test('the audit says which request caused an event, and what is new since another', async () => {
    const clientId = unique('client')
    await mcp().audit.add([
      { event: 'one', clientId, address: '2001:db8::1', userAgent: 'Lynx' },
      { event: 'two', clientId },
    ])
    const [two, one] = await mcp().audit.list({ clientId })
    expect(one).toMatchObject({ event: 'one', address: '2001:db8::1', userAgent: 'Lynx' })
    expect([two?.address, two?.userAgent, two?.sub]).toEqual([undefined, undefined, undefined])
    const fresh = await mcp().audit.list({ clientId, after: one?.id })
    expect(fresh.map(({ event }) => event)).toEqual(['two'])
    expect(await mcp().audit.list({ clientId, after: one?.id, before: two?.id })).toEqual([])
  })
}
