/** All codes of {@link MoveError}. */
export const MOVE_ERROR_CODES = [
  'MOVE_NO_CUSTOMER',
  'MOVE_STATE',
  'MOVE_LOCKED',
  'MOVE_FILE',
  'MOVE_VERSION',
  'MOVE_SECRET',
  'MOVE_EXISTS',
  'MOVE_CELL',
  'MOVE_PERSON',
] as const

/** One of {@link MOVE_ERROR_CODES}. */
export type MoveErrorCode = (typeof MOVE_ERROR_CODES)[number]

/** Thrown when a step of the move of a customer cannot be done. The message says what to do next. It never leaves the package. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
  readonly code: MoveErrorCode

  constructor(code: MoveErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
