/** Errors of the provider. */
export const devIdpErrorCodes = [
  'DEV_IDP_NOT_LOOPBACK',
  'DEV_IDP_IN_PRODUCTION',
  'DEV_IDP_INVALID_CLIENT',
] as const

/** One of {@link devIdpErrorCodes}. */
export type DevIdpErrorCode = (typeof devIdpErrorCodes)[number]

/**
 * Thrown by {@link startDevIdp} for options that are not allowed or not possible. The message says what to change.
 *
 * @example
 * try { await startDevIdp({ host: '0.0.0.0' }) }
 * catch (error) { if (error instanceof DevIdpError) console.error(error.message) }
 */
export class DevIdpError extends Error {
  override readonly name = 'DevIdpError'
  readonly code: DevIdpErrorCode

  constructor(code: DevIdpErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
