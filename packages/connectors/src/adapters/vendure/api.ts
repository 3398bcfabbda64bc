/** Calls of the Admin API. */
import { type Response, RestError } from '@entrepot/rest'
import type { ShopContext } from '../../adapter/adapter.ts'
import { NOT_IN_SHOP, type RecordProblem, ShopFailure } from '../../adapter/outcomes.ts'
import { retryAfterOf } from '../shared/retry-after.ts'

/** Sends one GraphQL operation. */
export type Call = <T>(query: string, variables?: Readonly<Record<string, unknown>>) => Promise<T>

/** An error of the shop about the input of one call, such as an id that it does not have. */
export class VendureError extends Error {
  override readonly name = 'VendureError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Whether the shop has answered that it does not have a record. */
export function isMissing(error: unknown): boolean {
  return error instanceof VendureError && error.code === 'ENTITY_NOT_FOUND'
}

interface Answer {
  readonly data?: unknown
  readonly errors?: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string }
  }[]
}

/**
 * Creates the function for calls. It throws a {@link ShopFailure} for what concerns the whole shop, and a {@link VendureError} for what
 * concerns the input.
 */
export function createCall({ http, settings, secrets }: ShopContext): Call {
  const { url, channelToken } = settings
  const headers = {
    'vendure-api-key': secrets.apiKey ?? '',
    ...(channelToken && { 'vendure-token': String(channelToken) }),
  }
  return async <T>(query: string, variables?: Readonly<Record<string, unknown>>) => {
    const json = { query, variables }
    const request = { method: 'POST', baseURL: String(url), headers, json } as const
    const response = await http.send(request).catch((error: unknown) => {
      throw toFailure(error)
    })
    return dataOf(response) as T
  }
}

function toFailure(error: unknown): unknown {
  if (!RestError.is(error)) return error
  return new ShopFailure('unavailable', `The shop did not answer: ${error.message}`, {
    cause: error,
  })
}

/** The data of an answer. */
export function dataOf(response: Response): unknown {
  const { statusCode } = response
  if (statusCode === 429) {
    throw new ShopFailure('throttled', 'The shop has had too many calls.', retryAfterOf(response))
  }
  if (statusCode === 401 || statusCode === 403) throw deniedBy(`HTTP ${statusCode}`)
  if (statusCode === 404) {
    throw new ShopFailure('settings', 'There is no Admin API at this address.', {
      remedy: 'Check the address of the Admin API: it usually ends with /admin-api.',
    })
  }
  const answer = parse(response)
  const [error] = answer.errors ?? []
  if (error !== undefined) throw errorOf(error.extensions?.code ?? '', error.message)
  if (statusCode !== 200 || answer.data === undefined || answer.data === null) {
    throw new ShopFailure('unavailable', `The shop answered ${statusCode} without data.`)
  }
  return answer.data
}

function parse({ statusCode, body }: Response): Answer {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null) return value
  } catch {}
  throw new ShopFailure('unavailable', `The shop answered ${statusCode} without JSON.`)
}

function errorOf(code: string, message: string): Error {
  if (code === 'FORBIDDEN' || code === 'UNAUTHORIZED') return deniedBy(message)
  if (code === 'CHANNEL_NOT_FOUND') {
    return new ShopFailure('settings', 'The shop has no channel with this token.', {
      remedy: 'Copy the channel token again: Settings, Channels.',
    })
  }
  // Errors of the database have no code, and pass if they come from a lock or a connection.
  const isPassing = code === '' && /lock|timeout|timed out|connection|ECONN/i.test(message)
  if (isPassing || code === 'INTERNAL_SERVER_ERROR') return new ShopFailure('unavailable', message)
  return new VendureError(code, message)
}

function deniedBy(message: string): ShopFailure {
  return new ShopFailure('denied', `The shop refused the API key: ${message}`, {
    remedy:
      'Check that the key still exists, that its role has the rights Catalog and Order, and that authOptions.tokenMethod of the shop has api-key.',
  })
}

/** A result that is either a record or an error: `... on ErrorResult { errorCode message }`. */
export interface ErrorResult {
  readonly errorCode?: string
  readonly message?: string
}

/** What to do about errors that a person can solve. */
const REMEDIES: Readonly<Record<string, string>> = {
  INSUFFICIENT_STOCK_ON_HAND_ERROR:
    'Check the stock of the product at the stock location in the shop, and retry.',
  ITEMS_ALREADY_FULFILLED_ERROR:
    'Compare the fulfilments of the order in the shop with the shipments of the hub.',
  QUANTITY_TOO_GREAT_ERROR:
    'Compare the units of the order in the shop with those of the hub: some are cancelled there already.',
  REFUND_AMOUNT_ERROR: 'Refund the rest in another way: the payment does not cover it.',
}

/** The problem of a result with an error. Undefined if there is none. */
export function problemOf(result: ErrorResult): RecordProblem | undefined {
  const { errorCode, message = '' } = result
  if (errorCode === undefined) return undefined
  return {
    code: errorCode.toLowerCase().replace(/_error$/, ''),
    message: `The shop refused it: ${message}`,
    remedy: REMEDIES[errorCode] ?? 'Look at the record in the shop, and retry.',
    shopMessage: message.slice(0, 500),
  }
}

/** The problem of an error that concerns the input of one record; throws any other. */
export function problemOfError(error: unknown): RecordProblem {
  if (!(error instanceof VendureError)) throw error
  return {
    code: isMissing(error) ? NOT_IN_SHOP : error.code.toLowerCase() || 'refused',
    message: `The shop refused it: ${error.message}`,
    remedy: 'Correct the record, and retry.',
    shopMessage: error.message.slice(0, 500),
  }
}
