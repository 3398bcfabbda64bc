/** The HTTP client of the load. It records every request and its answer in the history. */
import { createHash } from 'node:crypto'
import {
  createHttpClient,
  type HttpAnswer,
  type HttpClient,
} from '@entrepot/test-support/http-client'
import type { Random } from '@entrepot/test-support/random'
import { type CallEntry, type Intent, moment, type Value } from '../entries.ts'
import type { Key } from '../world/shops.ts'
import type { World } from '../world/world.ts'

/** A request that is not answered within this time counts as hung. Longer than any call of the load may take. */
const HUNG_AFTER_MS = 60_000

/** The content and the meaning of a call. */
export interface Call {
  readonly key: Key
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  readonly path: string
  readonly body?: unknown
  /** Form fields that are sent instead of a body. */
  readonly form?: Readonly<Record<string, string>>
  /** Expected format of errors. Problem documents if undefined; `oauth`: RFC 6749, section 5.2; `page`: HTML for people. */
  readonly dialect?: 'oauth' | 'page'
  readonly token?: string
  /** Recorded with the call in the history, independent of the answer. */
  readonly sync?: readonly string[]
  readonly intent: Intent
  /** Extracts registers, constants and the subject from a 2xx answer. */
  readonly read?: (body: Body) => Reading
}

/** A parsed body. The caller knows its shape. */
// biome-ignore lint/suspicious/noExplicitAny: bodies have many shapes
export type Body = any

/** The facts in an answer. */
export interface Reading {
  readonly saw?: Readonly<Record<string, Value>>
  readonly constants?: Readonly<Record<string, Value>>
  readonly mismatch?: string | undefined
  readonly sync?: readonly string[]
}

/** An answer. Status 0 means that there was none. */
export interface Reply {
  readonly status: number
  readonly body: Body
  readonly token: string
  /** Whether the outcome is certain: there was an answer, and it is not a failure of the hub. */
  readonly isCertain: boolean
  /** For a poll: whether the hub has compared all products. */
  readonly isComplete: boolean
}

/** Sends calls to random hubs. */
export type Send = (call: Call) => Promise<Reply>

/** The client of a run. */
export interface LoadClient {
  /** Creates a sender with its own random choices. */
  sender(random: Random): Send
  close(): Promise<void>
}

/** Creates the client. All senders share its connections. */
export function createLoadClient(world: World): LoadClient {
  const client = createHttpClient({ connections: 64 })
  return {
    sender: (random) => async (call) => await send(world, client, random, call),
    close: async () => await client.destroy(),
  }
}

async function send(world: World, client: HttpClient, random: Random, call: Call): Promise<Reply> {
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
    const answer = await client.send({
      method: call.method,
      origin: hub.url,
      path: call.path,
      key: call.key.text,
      headers: headersOf(call),
      body: text,
      signal,
    })
    const { status, headers } = answer
    const { entry, body } = describe(call, answer)
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

function headersOf({ form, token }: Call): Record<string, string> {
  return {
    ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(token && { 'entrepot-sync': token }),
  }
}

function failureOf(signal: AbortSignal, cut: number | undefined): 'broken' | 'hung' | 'cut' {
  if (!signal.aborted) return 'broken'
  return cut === undefined ? 'hung' : 'cut'
}

/** The part of an answer that is recorded in the history. */
function describe(call: Call, { status, headers, text: raw }: HttpAnswer) {
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
