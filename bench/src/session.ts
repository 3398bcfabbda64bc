/**
 * Compares a route behind the sign-in plugin, with an active session, with the same route that uses only `@fastify/session` and the same
 * store. Target: >= 0.95 of the throughput. Also counts the database round trips of a sign-in: the plugin may make at most 4.
 *
 * Both routes run in one process, because two processes of the same application differ during their whole life. Of two equal routes in one
 * process, the one registered first is faster. Therefore the benchmark uses several processes, and the plugin is registered first in every
 * second one (docs/decisions/0007-sign-in.md).
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type DevIdp, startDevIdp } from '@entrepot/dev-idp'
import { Browser } from '@entrepot/test-support/browser'
import { freePort } from '@entrepot/test-support/free-port'
import { createTestDatabase, startTestServer } from '@entrepot/test-support/postgres'
import pg from 'pg'
import { Pool } from 'undici'
import { brief, measure, median, printTable, say } from './measure.ts'
import type { BenchResult } from './run.ts'

const IN_FLIGHT = 16

/** Rounds of each process that are not counted, because V8 still compiles. */
const WARM_UP = 12

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const processes = quick ? 2 : 6
  const rounds = quick ? 10 : 16
  const requests = quick ? 800 : 1_500
  const server = await startTestServer()
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client(url)
  await client.connect()
  await client.query('create table sessions (id text primary key, data text not null)')
  await client.end()
  const provider = await startDevIdp()
  say(
    `${processes} processes, ${rounds} rounds of ${requests} requests each, ${IN_FLIGHT} in flight`,
  )
  try {
    const rows: Row[] = []
    let roundTrips = 0
    for (let number = 0; number < processes; number += 1) {
      const first = number % 2 === 0 ? 'plain' : 'plugin'
      const measured = await runProcess(url, provider, first, rounds, requests)
      rows.push(...measured.rows)
      roundTrips = measured.roundTrips
    }
    printRows(rows)
    const ratio = brief(median(rows.map((row) => row.plugin.perSecond / row.plain.perSecond)))
    return {
      ratios: { 'plugin/plain': ratio, 'round trips of a sign-in': roundTrips },
      targets: { 'plugin/plain': '>=0.95', 'round trips of a sign-in': '<=4' },
    }
  } finally {
    await provider.stop()
    await drop()
    await server.stop()
  }
}

async function runProcess(
  database: string,
  provider: DevIdp,
  first: Row['first'],
  rounds: number,
  requests: number,
) {
  const { child, origin } = await startApplication(database, provider, first)
  try {
    const { cookie, ours, others } = await signIn(origin)
    say(
      `${first} first; a sign-in makes ${ours.length} round trips of the plugin and ${others.length} of the session store`,
    )
    for (const query of ours) say(`  ${query.trim().split(/\s+/).slice(0, 3).join(' ')}`)
    const sides = await compare(origin, cookie, rounds, requests)
    const quietly = await queriesOf(origin)
    if (quietly.some((query) => query.includes('oauth.')))
      throw new Error('a request with an active session queried our tables')
    return { rows: sides.map((row) => ({ first, ...row })), roundTrips: ours.length }
  } finally {
    child.kill()
  }
}

async function startApplication(
  database: string,
  provider: DevIdp,
  first: string,
): Promise<{ child: ChildProcess; origin: string }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  await provider.register({
    clientId: 'shop',
    clientSecret: 'secret',
    redirectUris: [`${origin}/oauth/bench/callback`],
  })
  const file = fileURLToPath(new URL('session/server.ts', import.meta.url))
  const child = fork(file, [database, String(port), origin, provider.issuer, first], {
    execArgv: ['--conditions=@entrepot/source'],
  })
  await once(child, 'message')
  return { child, origin }
}

async function queriesOf(origin: string): Promise<string[]> {
  return (await (await fetch(`${origin}/queries`)).json()) as string[]
}

/** Signs in, and returns the statements that this executed. */
async function signIn(origin: string) {
  await queriesOf(origin)
  const browser = new Browser()
  const target = `${origin}/plugin`
  const choice = await browser.open(`${origin}/oauth/bench/login?redirect=/plugin`)
  const landing = await browser.submit(choice, { person: 'ann' }, target)
  if (landing.url !== target) throw new Error(`the sign-in ended at ${landing.url}`)
  const queries = await queriesOf(origin)
  return {
    cookie: browser.cookiesFor(origin),
    ours: queries.filter((query) => query.includes('oauth.')),
    others: queries.filter((query) => !query.includes('oauth.')),
  }
}

async function compare(
  origin: string,
  cookie: string,
  rounds: number,
  requests: number,
): Promise<Omit<Row, 'first'>[]> {
  const pool = new Pool(origin, { connections: IN_FLIGHT })
  const paths = ['/plugin', '/plain'] as const
  const rows: Omit<Row, 'first'>[] = []
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    const sides: Side[] = []
    for (const side of order) {
      const path = paths[side] as string
      const before = await cpuOf(pool)
      const { perSecond } = await measure(requests, IN_FLIGHT, () => getUser(pool, path, cookie))
      sides[side] = { perSecond, cpuMicros: ((await cpuOf(pool)) - before) / requests }
    }
    const [plugin, plain] = sides as [Side, Side]
    if (round >= WARM_UP) rows.push({ plugin, plain })
  }
  await pool.close()
  return rows
}

function printRows(rows: readonly Row[]): void {
  printTable(
    rows.map(({ first, plugin, plain }) => ({
      first,
      'plugin, per s': Math.round(plugin.perSecond),
      'plain, per s': Math.round(plain.perSecond),
      ratio: brief(plugin.perSecond / plain.perSecond),
      'plugin, CPU us': brief(plugin.cpuMicros),
      'plain, CPU us': brief(plain.cpuMicros),
    })),
  )
  // CPU time is meaningful also on a busy machine, where throughput varies by more than the measured difference.
  const cpu = median(rows.map((row) => row.plain.cpuMicros / row.plugin.cpuMicros))
  say(`CPU time per request, plain / plugin: ${brief(cpu)}`)
}

/** One round: both sides, one after the other. */
interface Row {
  /** The side that was registered first in the process. */
  readonly first: 'plain' | 'plugin'
  readonly plugin: Side
  readonly plain: Side
}

/** The result of one round of one side. */
interface Side {
  readonly perSecond: number
  /** CPU time of the server per request. */
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
