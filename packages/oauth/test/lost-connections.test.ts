/** What the PostgreSQL store answers while connections are lost: what is true, or that it cannot be used at the moment. */
import { OAuthError } from '@entrepot/oauth'
import { postgresStore, revokePerson } from '@entrepot/oauth/postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type CuttingProxy, startCuttingProxy } from './support/cutting-proxy.ts'
import { createDatabase, openPool, type TestDatabase } from './support/database.ts'
import { post, startMcp } from './support/mcp.ts'

const CLIENTS = 40
const UNAVAILABLE = { code: 'OAUTH_STORE_UNAVAILABLE', statusCode: 503 }

interface Setting {
  readonly database: TestDatabase
  readonly proxy: CuttingProxy
  /** Through the proxy. */
  readonly pool: ReturnType<typeof openPool>
}

async function startSetting(max: number): Promise<Setting> {
  const database = await createDatabase()
  await postgresStore(database.pool).prepare()
  const proxy = await startCuttingProxy(database.url)
  const pool = openPool(proxy.url, { max })
  onTestFinished(async () => {
    await proxy.close()
    await pool.end()
    await database.drop()
  })
  return { database, proxy, pool }
}

const clientOf = (number: number) => ({
  clientId: `client-${number}`,
  secretHash: null,
  registrationHash: `hash-${number}`,
  metadata: JSON.stringify({ client_name: `${number} `.repeat(200) }),
  issuedAt: number,
})

test('no statement gets a wrong or a missing row, however often connections are cut within answers', async () => {
  const { database, proxy, pool } = await startSetting(4)
  const direct = postgresStore(database.pool)
  const store = postgresStore(pool)
  for (let number = 0; number < CLIENTS; number += 1) {
    await direct.mcp.clients.create(clientOf(number), 3_600, 1_000)
    await direct.mcp.revocations.add(`id-${number}`, 3_600)
  }
  // Every fifth answer, so that connections also live for long enough to be used again.
  proxy.cutAnswers((number) => number % 5 === 0)
  let refused = 0
  let answered = 0
  const tryIt = async <T>(read: () => Promise<T>, expected: T) => {
    try {
      expect(await read()).toEqual(expected)
      answered += 1
    } catch (error) {
      if (!OAuthError.is(error)) throw error
      expect(error).toMatchObject(UNAVAILABLE)
      refused += 1
    }
  }
  const work = async (worker: number) => {
    for (let turn = worker; proxy.cuts < 300; turn += 1) {
      const number = turn % CLIENTS
      await tryIt(() => store.mcp.clients.find(`client-${number}`), clientOf(number))
      await tryIt(
        async () => (await store.mcp.revocations.find(`id-${number}`))?.id,
        `id-${number}`,
      )
      await tryIt(async () => (await store.mcp.revocations.list()).length, CLIENTS)
      const state = `state-${worker}-${turn}`
      await direct.csrf.save(state, state, 60)
      await tryIt(() => store.csrf.claim(state), state)
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)))
  expect(refused).toBeGreaterThan(100)
  expect(answered).toBeGreaterThan(refused)
  proxy.cutAnswers(() => false)
  await expect.poll(() => store.mcp.clients.find('client-7')).toEqual(clientOf(7))
})

