/** The HTTP client of the load: every request and its answer goes into the history. */
import { createHash } from 'node:crypto'
import { Agent, request } from 'undici'
import { type CallEntry, type Intent, moment, type Value } from '../entries.ts'
import type { Random } from '../random.ts'
import type { Key } from '../world/shops.ts'
import type { World } from '../world/world.ts'

/** A request that is not answered within this time counts as hung. Twice what any call of the hub may take. */
const HUNG_AFTER_MS = 60_000

/** What a call sends, and what it means. */
export interface Call {
  readonly key: Key
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  readonly path: string
  readonly body?: unknown
  /** Sent as a form, instead of a body. */
  readonly form?: Readonly<Record<string, string>>
  /** How errors look: problem documents unless told otherwise; `oauth`: RFC 6749, section 5.2; `page`: for people. */
  readonly dialect?: 'oauth' | 'page'
  readonly token?: string
  /** Kept in the history with the call, whatever the answer. */
  readonly sync?: readonly string[]
  readonly intent: Intent
  /** Reads registers, constants and the subject out of a 2xx answer. */
  readonly read?: (body: Body) => Reading
}

/** A parsed body, whose shape the caller knows. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
export type Body = any

/** The facts in an answer. */
export interface Reading {
  readonly saw?: Readonly<Record<string, Value>>
  readonly constants?: Readonly<Record<string, Value>>
  readonly mismatch?: string | undefined
  readonly sync?: readonly string[]
}

/** An answer; status 0 stands for none. */
export interface Reply {
  readonly status: number
  readonly body: Body
  readonly token: string
  /** Whether the outcome is certain: an answer that is no failure of the hub. */
  readonly isCertain: boolean
  /** Of a poll: whether the hub has compared all products. */
  readonly isComplete: boolean
}

/** Sends calls to hubs chosen at random. */
export type Send = (call: Call) => Promise<Reply>

/** The client of a run. */
export interface LoadClient {
  /** A sender with choices of its own. */
  sender(random: Random): Send
  close(): Promise<void>
}

/** Makes the client; all senders share its connections. */
export function createLoadClient(world: World): LoadClient {
  const agent = new Agent({ connections: 64, headersTimeout: 0, bodyTimeout: 0 })
  return {
    sender: (random) => async (call) => await send(world, agent, random, call),
    close: async () => await agent.destroy(),
  }
}

async function send(world: World, agent: Agent, random: Random, call: Call): Promise<Reply> {
  const hub = random.pick(world.hubs)
  const text = textOf(call)
  const cut = world.isCutting && random.chance(0.5) ? random.int(0, 40) : undefined
  const signal = AbortSignal.timeout(cut ?? HUNG_AFTER_MS)
  const base = {
    kind: 'call' as const,
    at: moment(),
    node: hub.name,
    key: call.key.label,
    method: call.method,
    path: call.path,
    bodyHash: text === null ? null : createHash('sha256').update(text).digest('base64url'),
    intent: call.intent,
    ...(call.sync && { sync: call.sync }),
  }
  try {
    const response = await request(`${hub.url}${call.path}`, {
      dispatcher: agent,
      method: call.method,
      headers: headersOf(call),
      body: text,
      signal,
    })
    const raw = await response.body.text()
    const { statusCode: status, headers } = response
    const { entry, body } = describe(call, status, headers, raw)
    world.history.add({ ...base, end: moment(), status, ...entry })
    return {
      status,
      body,
      token: String(headers['entrepot-sync'] ?? ''),
      isCertain: status < 500,
      isComplete: !String(headers['entrepot-pending'] ?? '').includes('complete=?0'),
    }
  } catch (error) {
    const failure = failureOf(signal, cut)
    const cause = String((error as NodeJS.ErrnoException).code ?? error)
    world.history.add({ ...base, end: moment(), status: null, failure, cause })
    return { status: 0, body: null, token: '', isCertain: false, isComplete: false }
  }
}

function textOf({ body, form }: Call): string | null {
  if (form !== undefined) return new URLSearchParams(form).toString()
  return body === undefined ? null : JSON.stringify(body)
}

function headersOf({ key, body, form, token }: Call): Record<string, string> {
  return {
    ...(key.text !== '' && { 'x-api-key': key.text }),
    ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token && { 'entrepot-sync': token }),
  }
}

function failureOf(signal: AbortSignal, cut: number | undefined): 'broken' | 'hung' | 'cut' {
  if (!signal.aborted) return 'broken'
  return cut === undefined ? 'hung' : 'cut'
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** What the history keeps of an answer. */
function describe(call: Call, status: number, headers: Headers, raw: string) {
  const contentType = String(headers['content-type'] ?? '')
  const retryAfter = headers['retry-after']
  const body = parse(raw)
  const isOk = status >= 200 && status < 300
  const isEmptyHead = call.method === 'HEAD' && raw === ''
  const isError = !isOk && isRightError(call, status, contentType, body)
  const wellFormed = call.dialect === 'page' || isEmptyHead || (isOk ? body !== undefined : isError)
  const entry: Partial<CallEntry> = {
    contentType,
    wellFormed,
    ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
    ...(!isOk && {
      code: String(body?.code ?? body?.error ?? ''),
      detail: String(body?.detail ?? raw).slice(0, 300),
    }),
    ...(isOk && body !== undefined && call.read && withoutUndefined(call.read(body))),
  }
  return { body, entry }
}

function isRightError(call: Call, status: number, contentType: string, body: Body): boolean {
  if (call.dialect === 'oauth') return typeof body?.error === 'string'
  const isProblem = contentType.startsWith('application/problem+json')
  return isProblem && body?.status === status && typeof body?.code === 'string'
}

function withoutUndefined({ saw, constants, mismatch, sync }: Reading): Partial<CallEntry> {
  return {
    ...(saw && { saw }),
    ...(constants && { constants }),
    ...(sync && { sync }),
    ...(mismatch !== undefined && { mismatch }),
  }
}

function parse(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
