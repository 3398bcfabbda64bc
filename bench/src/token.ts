/**
 * Compares the token endpoint with `oidc-provider`, mounted in Fastify with a PostgreSQL adapter, and with `better-auth` and its MCP plugin,
 * if that is prepared. All use the same database server and algorithm, and issue JWTs for the same resource and scope. Targets: >= 3x
 * the throughput of oidc-provider for authorization_code and refresh_token, >= 2x for client_credentials; at most 2 database round trips
 * per grant; >= 0.9 of our own throughput while a million expired rows of every table are deleted. better-auth has no target.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@entrepot/embedded-postgres'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import { brief, measure, median, printTable, say } from './measure.ts'
import type { BenchResult } from './run.ts'
import { fillWithExpired } from './token/expired-rows.ts'
import { ALGORITHM, CALLBACK, SCOPE, VERIFIER } from './token/setting.ts'
import {
  ask,
  BETTER_AUTH,
  type Form,
  grant,
  IN_FLIGHT,
  isBetterAuthPrepared,
  OIDC_PROVIDER,
  OURS,
  resourceOf,
  type Side,
  startSide,
  verify,
} from './token/sides.ts'

/** Rounds of each grant that are not counted. With fewer, the benchmark would measure the compiler. */
const WARM_UP = 4

const GRANTS = ['authorization_code', 'refresh_token', 'client_credentials'] as const
type Grant = (typeof GRANTS)[number]

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  // 18 is a multiple of two and of three, so that each side begins as often as the others.
  const rounds = quick ? 2 : 18
  const grants = quick ? 500 : 2_000
  const directory = await mkdtemp(join(tmpdir(), 'entrepot-bench-'))
  // Durable, as in production: an issued token is still valid after a power failure.
  const server = await startEmbeddedPostgres({ directory })
  const database = new pg.Pool({ connectionString: server.url, max: 2 })
  const children: ChildProcess[] = []
  try {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), alg: 'EdDSA', use: 'sig', kid: 'robot' }
    const servers = [OURS, OIDC_PROVIDER, ...(isBetterAuthPrepared() ? [BETTER_AUTH] : [])]
    if (!servers.includes(BETTER_AUTH)) say(UNPREPARED)
    const sides: Side[] = []
    for (const one of servers)
      sides.push(await startSide(children, one, server.url, JSON.stringify(jwk)))
    const ratios: Record<string, number> = {}
    for (const side of sides) await countRoundTrips(side, privateKey, ratios)
    Object.assign(ratios, await compare(sides, privateKey, rounds, grants))
    const rows = quick ? 50_000 : 1_000_000
    ratios['while cleaning'] = await measureCleaning(
      sides[0] as Side,
      database,
      rows,
      rounds,
      grants,
    )
    for (const { pool } of sides) await pool.close()
    return { ratios, targets: TARGETS }
  } finally {
    for (const child of children) child.kill()
    await database.end()
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

const UNPREPARED =
  'better-auth is left out. To measure it: npm ci --ignore-scripts --prefix bench/peers/better-auth'

const TARGETS = {
  authorization_code: '>=3',
  refresh_token: '>=3',
  client_credentials: '>=2',
  'round trips, authorization_code': '<=2',
  'round trips, refresh_token': '<=2',
  'round trips, client_credentials': '<=2',
  'while cleaning': '>=0.9',
}

/** Prepares the requests of a round, before the measurement starts. */
async function prepare(side: Side, kind: Grant, count: number, key: Key): Promise<readonly Form[]> {
  if (kind === 'client_credentials') return await Promise.all(many(count, () => signed(side, key)))
  const codes = await ask<string[]>(side, `/bench/codes/${count}`)
  const redemptions = codes.map((code) => ({
    grant_type: 'authorization_code',
    client_id: 'agent',
    code,
    code_verifier: VERIFIER,
    redirect_uri: CALLBACK,
  }))
  if (kind === 'authorization_code') return redemptions
  const forms: Form[] = []
  await measure(count, IN_FLIGHT, async (number) => {
    const { refresh_token = '' } = await grant(side, redemptions[number] ?? {})
    forms[number] = { grant_type: 'refresh_token', client_id: 'agent', refresh_token }
  })
  return forms
}

function many<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}

async function signed(side: Side, key: Key): Promise<Form> {
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid: 'robot' })
    .setIssuer('robot')
    .setSubject('robot')
    .setAudience(side.origin + side.issuer)
    .setIssuedAt()
    .setExpirationTime('60s')
    .setJti(crypto.randomUUID())
    .sign(key)
  return {
    grant_type: 'client_credentials',
    scope: SCOPE,
    resource: resourceOf(side),
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }
}

