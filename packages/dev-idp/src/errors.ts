/** Errors of the provider. */
export const devIdpErrorCodes = [
  'DEV_IDP_NOT_LOOPBACK',
  'DEV_IDP_IN_PRODUCTION',
  'DEV_IDP_INVALID_CLIENT',
] as const

/** One of {@link devIdpErrorCodes}. */
export type DevIdpErrorCode = (typeof devIdpErrorCodes)[number]

const BRAND: unique symbol = Symbol.for('@entrepot/dev-idp/error') as never

/**
 * Thrown by {@link startDevIdp} for options that are not allowed or not possible. The message says what to change.
 *
 * @example
 * try { await startDevIdp({ host: '0.0.0.0' }) }
 * catch (error) { if (DevIdpError.is(error)) console.error(error.message) }
 */
export class DevIdpError extends Error {
  readonly [BRAND] = true
  override readonly name = 'DevIdpError'
  readonly code: DevIdpErrorCode

  constructor(code: DevIdpErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }

  /** Recognises the errors of every copy of this package in the process. */
  static is(error: unknown): error is DevIdpError {
    return typeof error === 'object' && error !== null && BRAND in error
  }
}
