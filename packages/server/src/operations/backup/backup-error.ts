/** All codes of {@link BackupError}. */
export const BACKUP_ERROR_CODES = [
  'BACKUP_DAMAGED',
  'BACKUP_FILE',
  'BACKUP_NEWER',
  'BACKUP_OLDER',
  'BACKUP_NOT_EMPTY',
  'BACKUP_IN_USE',
] as const

/** One of {@link BACKUP_ERROR_CODES}. */
export type BackupErrorCode = (typeof BACKUP_ERROR_CODES)[number]

/**
 * Thrown when a backup cannot be written or restored. The message says what to change, and contains no secret. It never leaves the package:
 * the command shows message and code.
 */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code: BackupErrorCode

  constructor(code: BackupErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
