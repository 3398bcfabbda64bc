/**
 * A route behind the sign-in plugin, with a live session, against the same route with `@fastify/session` and the same store
 * alone: target >= 0.95 of the throughput. Both are in one process, since two processes of the very same application differ by
 * up to 15 % for as long as they live. Also counts the database round trips of a sign-in: ours are to be 4 at most.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, startTestServer } from '@entrepot/database/testing'
import { Pool } from 'undici'
import { freePort } from '../../packages/oauth/test/support/app.ts'
import { createBrowser } from '../../packages/oauth/test/support/browser.ts'
import { startHostileProvider } from '../../packages/oauth/test/support/hostile-provider.ts'
import { brief, measure, median, printTable, say } from './measure.ts'
import type { BenchResult } from './run.ts'

const IN_FLIGHT = 16

/** Runs the benchmark; see the head of this file. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const rounds = quick ? 15 : 41
  const requests = quick ? 800 : 1_500
  const server = await startTestServer()
  const { url, database, drop } = await createTestDatabase()
  await database`create table sessions (id text primary key, data text not null)`
  const provider = await startHostileProvider()
  const { child, origin } = await startApplication(url, provider.origin)
  try {
    const { cookie, ours, others } = await signIn(origin)
    say(
      `a sign-in takes ${ours.length} round trips of ours and ${others.length} of the session store`,
    )
    for (const query of ours) say(`  ${query.trim().split(/\s+/).slice(0, 3).join(' ')}`)
    const ratios = await compare(origin, cookie, rounds, requests)
    const quietly = await queriesOf(origin)
    if (quietly.some((query) => query.includes('oauth.')))
      throw new Error('a live session asked our tables')
    return {
      ratios: { 'plugin/plain': brief(median(ratios)), 'round trips of a sign-in': ours.length },
      targets: { 'plugin/plain': '>=0.95', 'round trips of a sign-in': '<=4' },
    }
  } finally {
    child.kill()
    await provider.close()
    await drop()
    await server.stop()
  }
}

async function startApplication(
  database: string,
  issuer: string,
): Promise<{ child: ChildProcess; origin: string }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const file = fileURLToPath(new URL('session/server.ts', import.meta.url))
  const child = fork(file, [database, String(port), origin, issuer], {
    execArgv: ['--conditions=@entrepot/source'],
  })
  await once(child, 'message')
  return { child, origin }
}

async function queriesOf(origin: string): Promise<string[]> {
  return (await (await fetch(`${origin}/queries`)).json()) as string[]
}

/** Signs in for good, and says which statements that took. */
async function signIn(origin: string) {
  await queriesOf(origin)
  const browser = createBrowser()
  const landing = await browser.follow(
    `${origin}/oauth/bench/login?redirect=/plugin`,
    (url) => url === `${origin}/plugin`,
  )
  if (landing.location !== `${origin}/plugin`)
    throw new Error(`the sign-in ended at ${landing.url}`)
  const queries = await queriesOf(origin)
  return {
    cookie: browser.cookieHeader(origin),
    ours: queries.filter((query) => query.includes('oauth.')),
    others: queries.filter((query) => !query.includes('oauth.')),
  }
}

async function compare(
  origin: string,
  cookie: string,
  rounds: number,
  requests: number,
): Promise<number[]> {
  say(`${rounds} rounds of ${requests} requests each, ${IN_FLIGHT} in flight`)
  const pool = new Pool(origin, { connections: IN_FLIGHT })
  const paths = ['/plugin', '/plain'] as const
  const rows: { plugin: Side; plain: Side }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    const sides: Side[] = []
    for (const side of order) {
      const path = paths[side] as string
      const before = await cpuOf(pool)
      const { perSecond } = await measure(requests, IN_FLIGHT, () => getUser(pool, path, cookie))
      sides[side] = { perSecond, cpuMicros: ((await cpuOf(pool)) - before) / requests }
    }
    const [ours, theirs] = sides as [Side, Side]
    // The first round warms both up.
    if (round > 0) rows.push({ plugin: ours, plain: theirs })
  }
  await pool.close()
  printTable(
    rows.map(({ plugin: ours, plain: theirs }, index) => ({
      round: index + 1,
      'plugin, per s': Math.round(ours.perSecond),
      'plain, per s': Math.round(theirs.perSecond),
      ratio: brief(ours.perSecond / theirs.perSecond),
      'plugin, CPU us': brief(ours.cpuMicros),
      'plain, CPU us': brief(theirs.cpuMicros),
    })),
  )
  // Tells on a busy machine, where throughput varies more than what is measured.
  const cpu = median(rows.map((row) => row.plain.cpuMicros / row.plugin.cpuMicros))
  say(`CPU time of a request, plain against plugin: ${brief(cpu)}`)
  return rows.map((row) => row.plugin.perSecond / row.plain.perSecond)
}

/** What one round of one side gave. */
interface Side {
  readonly perSecond: number
  /** Of the server, for one request. */
  readonly cpuMicros: number
}

async function cpuOf(pool: Pool): Promise<number> {
  const { body } = await pool.request({ method: 'GET', path: '/cpu' })
  const { user, system } = (await body.json()) as { user: number; system: number }
  return user + system
}

async function getUser(pool: Pool, path: string, cookie: string): Promise<void> {
  const response = await pool.request({ method: 'GET', path, headers: { cookie } })
  const text = await response.body.text()
  if (text !== '{"user":"ann@example.com"}') throw new Error(`GET ${path} answered ${text}`)
}