/** Counts the statements of one grant, and checks that the tokens of all sides have the same contents. */
async function countRoundTrips(side: Side, key: Key, ratios: Record<string, number>) {
  for (const kind of GRANTS) {
    const [first = {}, form = {}] = await prepare(side, kind, 2, key)
    await grant(side, first) // fills what the side caches
    await ask(side, '/bench/queries')
    const { access_token } = await grant(side, form)
    const queries = await ask<string[]>(side, '/bench/queries')
    // Keys and revocations are read every few seconds, independent of the requests.
    const own = queries.filter((query) => !/mcp_revocations where|mcp_keys/.test(query))
    const claims = await verify(side, access_token)
    const names = Object.keys(claims).sort()
    say(`${side.name}, ${kind}: ${own.length} round trips; token ${ALGORITHM} ${names}`)
    if (claims.scope?.toString().includes(SCOPE) !== true) {
      throw new Error(
        `the token of ${side.name} has unexpected contents: ${JSON.stringify(claims)}`,
      )
    }
    if (side.name === OURS.name) ratios[`round trips, ${kind}`] = own.length
  }
}

/** Measures all sides in turn. @returns the ratio of the first to each of the others, for each grant */
async function compare(
  sides: readonly Side[],
  key: Key,
  rounds: number,
  count: number,
): Promise<Record<string, number>> {
  const medians: Record<string, number> = {}
  for (const kind of GRANTS) {
    say(`${kind}: ${rounds} rounds of ${count} grants, ${IN_FLIGHT} in flight`)
    const rows: Record<string, number>[] = []
    for (let round = 0; round < WARM_UP + rounds; round += 1) {
      const row: Record<string, number> = {}
      const from = round % sides.length
      for (const side of [...sides.slice(from), ...sides.slice(0, from)])
        row[side.name] = await runGrants(side, kind, count * side.share, key)
      if (round >= WARM_UP) rows.push(row)
    }
    printTable(rows.map((row, index) => ({ round: index + 1, ...toColumns(row) })))
    for (const { name } of sides.slice(1)) {
      const label = name === OIDC_PROVIDER.name ? kind : `${kind}, ours/${name}`
      medians[label] = brief(median(rows.map((row) => ratioOf(row, name))))
    }
  }
  return medians
}

const ratioOf = (row: Readonly<Record<string, number>>, name: string) =>
  (row[OURS.name] ?? 0) / (row[name] ?? 1)

function toColumns(row: Readonly<Record<string, number>>): Record<string, number> {
  const columns: Record<string, number> = {}
  for (const side of [OURS, OIDC_PROVIDER, BETTER_AUTH])
    if (side.name in row) columns[`${side.name}, per s`] = Math.round(row[side.name] ?? 0)
  for (const side of [OIDC_PROVIDER, BETTER_AUTH])
    if (side.name in row) columns[`ours/${side.name}`] = brief(ratioOf(row, side.name))
  return columns
}

async function runGrants(side: Side, kind: Grant, count: number, key: Key): Promise<number> {
  const forms = await prepare(side, kind, count, key)
  const { perSecond } = await measure(count, IN_FLIGHT, async (number) => {
    await grant(side, forms[number] ?? {})
  })
  return perSecond
}

/** Compares grants while expired rows are deleted with grants while the same rows are only stored. */
async function measureCleaning(
  side: Side,
  database: pg.Pool,
  rows: number,
  rounds: number,
  count: number,
): Promise<number> {
  say(`filling every table with ${rows} expired rows`)
  await fillWithExpired(database, rows)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await runGrants(side, 'refresh_token', count, undefined as never)
    const forms = await prepare(side, 'refresh_token', count, undefined as never)
    await ask(side, '/bench/clean/on')
    const { perSecond } = await measure(count, IN_FLIGHT, async (number) => {
      await grant(side, forms[number] ?? {})
    })
    await ask(side, '/bench/clean/off')
    ratios.push(perSecond / quiet)
    const { rows } = await database.query<{ left: number }>(
      'select count(*)::int as left from oauth.mcp_auth_codes where expires_at < now()',
    )
    say(
      `${Math.round(quiet)} per s, ${Math.round(perSecond)} per s while rows are deleted; codes left: ${rows[0]?.left}`,
    )
  }
  return brief(median(ratios))
}
