import { header, type Response } from '@entrepot/rest'
import { ShopFailure } from '../../../adapter/outcomes.ts'
import { type Cost, retryAfterOf } from './throttle.ts'

export interface GraphQLAnswer {
  readonly data?: unknown
  readonly errors?: readonly GraphQLProblem[]
  readonly extensions?: { readonly cost?: Cost }
}

export interface GraphQLProblem {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: { readonly code?: string; readonly requiredAccess?: string }
}

const SCOPES =
  'In the Dev Dashboard, give the app the access scopes of the guide, release the version, and accept it in the store.'

/** Why an answer with this status cannot be used. */
export function failureOfStatus(response: Response): ShopFailure | undefined {
  const { statusCode } = response
  if (statusCode === 200) return undefined
  if (statusCode === 401) {
    const remedy =
      'Copy the credentials of the app again: it may have been uninstalled, or its secret rotated.'
    return new ShopFailure('denied', 'Shopify does not accept the token.', { remedy })
  }
  if (statusCode === 403) {
    return new ShopFailure('denied', 'The app may not use the Admin API.', { remedy: SCOPES })
  }
  if (statusCode === 402 || statusCode === 423) {
    const remedy =
      'Open the admin of the store: it is frozen, paused or locked, and says there why.'
    return new ShopFailure('denied', `The store is closed: status ${statusCode}.`, { remedy })
  }
  if (statusCode === 404) {
    const remedy = 'Check the domain that ends in myshopify.com: Settings, Domains.'
    return new ShopFailure('settings', 'There is no such store.', { remedy })
  }
  if (statusCode === 429 || statusCode === 430) {
    const retryAfter = Number(header(response, 'retry-after') ?? 2) || 2
    return new ShopFailure('throttled', 'Shopify refuses more requests.', { retryAfter })
  }
  return new ShopFailure('unavailable', `Shopify answered with status ${statusCode}.`)
}

/** Why an answer with errors beside the data cannot be used. */
export function failureOfErrors({ errors = [], extensions }: GraphQLAnswer): ShopFailure {
  const codes = new Set(errors.map((error) => error.extensions?.code))
  const words = errors
    .map((error) => error.message)
    .join('; ')
    .slice(0, 500)
  if (codes.has('THROTTLED')) {
    const retryAfter = retryAfterOf(extensions?.cost)
    return new ShopFailure('throttled', 'The points of the app for this store are used up.', {
      retryAfter,
    })
  }
  if (codes.has('ACCESS_DENIED')) return denied(errors, words)
  if (codes.has('SHOP_INACTIVE')) {
    const remedy = 'Open the admin of the store: it says there why it is inactive.'
    return new ShopFailure('denied', 'The store is inactive.', { remedy })
  }
  // Without a code: queries that the schema refuses, and errors inside Shopify. None of them has been applied.
  return new ShopFailure('unavailable', `Shopify did not run the query: ${words}`)
}

/** Whether Shopify has refused the variables themselves, such as a country that it does not have or an address that is no URL. */
export function hasInvalidInput({ errors = [] }: GraphQLAnswer): boolean {
  return errors.some(
    ({ message, extensions }) =>
      extensions?.code === 'INVALID_VARIABLE' || /^Variable "?\$/.test(message),
  )
}

function denied(errors: readonly GraphQLProblem[], words: string): ShopFailure {
  const isCustomerData = /not approved to (access|use)/i.test(words)
  const remedy = isCustomerData
    ? 'Request access to protected customer data with name, address, email and phone: Partner Dashboard, the app, API access requests.'
    : SCOPES
  const access = errors.find((error) => error.extensions?.requiredAccess)?.extensions
    ?.requiredAccess
  const detail = access ? ` It requires: ${access}` : ''
  return new ShopFailure('denied', `Shopify denies access: ${words}${detail}`, { remedy })
}
