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
import { brief, say } from './measure.ts'
import type { BenchResult } from './run.ts'
import { measureSides, printSides, type Round } from './sides.ts'

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
    const rows: Round[] = []
    const firsts: string[] = []
    let roundTrips = 0
    for (let number = 0; number < processes; number += 1) {
      const first = number % 2 === 0 ? 'plain' : 'plugin'
      const measured = await runProcess(url, provider, first, rounds, requests)
      rows.push(...measured.sides)
      firsts.push(...measured.sides.map(() => first))
      roundTrips = measured.roundTrips
    }
    const ratio = brief(printSides('plugin', rows, (index) => ({ first: firsts[index] ?? '' })))
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
  first: string,
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
    const pool = new Pool(origin, { connections: IN_FLIGHT })
    const to = (path: string) => async () => await getUser(pool, path, cookie)
    const options = { rounds, warmUp: WARM_UP, requests, inFlight: IN_FLIGHT }
    const sides = await measureSides(pool, [to('/plugin'), to('/plain')], options)
    await pool.close()
    const quietly = await queriesOf(origin)
    if (quietly.some((query) => query.includes('oauth.')))
      throw new Error('a request with an active session queried our tables')
    return { sides, roundTrips: ours.length }
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

async function getUser(pool: Pool, path: string, cookie: string): Promise<void> {
  const response = await pool.request({ method: 'GET', path, headers: { cookie } })
  const text = await response.body.text()
  if (text !== '{"user":"ann@example.com"}') throw new Error(`GET ${path} answered ${text}`)
}
