/** Calls of WooCommerce's REST API v3: signing in, and what an answer means for a run. */
import { randomBytes } from 'node:crypto'
import { header, RedirectError, type Response, RestError } from '@entrepot/rest'
import { basic } from '@entrepot/rest/auth'
import type { ShopContext } from '../../../adapter/adapter.ts'
import { type RecordProblem, ShopFailure } from '../../../adapter/outcomes.ts'
import { retryAfterOf } from '../../shared/retry-after.ts'
import { signRequest } from './oauth.ts'
import { denied, refusalOf, type WooRefusal } from './refusals.ts'

export type Query = Readonly<Record<string, string | number | boolean>>

/** What the shop answers to a write: it did it, or says why not. */
export type Reply<T> = { readonly body: T } | { readonly refusal: WooRefusal }

export interface Listed<T> {
  readonly records: readonly T[]
  /** The clock of the shop, in milliseconds. */
  readonly clock: number
}

export class WooCalls {
  /** The address of the shop, without a slash at the end. */
  readonly address: string
  readonly #context: ShopContext

  constructor(context: ShopContext) {
    this.#context = context
    this.address = String(context.settings.url ?? '')
      .trim()
      .replace(/\/(wp-json.*)?$/, '')
      .replace(/\/+$/, '')
  }

  get isSecure(): boolean {
    return this.address.startsWith('https://')
  }

  /** The page of a record in the shop's administration. */
  adminPage(kind: 'product' | 'order', id: number): string {
    return kind === 'product'
      ? `${this.address}/wp-admin/post.php?post=${id}&action=edit`
      : `${this.address}/wp-admin/admin.php?page=wc-orders&action=edit&id=${id}`
  }

  async get<T>(path: string, query: Query = {}): Promise<T> {
    const reply = await this.ask<T>('GET', path, { query })
    if ('body' in reply) return reply.body
    throw new ShopFailure('unavailable', `The shop refused GET ${path}: ${reply.refusal.message}`)
  }

  /** Undefined where the shop has no such route, or no such record. */
  async getIfThere<T>(path: string): Promise<T | undefined> {
    const response = await this.#send('GET', path, {})
    if (response.statusCode === 404) return undefined
    const reply = this.#read<T>('GET', path, response)
    return 'body' in reply ? reply.body : undefined
  }

  async list<T>(path: string, query: Query = {}): Promise<Listed<T>> {
    const response = await this.#send('GET', path, { query })
    const reply = this.#read<readonly T[]>('GET', path, response)
    if ('body' in reply && Array.isArray(reply.body)) {
      return {
        records: reply.body,
        clock: Date.parse(header(response, 'date') ?? '') || Date.now(),
      }
    }
    const said = 'refusal' in reply ? reply.refusal.message : 'no list'
    throw new ShopFailure('unavailable', `The shop refused GET ${path}: ${said}`)
  }

  /** All records of a list, page by page. */
  async all<T>(path: string, query: Query = {}): Promise<T[]> {
    const all: T[] = []
    for (let page = 1; ; page += 1) {
      const { records } = await this.list<T>(path, { ...query, per_page: PAGE_SIZE, page })
      all.push(...records)
      if (records.length < PAGE_SIZE) return all
    }
  }

  /** A call whose refusal is an outcome: unknown ids, values that the shop does not take. */
  async ask<T>(
    method: string,
    path: string,
    options: { readonly query?: Query; readonly body?: unknown } = {},
  ): Promise<Reply<T>> {
    return this.#read(method, path, await this.#send(method, path, options))
  }

  async #send(
    method: string,
    path: string,
    { query = {}, body }: { readonly query?: Query; readonly body?: unknown },
  ): Promise<Response> {
    const url = `${this.address}/wp-json${path.startsWith('/wp') || path === '/' ? path : `/wc/v3${path}`}`
    const texts = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, `${value}`]),
    )
    const { key = '', secret = '' } = this.#context.secrets
    try {
      return await this.#context.http.send({
        method: method as 'GET',
        baseURL: url,
        headers: this.isSecure ? { authorization: basic(key, secret) } : {},
        queryParams: this.isSecure
          ? texts
          : signRequest({
              method,
              url,
              query: texts,
              key,
              secret,
              nonce: randomBytes(16).toString('hex'),
              timestamp: Math.floor(Date.now() / 1000),
            }),
        ...(body !== undefined && { json: body }),
      })
    } catch (error) {
      if (!RestError.is(error)) throw error
      if (RedirectError.is(error)) {
        const message = `The shop redirects ${method} ${path} to ${error.location}.`
        throw new ShopFailure('settings', message, {
          cause: error,
          remedy: `Set the address of the connection to the one to which ${this.address} redirects.`,
        })
      }
      throw new ShopFailure('unavailable', `The shop did not answer ${method} ${path}.`, {
        cause: error,
        remedy: `Check that ${this.address} can be reached from the connector.`,
      })
    }
  }

  #read<T>(method: string, path: string, response: Response): Reply<T> {
    const { statusCode } = response
    const call = `${method} ${path}`
    const body = parse(response.body)
    if (statusCode >= 200 && statusCode < 300) {
      if (body !== undefined) return { body: body as T }
      throw new ShopFailure(
        'unavailable',
        `The shop answered ${call} with something else than JSON.`,
        {
          remedy:
            'A plugin or a maintenance page may write into the answers. Open the address in a browser, and turn off WP_DEBUG_DISPLAY.',
        },
      )
    }
    const refusal = refusalOf(statusCode, body)
    if (statusCode === 401 || statusCode === 403) throw denied(call, refusal, this.isSecure)
    if (statusCode === 429) {
      throw new ShopFailure(
        'throttled',
        `The shop wants fewer calls: it answered 429 to ${call}.`,
        retryAfterOf(response),
      )
    }
    if (refusal !== undefined) return { refusal }
    throw unusable(call, response, this.address)
  }
}

export const PAGE_SIZE = 100

/** A problem at a record, in the shop's words. */
export function problemOf(
  refusal: WooRefusal,
  problem: Pick<RecordProblem, 'code' | 'message' | 'remedy'>,
): { readonly problem: RecordProblem } {
  return { problem: { ...problem, shopMessage: refusal.message.slice(0, 500) } }
}

function unusable(call: string, response: Response, address: string): ShopFailure {
  const { statusCode } = response
  const said = `The shop answered ${statusCode} to ${call}.`
  if (statusCode === 404) {
    return new ShopFailure('settings', `${said} There is no WooCommerce REST API at ${address}.`, {
      remedy:
        'Check the address, that WooCommerce is active, and that WordPress > Settings > Permalinks is not "Plain".',
    })
  }
  return new ShopFailure('unavailable', said, retryAfterOf(response))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