test('a server process that is terminated costs its statement, and nothing else', async () => {
  const { database, pool } = await startSetting(1)
  const store = postgresStore(pool)
  await store.csrf.save('one', 'data', 60)
  const blocker = await database.pool.connect()
  await blocker.query('begin; lock table oauth.csrf_tokens')
  const claim = store.csrf.claim('one')
  const outcome = expect(claim).rejects.toMatchObject(UNAVAILABLE)
  await expect
    .poll(
      async () =>
        await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    .toHaveLength(1)
  await outcome
  await blocker.query('rollback')
  blocker.release()
  expect(await store.csrf.claim('one')).toBe('data')
})

test('a transaction whose connection is lost refuses every further statement', async () => {
  const { database, pool } = await startSetting(2)
  const client = await pool.connect()
  client.on('error', () => {})
  await client.query('begin')
  await revokePerson(client, 'ann')
  await expect
    .poll(
      async () =>
        await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`,
    )
    .toEqual([])
  await expect(revokePerson(client, 'ann')).rejects.toThrow()
  await expect(revokePerson(client, 'ann')).rejects.toThrow()
  client.release()
  expect(await database.sql`select id from oauth.mcp_revocations`).toEqual([])
  await revokePerson(pool, 'ann')
  expect(await database.sql`select id from oauth.mcp_revocations`).toHaveLength(1)
})

test('a statement without an answer is given up after five seconds, and its connection is not used again', async () => {
  const { proxy, pool } = await startSetting(1)
  const store = postgresStore(pool)
  await store.csrf.save('one', 'data', 60)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  proxy.fallSilent()
  const claim = expect(store.csrf.claim('one')).rejects.toMatchObject(UNAVAILABLE)
  // The connection is there: nothing is waited for before the statement is sent.
  await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(5_000)
  await claim
  vi.useRealTimers()
  expect(await store.csrf.claim('one')).toBe('data')
})

test('a registration that gets no answer to its begin is begun again on another connection, and holds up no other one', async () => {
  const { proxy, pool } = await startSetting(1)
  const { clients } = postgresStore(pool).mcp
  await clients.create(clientOf(1), 3_600, 1_000)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  proxy.fallSilent()
  const first = clients.create(clientOf(2), 3_600, 1_000)
  const next = clients.create(clientOf(3), 3_600, 1_000)
  await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect(await Promise.all([first, next])).toEqual([true, true])
})

test('a node that falls silent while it registers a client does not keep other nodes from it', async () => {
  const { database, proxy } = await startSetting(1)
  const pool = openPool(proxy.url, { max: 1, query_timeout: 300 })
  onTestFinished(async () => await pool.end())
  const [silent, other] = [postgresStore(pool), postgresStore(database.pool)]
  const blocker = await database.pool.connect()
  await blocker.query('begin; lock table oauth.platform_oauth_mcp_clients in access exclusive mode')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lost = expect(silent.mcp.clients.create(clientOf(1), 3_600, 1_000)).rejects.toMatchObject(
    UNAVAILABLE,
  )
  const waits = async () =>
    await database.sql`select 1 from pg_stat_activity where wait_event = 'relation'
      and datname = current_database()`
  while ((await waits()).length === 0);
  proxy.fallSilent()
  await blocker.query('rollback')
  blocker.release()
  expect(await other.mcp.clients.create(clientOf(2), 3_600, 1_000)).toBe(true)
  await vi.advanceTimersByTimeAsync(300)
  await lost
})

test('a refused statement leaves its connection open', async () => {
  const { database, pool } = await startSetting(1)
  const store = postgresStore(pool)
  await store.csrf.save('one', 'data', 60)
  const connections = async () =>
    await database.sql`
      select pid from pg_stat_activity where datname = current_database() and query like '%csrf%'
        and pid <> pg_backend_pid()`
  const before = await connections()
  expect(before).toHaveLength(1)
  await expect(store.csrf.save('one', 'data', 60)).rejects.toMatchObject({ code: '23505' })
  await expect(store.csrf.save('two\0', 'data', 60)).rejects.toMatchObject({ code: '22021' })
  expect(await store.csrf.claim('one')).toBe('data')
  expect(await connections()).toEqual(before)
})

const STATES = [
  ...['08006', '25006', '40001', '40P01', '53100', '53200', '53300', '55P03', '57014', '57P01'],
  ...['57P03', '57P05', '58030'],
]

test('a server that says it cannot do its work at the moment is unavailable', async () => {
  const { database, pool } = await startSetting(2)
  await database.pool.query(
    'create function fail() returns trigger language plpgsql as $$ begin end $$',
  )
  await database.pool.query(`
    create trigger failing before insert on oauth.csrf_tokens for each row execute function fail()`)
  for (const state of STATES) {
    await database.pool.query(`
      create or replace function fail() returns trigger language plpgsql as
        $$ begin raise exception 'it fails' using errcode = '${state}'; end $$`)
    const save = postgresStore(pool).csrf.save('one', 'data', 60)
    await expect(save, state).rejects.toMatchObject(UNAVAILABLE)
  }
})

test('while the database is away, people and clients are asked to come again, and afterwards all is well', async () => {
  const { proxy, pool } = await startSetting(4)
  const app = await startMcp({ store: postgresStore(pool) })
  onTestFinished(() => app.close())
  const login = `${app.origin}/oauth/acme/login`
  const grant = { grant_type: 'authorization_code', client_id: 'nobody', code: 'x' }
  await fetch(login, { redirect: 'manual' })
  await proxy.close()
  const page = await fetch(login, { redirect: 'manual' })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.json()).toEqual({ error: 'Service unavailable' })
  const token = await post(`${app.origin}/oauth/mcp/token`, grant)
  expect([token.status, token.headers.get('retry-after')]).toEqual([503, '5'])
  expect(token.json.error).toBe('temporarily_unavailable')
  const callback = await fetch(`${app.origin}/oauth/acme/callback?state=x&code=y`)
  expect(callback.status).toBe(503)
  await proxy.reopen()
  expect((await fetch(login, { redirect: 'manual' })).status).toBe(302)
  expect((await post(`${app.origin}/oauth/mcp/token`, grant)).json.error).toBe('invalid_client')
})
