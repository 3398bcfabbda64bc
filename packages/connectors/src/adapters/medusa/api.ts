import type { Client, QueryParams, Response } from '@entrepot/rest'
import { basic } from '@entrepot/rest/auth'
import type { ShopContext } from '../../adapter/adapter.ts'
import { ShopFailure } from '../../adapter/outcomes.ts'
import { retryAfterOf } from '../shared/retry-after.ts'

/** An answer of Medusa that refuses a request for what it contains: 400, 404, 409, 422. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly type: string

  constructor(status: number, type: string, message: string) {
    super(message)
    this.status = status
    this.type = type
  }
}

/** Options of {@link MedusaApi.page}: the filter and the order of a list. */
export interface ListOptions {
  readonly fields: string
  readonly limit: number
  readonly offset?: number
  readonly order?: string
  readonly filter?: QueryParams
}

const REFUSALS: ReadonlySet<number> = new Set([400, 404, 409, 422])

/** Calls of Medusa's Admin API with a secret API key. What concerns the whole shop is thrown as a ShopFailure. */
export class MedusaApi {
  readonly url: string
  readonly #http: Client
  readonly #authorization: string

  constructor({ settings, secrets, http }: ShopContext) {
    this.url = String(settings.url).replace(/\/+$/, '')
    this.#http = http
    this.#authorization = basic(secrets.apiKey ?? '', '')
  }

  get<T>(path: string, query: QueryParams = {}): Promise<T> {
    return this.#send<T>('GET', path, { queryParams: query })
  }

  post<T>(path: string, body: unknown = {}, query: QueryParams = {}): Promise<T> {
    return this.#send<T>('POST', path, { json: body, queryParams: query })
  }

  async delete(path: string): Promise<void> {
    await this.#send('DELETE', path, {})
  }

  /** One page of the list `key` of the answer. */
  async page<T>(path: string, key: string, options: ListOptions): Promise<readonly T[]> {
    const { fields, limit, offset = 0, order, filter = {} } = options
    const answer = await this.get<Record<string, unknown>>(path, {
      ...filter,
      fields,
      limit: String(limit),
      offset: String(offset),
      ...(order && { order }),
    })
    const rows = answer[key]
    if (!Array.isArray(rows)) throw malformed(`The answer of ${path} has no list "${key}".`)
    return rows as readonly T[]
  }

  /** All rows of a list that nobody changes meanwhile, such as regions. */
  async all<T>(
    path: string,
    key: string,
    options: Pick<ListOptions, 'fields' | 'filter'>,
  ): Promise<T[]> {
    const rows: T[] = []
    for (;;) {
      const page = await this.page<T>(path, key, {
        ...options,
        limit: 200,
        offset: rows.length,
        order: 'id',
      })
      rows.push(...page)
      if (page.length < 200) return rows
    }
  }

  async #send<T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    content: { readonly json?: unknown; readonly queryParams?: QueryParams },
  ): Promise<T> {
    const { response, error } = await this.#http.sendResult({
      method,
      baseURL: `${this.url}${path}`,
      headers: { authorization: this.#authorization, accept: 'application/json' },
      ...content,
    })
    if (!response || error) throw unreachable(error)
    if (response.statusCode >= 300) throw failureOf(method, path, response)
    return parse<T>(path, response.body)
  }
}

function parse<T>(path: string, body: string): T {
  try {
    return JSON.parse(body) as T
  } catch (cause) {
    throw malformed(`The answer of ${path} is not JSON.`, cause)
  }
}

function unreachable(cause: unknown): ShopFailure {
  return new ShopFailure('unavailable', 'Medusa did not answer completely.', {
    remedy: 'Check that the server runs and that its address is right.',
    cause,
  })
}

function malformed(message: string, cause?: unknown): ShopFailure {
  return new ShopFailure('unavailable', message, {
    remedy: 'Check that the address leads to the Medusa server itself, and not to its storefront.',
    cause,
  })
}

/** The error that an answer with another status than 2xx means. */
function failureOf(method: string, path: string, response: Response): Error {
  const { statusCode } = response
  const { type, message } = errorOf(response.body)
  if (statusCode === 401 || statusCode === 403) {
    return new ShopFailure('denied', `Medusa refuses the secret API key (${statusCode}).`, {
      remedy: 'Create a secret API key in Medusa under Settings, and give it to the connector.',
    })
  }
  if (statusCode === 429) {
    const message = 'Medusa asks for fewer calls (429).'
    return new ShopFailure('throttled', message, retryAfterOf(response))
  }
  if (REFUSALS.has(statusCode)) return new Refused(statusCode, type, message)
  return new ShopFailure('unavailable', `Medusa answered ${method} ${path} with ${statusCode}.`, {
    remedy: 'Look into the log of the Medusa server.',
    cause: message === '' ? undefined : new Error(message),
  })
}

function errorOf(body: string): { readonly type: string; readonly message: string } {
  try {
    const { type, message } = JSON.parse(body)
    return { type: String(type ?? ''), message: String(message ?? '').slice(0, 500) }
  } catch {
    return { type: '', message: '' }
  }
}
