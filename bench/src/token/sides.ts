/** The authorization servers of the benchmark: how they are started, and how they are asked for tokens. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from '@entrepot/test-support/free-port'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { Pool } from 'undici'

export const IN_FLIGHT = 32

/** How a server is started, and its paths. */
interface Server {
  readonly name: string
  readonly file: URL
  readonly token: string
  readonly keys: string
  readonly issuer: string
  /** How many grants a round has, as a part of those of the others: a slow server gets fewer, so that its rounds take as long. */
  readonly share: number
}

export const OURS: Server = {
  name: 'ours',
  file: new URL('ours.ts', import.meta.url),
  token: '/oauth/mcp/token',
  keys: '/.well-known/jwks.json',
  issuer: '',
  share: 1,
}

export const OIDC_PROVIDER: Server = {
  name: 'oidc-provider',
  file: new URL('baseline.ts', import.meta.url),
  token: '/token',
  keys: '/jwks',
  issuer: '',
  share: 1,
}

const PEER = new URL('../../peers/better-auth/', import.meta.url)

export const BETTER_AUTH: Server = {
  name: 'better-auth',
  file: new URL('start.js', PEER),
  token: '/api/auth/oauth2/token',
  keys: '/api/auth/jwks',
  issuer: '/api/auth',
  share: 1 / 4,
}

/** Whether its packages are installed, which `npm ci` of the repository does not do. npm writes this file last. */
export function isBetterAuthPrepared(): boolean {
  return existsSync(new URL('node_modules/.package-lock.json', PEER))
}

/** A running server. */
export interface Side extends Server {
  readonly origin: string
  readonly pool: Pool
}

/** Starts a server in a process of its own. */
export async function startSide(
  children: ChildProcess[],
  server: Server,
  database: string,
  jwk: string,
): Promise<Side> {
  const port = await freePort()
  const child = fork(fileURLToPath(server.file), [database, String(port), jwk], {
    execArgv: ['--conditions=@entrepot/source', '--no-warnings'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  children.push(child)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${server.name} ended with ${code} at its start`)
  })
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  const origin = `http://127.0.0.1:${port}`
  return { ...server, origin, pool: new Pool(origin, { connections: IN_FLIGHT }) }
}

/** Asks a side for something that the benchmark has added to it. */
export async function ask<T>({ pool }: Side, path: string): Promise<T> {
  const { statusCode, body } = await pool.request({ method: 'GET', path })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode} ${text}`)
  return JSON.parse(text) as T
}

/** The form of a request for tokens. */
export type Form = Readonly<Record<string, string>>

interface Tokens {
  readonly access_token: string
  readonly refresh_token?: string
}

/** Requests one grant. Throws if the answer has no JWT, or for a refresh token no other one. */
export async function grant(side: Side, form: Form): Promise<Tokens> {
  const { statusCode, body } = await side.pool.request({
    method: 'POST',
    path: side.token,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${side.name} answered ${statusCode} ${text}`)
  const tokens = JSON.parse(text) as Tokens
  if (tokens.access_token?.split('.').length !== 3) throw new Error(`${side.name} gave no JWT`)
  const { refresh_token: spent } = form
  if (spent !== undefined && [undefined, spent].includes(tokens.refresh_token))
    throw new Error(`${side.name} gave no new refresh token`)
  return tokens
}

/** Verifies an access token as a resource would: with the keys of its server. @returns its claims */
export async function verify({ origin, issuer, keys }: Side, token: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(keys, origin)), {
    issuer: origin + issuer,
    audience: resourceOf({ origin }),
    algorithms: ['ES256'],
  })
  return payload
}

/** The resource for which all tokens of a side are. */
export const resourceOf = ({ origin }: Pick<Side, 'origin'>) => `${origin}/mcp`
