/** All codes of {@link BackupError}. */
export const BACKUP_ERROR_CODES = [
  'BACKUP_DAMAGED',
  'BACKUP_FILE',
  'BACKUP_NEWER',
  'BACKUP_NOT_EMPTY',
  'BACKUP_IN_USE',
] as const

/** One of {@link BACKUP_ERROR_CODES}. */
export type BackupErrorCode = (typeof BACKUP_ERROR_CODES)[number]

const BRAND: unique symbol = Symbol.for('@entrepot/server/backup-error') as never

/** Thrown when a backup cannot be written or restored. The message says what to change, and contains no secret. */
export class BackupError extends Error {
  readonly [BRAND] = true
  override readonly name = 'BackupError'
  readonly code: BackupErrorCode

  constructor(code: BackupErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }

  /** Recognises the errors of every copy of this package in the process. */
  static is(error: unknown): error is BackupError {
    return typeof error === 'object' && error !== null && BRAND in error
  }
}
