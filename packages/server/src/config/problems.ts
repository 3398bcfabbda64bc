/** Errors of a configuration. */

/** One error: its place, and what to change. */
export interface Problem {
  /** `entrepot.yaml:12`, or the name of an environment variable. Undefined if a setting is missing. */
  readonly source: string | undefined
  /** Dotted key path, such as `plugins.login.redirectUri`; empty for the file as a whole. */
  readonly path: string
  /** What is wrong, and what to write instead. Contains no secret. */
  readonly message: string
}

const BRAND: unique symbol = Symbol.for('@entrepot/server/error') as never

/** Settings that cannot be used. The message lists all of them, each with a fix. */
export class ConfigError extends Error {
  readonly [BRAND] = true
  readonly code = 'SERVER_INVALID_CONFIG'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[], options?: ErrorOptions) {
    super(['The configuration has issues:', ...problems.map(toLine)].join('\n'), options)
    this.name = 'ConfigError'
    this.problems = problems
  }

  /** Recognises the errors of every copy of this package in the process. */
  static is(error: unknown): error is ConfigError {
    return typeof error === 'object' && error !== null && BRAND in error
  }
}

function toLine({ source, path, message }: Problem): string {
  const place = [source, path].filter(Boolean).join(', ')
  return `  - ${place === '' ? '' : `${place}: `}${message.replaceAll('\n', '\n    ')}`
}

/** Adds a full stop, unless the text ends with one or with a question mark. */
export function asSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`
}
