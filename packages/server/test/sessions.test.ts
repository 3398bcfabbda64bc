import { execute, openDatabase, query, queryFirst, sql } from '@entrepot/database'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { deriveKey } from '../src/config/secrets.ts'
import { hubMigrations } from '../src/database/migrations.ts'
import { createSessionFinder } from '../src/people/sessions/find-user.ts'
import { cleanSessions, postgresSessions } from '../src/people/sessions/session-store.ts'
import { deleteExpired } from '../src/people/sessions/store.ts'
import { handleErrors } from '../src/site/pages/error-pages.ts'
import { enablePages } from '../src/site/pages/send-page.ts'

let store: TestDatabase
let database: TestDatabase['database']
const apps: FastifyInstance[] = []
beforeAll(async () => {
  store = await createTestDatabase({ migrations: [hubMigrations] })
  database = store.database
})
afterEach(async () => {
  await Promise.all(apps.splice(0).map(async (app) => await app.close()))
  await execute(database, sql`truncate hub.sessions, hub.users cascade`)
})
afterAll(async () => await store.drop())

const LIVES = { idleHours: 2, maxHours: 10 }
const SECRET = 's'.repeat(40)

/** A node: an application whose sessions are in the database. */
async function node(lives = LIVES, sessions = database): Promise<FastifyInstance> {
  const app = Fastify()
  apps.push(app)
  await enablePages(app, undefined)
  handleErrors(app)
  await app.register(cookie)
  await app.register(session, {
    secret: deriveKey(SECRET, 'session'),
    store: postgresSessions(sessions, lives),
    cookie: { secure: false, maxAge: lives.maxHours * 3_600_000 },
    saveUninitialized: false,
    rolling: false,
  })
  app.get('/read', async (request) => ({ value: (request.session as { value?: string }).value }))
  app.get<{ Params: { value: string } }>('/write/:value', async (request) => {
    Object.assign(request.session, { value: request.params.value })
    return {}
  })
  app.get('/regenerate', async (request) => {
    await request.session.regenerate(Object.keys(request.session).filter((key) => key !== 'cookie'))
    return {}
  })
  app.get('/end', async (request) => {
    await request.session.destroy()
    return {}
  })
  app.get('/slow', async (request) => {
    Object.assign(request.session, { value: 'late' })
    slow.started()
    await slow.go
    return {}
  })
  return app
}

const slow = { started: () => {}, go: Promise.resolve() }

const call = async (app: FastifyInstance, url: string, cookieHeader = '') => {
  const answer = await app.inject({ url, headers: { cookie: cookieHeader } })
  const [set] = [answer.headers['set-cookie']].flat()
  return { status: answer.statusCode, body: answer.json(), cookie: set?.split(';')[0] ?? '' }
}

test('a session of one node is valid on the other, and ends on both', async () => {
  const [one, other] = [await node(), await node()]
  const { cookie } = await call(one, '/write/hello')
  expect((await call(other, '/read', cookie)).body).toEqual({ value: 'hello' })
  await call(other, '/end', cookie)
  expect((await call(one, '/read', cookie)).body).toEqual({})
})

test('a request with a session needs one database call, one without needs none, and neither stores anything', async () => {
  let calls = 0
  const count = () => {
    calls += 1
  }
  database.on('acquire', count)
  onTestFinished(() => void database.off('acquire', count))
  const app = await node()
  await call(app, '/read')
  expect(calls).toBe(0)
  expect(await query(database, sql`select * from hub.sessions`)).toHaveLength(0)
  const { cookie } = await call(app, '/write/x')
  calls = 0
  await call(app, '/read', cookie)
  expect(calls).toBe(1)
  await call(app, '/read', 'sessionId=forged.signature')
  expect(calls).toBe(1)
})

test('the finder reads the sessions of requests that arrive together in one call, extends them, and remembers them for a second', async () => {
  const app = await node()
  const cookies: string[] = []
  for (const value of ['a', 'b', 'c']) {
    const { cookie } = await call(app, `/write/${value}`)
    cookies.push(decodeURIComponent(cookie.replace('sessionId=', '')))
  }
  await execute(
    database,
    sql`insert into hub.users (email, email_key) values ('x@y.example', 'x@y.example')`,
  )
  await execute(
    database,
    sql`update hub.sessions set data = jsonb_set(data::jsonb, '{user}', to_jsonb((select user_id::text from hub.users)))::text,
      expires_at = now() + interval '1 minute'`,
  )
  let calls = 0
  const count = () => {
    calls += 1
  }
  database.on('acquire', count)
  onTestFinished(() => void database.off('acquire', count))
  const find = createSessionFinder(database, [SECRET], LIVES, async () => ({ user: 'checked' }))
  const request = { routeOptions: { config: {} } } as FastifyRequest
  const findAll = async () => await Promise.all(cookies.map((cookie) => find(cookie, request)))
  const users = (await findAll()).map((one) => one?.user)
  expect([new Set(users).size, users[0], calls]).toEqual([1, expect.stringMatching(/^\d+$/), 1])
  const again = (await findAll()).map((one) => one?.user)
  expect([again, calls]).toEqual([users, 1])
  expect(await find(`${cookies[0]}x`, request)).toBeUndefined()
  expect(calls).toBe(1)
  const [{ soonest = 0 } = {}] = await query<{ soonest: number }>(
    database,
    sql`select extract(epoch from min(expires_at) - now())::float8 as soonest from hub.sessions`,
  )
  expect(soonest).toBeGreaterThan(7_000)
})

