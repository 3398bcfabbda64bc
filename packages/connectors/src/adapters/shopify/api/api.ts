import { setTimeout as sleep } from 'node:timers/promises'
import { header, type Response, RestError } from '@entrepot/rest'
import type { ShopContext } from '../../../adapter/adapter.ts'
import { type RecordProblem, ShopFailure } from '../../../adapter/outcomes.ts'
import {
  failureOfErrors,
  failureOfStatus,
  type GraphQLAnswer,
  hasInvalidInput,
} from './failures.ts'
import { Throttle } from './throttle.ts'
import { Token } from './token.ts'

/** The version of the Admin API for which all queries are written. Shopify serves each for a year. */
export const API_VERSION = '2026-10'

/** The longest pause for points. A longer one ends the step, so that the connector can serve other shops. */
const LONGEST_PAUSE_MS = 20_000

/** Files of first reads may have gigabytes, and are read for as long as they come. */
const DOWNLOAD = {
  timeout: { total: false, attempt: false, idle: 60_000 },
  limits: { bodyBytes: false },
} as const

/** What Shopify says to a mutation that it does not apply. */
export interface UserError {
  readonly field?: readonly string[] | null
  readonly message: string
  readonly code?: string | null
}

/** What the field of a mutation answers. */
export type Mutated<T> = Partial<T> & { readonly userErrors: readonly UserError[] }

type Variables = Readonly<Record<string, unknown>>

export type Pause = (milliseconds: number) => Promise<unknown>

export interface ApiOptions {
  /** @default a timer */
  readonly pause?: Pause
}

/** Sends queries and mutations to one store. */
export class Api {
  readonly pause: Pause
  /** The version with which Shopify has answered last. */
  servedVersion: string | undefined
  /** The time of the last answer by the clock of Shopify. ISO 8601. */
  time = new Date().toISOString()
  private readonly context: ShopContext
  private readonly throttle = new Throttle()
  private readonly token: Token

  constructor(context: ShopContext, options: ApiOptions = {}) {
    this.context = context
    this.pause = options.pause ?? sleep
    this.token = new Token(context.http, () => this.origin, context.secrets)
  }

  /**
   * Runs one operation.
   *
   * @throws ShopFailure for everything but user errors, which are in the data
   */
  async run<T>(document: string, variables: Variables = {}): Promise<T> {
    return dataOf<T>(await this.send(document, variables))
  }

  /**
   * Runs a mutation of one field.
   *
   * @param options.orRefused takes variables that Shopify refuses for user errors: they belong to one record, and the others go on
   * @returns what the field answers
   * @throws ShopFailure for everything but user errors
   */
  async mutate<T = unknown>(
    document: string,
    variables: Variables,
    { orRefused = false }: { readonly orRefused?: boolean } = {},
  ): Promise<Mutated<T>> {
    const answer = await this.send(document, variables)
    if (orRefused && hasInvalidInput(answer)) {
      return { userErrors: answer.errors ?? [] } as unknown as Mutated<T>
    }
    const [mutated] = Object.values(dataOf<Readonly<Record<string, Mutated<T>>>>(answer))
    return mutated as Mutated<T>
  }

  private async send(document: string, variables: Variables): Promise<GraphQLAnswer> {
    await this.waitForPoints(document)
    let response = await this.post(document, variables)
    if (response.statusCode === 401 && this.token.expire()) {
      response = await this.post(document, variables)
    }
    this.servedVersion = header(response, 'x-shopify-api-version')
    const date = Date.parse(header(response, 'date') ?? '')
    this.time = new Date(Number.isNaN(date) ? Date.now() : date).toISOString()
    const failure = failureOfStatus(response)
    if (failure) throw failure
    const answer = parse(response)
    const cost = answer.extensions?.cost
    if (cost) this.throttle.learn(document, cost, Date.now())
    return answer
  }

  /** @throws ShopFailure if the setting is no domain of Shopify */
  private get origin(): string {
    return originOf(this.context.settings.shop)
  }

  /**
   * Streams a file that Shopify has prepared. Its address has its own signature, so the token is not sent.
   *
   * @throws ShopFailure also while the file is read
   */
  async *download(url: string): AsyncGenerator<Uint8Array> {
    try {
      await using response = await this.context.http.stream({ baseURL: url }, DOWNLOAD)
      if (response.statusCode !== 200) throw brokenDownload(`status ${response.statusCode}`)
      for await (const chunk of response.body) yield chunk
    } catch (cause) {
      if (RestError.is(cause)) throw brokenDownload(cause.code, cause)
      throw cause
    }
  }

  private async waitForPoints(document: string): Promise<void> {
    const wait = this.throttle.wait(document, Date.now())
    if (wait > LONGEST_PAUSE_MS) {
      const options = { retryAfter: Math.ceil(wait / 1000) }
      throw new ShopFailure(
        'throttled',
        'The points of the app for this store are used up.',
        options,
      )
    }
    if (wait > 0) await this.pause(wait)
  }

  private async post(query: string, variables: Variables) {
    const headers = { 'x-shopify-access-token': await this.token.value() }
    const baseURL = `${this.origin}/admin/api/${API_VERSION}/graphql.json`
    const json = { query, variables }
    const result = await this.context.http.sendResult({ method: 'POST', baseURL, headers, json })
    if (result.ok) return result.response
    const message = `Shopify did not answer: ${result.error.code}.`
    throw new ShopFailure('unavailable', message, { cause: result.error })
  }
}

/**
 * Where the Admin API of a store is. The token goes nowhere else; an address of this machine is for the stand-in of the tests.
 *
 * @throws ShopFailure if the setting is no domain of Shopify
 */
function originOf(setting: unknown): string {
  const text = String(setting ?? '')
    .trim()
    .toLowerCase()
    .replace(/\/$/, '')
  if (/^http:\/\/127\.0\.0\.1:\d+$/.test(text)) return text
  const domain = text.replace(/^https:\/\//, '')
  const complete = domain.includes('.') ? domain : `${domain}.myshopify.com`
  if (/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(complete)) return `https://${complete}`
  throw new ShopFailure('settings', `"${domain}" is not the domain of a Shopify store.`, {
    remedy: 'Enter the domain that ends in myshopify.com: Settings, Domains.',
  })
}

function brokenDownload(why: string, cause?: unknown): ShopFailure {
  return new ShopFailure('unavailable', `A file of Shopify cannot be read: ${why}.`, { cause })
}

function parse(response: Response): GraphQLAnswer {
  try {
    return JSON.parse(response.body)
  } catch (cause) {
    throw new ShopFailure('unavailable', 'The answer of Shopify is no JSON.', { cause })
  }
}

function dataOf<T>(answer: GraphQLAnswer): T {
  if (answer.errors?.length) throw failureOfErrors(answer)
  if (!answer.data) throw new ShopFailure('unavailable', 'Shopify answered without data.')
  return answer.data as T
}

/** The first words of user errors, as a problem of the record. */
export function problemOf(
  errors: readonly UserError[],
  code: string,
  message: string,
  remedy: string,
): RecordProblem {
  const shopMessage = errors
    .map((error) => [error.field?.join('.'), error.message].filter(Boolean).join(': '))
    .join('; ')
    .slice(0, 500)
  return { code, message, remedy, ...(shopMessage ? { shopMessage } : {}) }
}
