/**
 * Compares a route behind the guard for MCP clients with the same route without it, in one application. Targets: >= 0.90 of the throughput
 * for each algorithm that signs tokens, and no database call.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@entrepot/test-support/free-port'
import { createTestDatabase, startTestServer } from '@entrepot/test-support/postgres'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Pool } from 'undici'
import { brief, measure, say } from './measure.ts'
import type { BenchResult } from './run.ts'
import { measureSides, printSides, type Work } from './sides.ts'

const IN_FLIGHT = 32

/** Number of clients that send requests at the same time, each with its own token. */
const TOKENS = 100

const BODY = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}'

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** Runs the benchmark that the head of this file describes. */
export async function run({ quick }: { quick: boolean }): Promise<BenchResult> {
  const rounds = quick ? 10 : 40
  const requests = quick ? 2_000 : 4_000
  const server = await startTestServer()
  const children: ChildProcess[] = []
  const ratios: Record<string, number> = {}
  try {
    for (const algorithm of ['ES256', 'RS256', 'EdDSA']) {
      const database = await createTestDatabase()
      const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
      const jwk = { ...(await exportJWK(publicKey)), alg: 'EdDSA', kid: 'robot' }
      const origin = await startSide(children, algorithm, database.url, JSON.stringify(jwk))
      const pool = new Pool(origin, { connections: IN_FLIGHT })
      const tokens = await Promise.all(
        Array.from({ length: TOKENS }, async () => await getToken(origin, privateKey)),
      )
      say(`${algorithm}: ${rounds} rounds of ${requests} requests, ${IN_FLIGHT} in flight`)
      // Both sides send the same requests with the same tokens: only the guard differs.
      const to = (path: string) => async (number: number) =>
        await call(pool, path, tokens[number % TOKENS] ?? '')
      const guarded = to('/guarded')
      const options = { rounds, warmUp: 1, requests, inFlight: IN_FLIGHT }
      const measured = await measureSides(pool, [guarded, to('/plain')], options)
      ratios[algorithm] = brief(printSides('guarded', measured, (index) => ({ round: index + 1 })))
      ratios[`database calls, ${algorithm}`] = await countCalls(pool, guarded)
      await pool.close()
      children.at(-1)?.kill()
      await once(children.at(-1) as ChildProcess, 'exit')
      await database.drop()
    }
    const targets = Object.keys(ratios).map((label) => [
      label,
      label.startsWith('database') ? '<=0' : '>=0.9',
    ])
    return { ratios, targets: Object.fromEntries(targets) }
  } finally {
    for (const child of children) child.kill()
    await server.stop()
  }
}

async function startSide(
  children: ChildProcess[],
  algorithm: string,
  database: string,
  jwk: string,
): Promise<string> {
  const port = await freePort()
  const file = fileURLToPath(new URL('guard/server.ts', import.meta.url))
  const child = fork(file, [algorithm, database, String(port), jwk], {
    execArgv: ['--conditions=@entrepot/source'],
  })
  children.push(child)
  await once(child, 'message')
  return `http://127.0.0.1:${port}`
}

/** Gets a token with client_credentials and a signed assertion (RFC 7523). */
async function getToken(origin: string, key: Key): Promise<string> {
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid: 'robot' })
    .setIssuer('robot')
    .setSubject('robot')
    .setAudience(origin)
    .setIssuedAt()
    .setExpirationTime('60s')
    .setJti(crypto.randomUUID())
    .sign(key)
  const response = await fetch(`${origin}/oauth/mcp/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  })
  const body = (await response.json()) as { access_token?: string }
  if (body.access_token === undefined) throw new Error(`no token: ${JSON.stringify(body)}`)
  return body.access_token
}

async function call(pool: Pool, path: string, token: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await pool.request({ method: 'POST', path, headers, body: BODY })
  const text = await response.body.text()
  if (text !== ANSWER) throw new Error(`${path} answered ${response.statusCode} ${text}`)
}

/** Number of database calls that 1,000 guarded requests make. */
async function countCalls(pool: Pool, guarded: Work): Promise<number> {
  const count = async (on: 'on' | 'off') => {
    const { body } = await pool.request({ method: 'GET', path: `/count/${on}` })
    return Number(await body.text())
  }
  await count('on')
  await measure(10, 1, async () => await call(pool, '/asking', ''))
  const known = await count('on')
  if (known !== 10) throw new Error(`10 calls were made, but ${known} were counted`)
  await measure(1_000, IN_FLIGHT, guarded)
  return await count('off')
}
