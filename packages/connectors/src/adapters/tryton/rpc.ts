import { type Response, RestError } from '@entrepot/rest'
import type { ShopContext } from '../../adapter/adapter.ts'
import { ShopFailure } from '../../adapter/outcomes.ts'
import { retryAfterOf } from '../shared/retry-after.ts'
import { decode, type Value } from './values.ts'

/** A condition of a search: `['code', '=', 'A']`, or `['OR', ...conditions]`. */
export type Domain = readonly Value[]

/** A record as Tryton answers it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number }

/** Tryton has refused a call with words for a person. Of a write, it concerns the record; a read is refused for missing rights. */
export class TrytonError extends ShopFailure {
  /** Tryton asks whether it may go on. */
  readonly isQuestion: boolean

  constructor(message: string, { isQuestion }: { readonly isQuestion: boolean }) {
    super('denied', message, {
      remedy: 'Add the groups Sales, Stock and Party Administration to the user in Tryton.',
    })
    this.isQuestion = isQuestion
  }
}

/** One database of a Tryton server, called as one user. Its session is opened by the first call, and again when it has expired. */
export class Tryton {
  readonly #context: ShopContext
  readonly #url: string
  #session: Promise<Session> | undefined

  constructor(context: ShopContext) {
    this.#context = context
    const { url, database } = context.settings
    this.#url = `${String(url).replace(/\/+$/, '')}/${encodeURIComponent(String(database))}/`
  }

  /** Calls a method of a model. The preferences of the user are the context, and `context` adds to them. */
  async call<T>(method: string, params: readonly Value[], context: Preferences = {}): Promise<T> {
    const { preferences } = await this.#open()
    return (await this.#inSession(method, [...params, { ...preferences, ...context }])) as T
  }

  /** The company of the user, and the language of answers. */
  async preferences(): Promise<Preferences> {
    return (await this.#open()).preferences
  }

  search(
    model: string,
    domain: Domain,
    fields: readonly string[],
    options: {
      readonly limit?: number
      readonly order?: readonly Value[]
      readonly context?: Preferences
    } = {},
  ): Promise<readonly Row[]> {
    const { limit = null, order = [['id', 'ASC']], context } = options
    const params = [domain, 0, limit, order, fields]
    return this.call(`model.${model}.search_read`, params, context)
  }

  /** All rows of a search, in pages by id: after a long pause, they may be more than one answer can hold. */
  async searchAll(
    model: string,
    domain: Domain,
    fields: readonly string[],
    context?: Preferences,
  ): Promise<readonly Row[]> {
    const rows: Row[] = []
    for (;;) {
      const rest = [['id', '>', rows.at(-1)?.id ?? 0], domain]
      const options = { limit: SEARCH_PAGE, ...(context !== undefined && { context }) }
      const page = await this.search(model, rest, fields, options)
      rows.push(...page)
      if (page.length < SEARCH_PAGE) return rows
    }
  }

  read(
    model: string,
    ids: readonly number[],
    fields: readonly string[],
    context?: Preferences,
  ): Promise<readonly Row[]> {
    if (ids.length === 0) return Promise.resolve([])
    return this.call(`model.${model}.read`, [ids, fields], context)
  }

  /** @returns the id of the new record */
  async create(model: string, record: Value): Promise<number> {
    const [id] = await this.call<readonly number[]>(`model.${model}.create`, [[record]])
    return id as number
  }

  /** Presses a button of records, such as `quote` of sales. */
  async press(model: string, button: string, ids: readonly number[]): Promise<void> {
    await this.call(`model.${model}.${button}`, [ids])
  }

  #open(): Promise<Session> {
    this.#session ??= this.#login().catch((error: unknown) => {
      this.#session = undefined
      throw error
    })
    return this.#session
  }

  async #login(): Promise<Session> {
    const { user = '', password = '' } = this.#context.secrets
    const answer = await this.#post(LOGIN, [user, { password }], undefined)
    const opened = answer.statusCode === 200 ? resultOf(answer, LOGIN) : undefined
    if (!Array.isArray(opened)) throw refusedLogin(answer, user)
    const [id, key] = opened as [number, string]
    const authorization = `Session ${Buffer.from(`${user}:${id}:${key}`).toString('base64')}`
    const method = 'model.res.user.get_preferences'
    const preferences = await this.#post(method, [true, {}], authorization)
    return { authorization, preferences: resultOf(preferences, method) as Preferences }
  }

  /** A session that has expired is opened again: Tryton has not done the call. */
  async #inSession(method: string, params: readonly Value[]): Promise<unknown> {
    const session = this.#open()
    const answer = await this.#post(method, params, (await session).authorization)
    if (answer.statusCode !== 401) return resultOf(answer, method)
    if (this.#session === session) this.#session = undefined
    const again = await this.#post(method, params, (await this.#open()).authorization)
    return resultOf(again, method)
  }

  async #post(
    method: string,
    params: readonly Value[],
    authorization: string | undefined,
  ): Promise<Response> {
    try {
      const request = {
        method: 'POST',
        baseURL: this.#url,
        headers: authorization === undefined ? {} : { authorization },
        json: { id: 0, method, params },
      }
      return await this.#context.http.send(request, READS.test(method) ? { retry: AGAIN } : {})
    } catch (error) {
      if (!RestError.is(error)) throw error
      const message = `Tryton gave no answer to ${method}: ${error.message}`
      throw new ShopFailure('unavailable', message, { cause: error })
    }
  }
}

