import type { Issue } from '@entrepot/config'

/**
 * All codes of {@link OAuthError}. The union is closed, so a `switch` over it can be exhaustive. `docs/errors.md` of the package
 * explains each code; a test checks that it lists all of them.
 */
export const OAUTH_ERROR_CODES = [
  'OAUTH_CONFIG',
  'OAUTH_NO_SESSION',
  'OAUTH_HOOK_REGISTERED',
  'OAUTH_STORE_VERSION',
  'OAUTH_STORE_OLD',
  'OAUTH_STORE_RIGHT',
  'OAUTH_STORE_UNAVAILABLE',
  'OAUTH_SEAL',
  'OAUTH_CURSOR',
  'OAUTH_PROVIDER_REFUSED',
  'OAUTH_USER_MAPPING',
] as const

/** One of {@link OAUTH_ERROR_CODES}. */
export type OAuthErrorCode = (typeof OAUTH_ERROR_CODES)[number]

/** One problem of the options: where it is and what to change. */
export interface ConfigProblem {
  /** Dotted path into the options, such as `providers.github.clientId`. Empty for the options as a whole. */
  readonly path: string
  readonly message: string
}

/** A problem of settings as a {@link ConfigProblem}. */
export function toProblem({ path, message }: Issue): ConfigProblem {
  return { path: path.join('.'), message }
}

const STATUSES: Readonly<Partial<Record<OAuthErrorCode, 400 | 503>>> = {
  OAUTH_STORE_UNAVAILABLE: 503,
  OAUTH_CURSOR: 400,
}

const BRAND: unique symbol = Symbol.for('@entrepot/oauth/error') as never

/** Options of {@link OAuthError}. */
export interface OAuthErrorDetails {
  readonly cause?: unknown
  readonly problems?: readonly ConfigProblem[]
}

/**
 * The error class of this package. The message says what happened and what to change. It never contains a secret such as a token,
 * code, state or key.
 *
 * @example
 * try { await app.register(oauth, options) }
 * catch (error) { if (OAuthError.is(error) && error.code === 'OAUTH_CONFIG') console.error(error.problems) }
 */
export class OAuthError extends Error {
  readonly [BRAND] = true
  /** The kind of failure. Codes are stable, so that programs can use them in a `switch`. */
  readonly code: OAuthErrorCode
  /**
   * The HTTP status that Fastify uses if no error handler handles the error: 503 for `OAUTH_STORE_UNAVAILABLE`, 400 for `OAUTH_CURSOR`,
   * otherwise 500.
   */
  readonly statusCode: 400 | 500 | 503
  /** All issues of the options, for `OAUTH_CONFIG`; empty otherwise. */
  readonly problems: readonly ConfigProblem[]

  constructor(code: OAuthErrorCode, message: string, details: OAuthErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    Object.defineProperty(this, 'name', { value: 'OAuthError' })
    this.code = code
    this.statusCode = STATUSES[code] ?? 500
    this.problems = details.problems ?? []
  }

  /** Recognises the errors of every copy of this package in the process. */
  static is(error: unknown): error is OAuthError {
    return typeof error === 'object' && error !== null && BRAND in error
  }
}

/** The error for options that cannot be used: its message lists every problem. */
export function configError(problems: readonly ConfigProblem[]): OAuthError {
  const lines = problems.map(
    ({ path, message }) => `  - ${path === '' ? 'options' : path} ${message}`,
  )
  const message = ['The options of @entrepot/oauth have issues:', ...lines].join('\n')
  return new OAuthError('OAUTH_CONFIG', message, { problems })
}