test('a request that was running when the session ended does not restore it', async () => {
  const app = await node()
  const { cookie } = await call(app, '/write/x')
  const started = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  Object.assign(slow, { started: started.resolve, go: go.promise })
  const late = call(app, '/slow', cookie)
  await started.promise
  await call(app, '/end', cookie)
  go.resolve()
  await late
  expect(await query(database, sql`select * from hub.sessions`)).toHaveLength(0)
  expect((await call(app, '/read', cookie)).body).toEqual({})
})

test('a regenerated session keeps the requested data under a new id, and the old id is invalid', async () => {
  const app = await node()
  const before = await call(app, '/write/kept')
  const after = await call(app, '/regenerate', before.cookie)
  expect(after.cookie).not.toBe(before.cookie)
  expect((await call(app, '/read', after.cookie)).body).toEqual({ value: 'kept' })
  expect((await call(app, '/read', before.cookie)).body).toEqual({})
  expect(await query(database, sql`select * from hub.sessions`)).toHaveLength(1)
})

test('the table contains nothing that could be used to take over a session', async () => {
  const app = await node()
  const { cookie } = await call(app, '/write/x')
  const id = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''
  expect(id.length).toBeGreaterThan(30)
  const row = await queryFirst(
    database,
    sql`select encode(id_hash, 'escape') || data as text from hub.sessions`,
  )
  expect(row?.text).not.toContain(id)
})

test('a session ends if it is not used, is extended if it is used, and ends after the maximum time', async () => {
  const app = await node()
  const { cookie } = await call(app, '/write/x')
  const left = async () => {
    const row = await queryFirst(
      database,
      sql`
      select extract(epoch from expires_at - now()) / 3600 as hours from hub.sessions`,
    )
    return Number(row?.hours)
  }
  expect(await left()).toBeCloseTo(2, 1)
  await execute(database, sql`update hub.sessions set expires_at = now() + interval '1 hour'`)
  await call(app, '/read', cookie)
  expect(await left()).toBeCloseTo(2, 1)
  await execute(
    database,
    sql`update hub.sessions set created_at = now() - interval '9 hours', expires_at = now() + interval '30 minutes'`,
  )
  await call(app, '/read', cookie)
  expect(await left()).toBeCloseTo(1, 1)
  await execute(database, sql`update hub.sessions set expires_at = now() - interval '1 second'`)
  expect((await call(app, '/read', cookie)).body).toEqual({})
})

test('a session that is used often is written rarely', async () => {
  const app = await node()
  const { cookie } = await call(app, '/write/x')
  const version = async () =>
    (await query(database, sql`select xmin::text from hub.sessions`))[0]?.xmin
  const before = await version()
  for (let count = 0; count < 5; count += 1) await call(app, '/read', cookie)
  expect(await version()).toBe(before)
})

test('a session of a removed user cannot be stored', async () => {
  const sessions = postgresSessions(database, LIVES)
  const stored = { cookie: {}, user: '4711' } as never
  const error = await new Promise((resolve) => sessions.set('some-id', stored, resolve))
  expect(error).toMatchObject({ code: '23503' })
})

test('expired sessions are deleted in batches, and several nodes can do so at the same time', async () => {
  await execute(
    database,
    sql`insert into hub.sessions (id_hash, data, expires_at)
    select sha256(n::text::bytea), '{}', now() - interval '1 minute' * (n - 100) from generate_series(1, 150) n`,
  )
  const deleted = await Promise.all([deleteExpired(database, 30), deleteExpired(database, 30)])
  expect(deleted[0] + deleted[1]).toBeGreaterThan(0)
  while ((await deleteExpired(database, 30)) > 0);
  const left = await queryFirst(database, sql`select count(*)::int as count from hub.sessions`)
  expect(left?.count).toBe(99)
  cleanSessions(database, pino({ level: 'silent' }))()
})

test('without the database, a request with a session is answered with 503, and not as without a session', async () => {
  const { cookie } = await call(await node(), '/write/x')
  const own = await openDatabase({ url: store.url })
  const app = await node(LIVES, own)
  expect((await call(app, '/read', cookie)).body).toEqual({ value: 'x' })
  await own.end()
  const accept = 'text/html'
  const page = await app.inject({ url: '/read', headers: { cookie, accept } })
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '1'])
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.headers['set-cookie']).toBeUndefined()
  const problem = await app.inject({ url: '/read', headers: { cookie } })
  expect(problem.headers['content-type']).toContain('application/problem+json')
  expect(problem.json()).toMatchObject({ status: 503, title: 'Temporarily unavailable' })
})