const SEARCH_PAGE = 1_000

const LOGIN = 'common.db.login'

/** Methods that change nothing, and can be sent again after a cut answer. */
const READS = /\.(?:search_read|read|search_count|fields_get|get_access|get_preferences)$/
const AGAIN = { attempts: 3, methods: ['POST'] }

/** What a call is made with: company, language, warehouse. */
export type Preferences = Readonly<Record<string, Value>>

interface Session {
  readonly authorization: string
  readonly preferences: Preferences
}

/** The result in an answer, or why there is none. */
function resultOf(answer: Response, method: string): unknown {
  if (answer.statusCode !== 200) throw failureOf(answer, method)
  let body: { readonly result?: unknown; readonly error?: unknown }
  try {
    body = JSON.parse(answer.body, decode)
  } catch (cause) {
    const message = 'The answer is not JSON. The address may lead to another program than Tryton.'
    throw new ShopFailure('unavailable', message, { cause })
  }
  if (body.error !== undefined) throw errorOf(body.error)
  return body.result
}

/** Tryton answers errors for people as `[kind, [message, description]]`, warnings as `[kind, [name, message, description]]`. */
function errorOf(error: unknown): Error {
  const [kind, details] = Array.isArray(error) ? (error as unknown[]) : [String(error)]
  const words = (Array.isArray(details) ? details : [details]).filter(
    (word): word is string => typeof word === 'string' && word !== '',
  )
  const said = kind === 'UserWarning' ? words.slice(1) : words
  if (kind === 'UserError' || kind === 'UserWarning') {
    return new TrytonError(said.join(' '), { isQuestion: kind === 'UserWarning' })
  }
  if (/^Database .* exist/.test(String(kind))) return unknownDatabase()
  return new ShopFailure('unavailable', `Tryton failed: ${kind} ${said.join(' ')}`.slice(0, 500))
}

function failureOf(answer: Response, method: string): ShopFailure {
  const { statusCode } = answer
  if (statusCode === 429) {
    const message = 'Tryton takes no more calls for now.'
    return new ShopFailure('throttled', message, retryAfterOf(answer))
  }
  if (statusCode === 401) {
    return new ShopFailure('denied', 'Tryton has refused the session of the user.', {
      remedy: 'Check in Tryton that the user is active, and its password.',
    })
  }
  if (statusCode === 403) {
    return new ShopFailure('settings', `Tryton has no method ${method} for clients.`, {
      remedy: 'Check the version of Tryton, and that its modules sale and stock are activated.',
    })
  }
  if (statusCode === 404) {
    return unknownDatabase()
  }
  return new ShopFailure('unavailable', `Tryton answered with status ${statusCode}.`)
}

const unknownDatabase = () =>
  new ShopFailure('settings', 'The server does not know the database, or it is no Tryton.', {
    remedy:
      'Check the address of the server, and the name of the database as in the login window of Tryton.',
  })

function refusedLogin(answer: Response, user: string): ShopFailure {
  const isRefusal = [200, 401, 403].includes(answer.statusCode)
  if (!isRefusal) return failureOf(answer, LOGIN)
  return new ShopFailure('denied', `Tryton does not let the user ${user} in.`, {
    remedy:
      'Check the user and the password of the connector. After a few wrong ones Tryton waits.',
  })
}
