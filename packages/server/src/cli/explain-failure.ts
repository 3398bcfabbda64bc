/** The message of a failed command: what happened, and the next step. */
import { DatabaseError } from '@entrepot/database'
import { EmbeddedPostgresError } from '@entrepot/embedded-postgres'
import { ConfigError } from '../config/problems.ts'
import { BackupError } from '../operations/backup/backup-error.ts'
import { MoveError } from '../operations/moves/move-error.ts'

/**
 * Creates the message of an error. An unexpected error is shown with its stack only if the level of the log asks for details.
 *
 * @param logLevel the variable LOG_LEVEL
 */
export function explainFailure(error: unknown, logLevel = 'info'): string {
  const isOurs =
    error instanceof BackupError ||
    error instanceof MoveError ||
    [ConfigError, DatabaseError, EmbeddedPostgresError].some((one) => one.is(error))
  if (isOurs) {
    const { message, code } = error as Error & { readonly code: string }
    return `${message}\n(${code})`
  }
  if ((error as { code?: unknown }).code === 'EN503') {
    return 'The customer is read-only while it moves to another hub. Nothing was changed. Run the command again after the move, in the hub that serves the customer.\n(MARKET_CUSTOMER_FROZEN)'
  }
  return explainSystemError(error as NodeJS.ErrnoException) ?? explainUnexpected(error, logLevel)
}

const NEXT =
  'Run entrepot doctor, which finds the usual causes. If it finds none, report this with the output of the same command and LOG_LEVEL=debug.'

/** The message for an issue of the hub or of a plugin. */
function explainUnexpected(error: unknown, logLevel: string): string {
  const { message, stack, code, severity } = error as Error & { code?: string; severity?: string }
  const what =
    severity === undefined
      ? `An unexpected error occurred: ${error instanceof Error ? message : String(error)}.`
      : `PostgreSQL has refused a statement: ${message} (${code}).`
  const details = ['debug', 'trace'].includes(logLevel) && stack ? `\n${stack}` : ''
  return `${what.replace(/\.\.$/, '.')} ${NEXT}${details}`
}

/** The message for an error of the system that a setting has caused. */
function explainSystemError(
  error: NodeJS.ErrnoException & { address?: string; port?: number },
): string | undefined {
  const { code, message, path, port, address, syscall } = error
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${address} is taken. Set PORT to another one, or to 0 for any free one.`
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user may not listen on port ${port} of ${address}. Set PORT above 1023, or to 0 for any free one.`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST is no address of this machine: ${message}. Set HOST to 127.0.0.1, or to 0.0.0.0 for all.`
  }
  // Errors of processes that cannot be started have a path, too.
  if (path !== undefined && !syscall?.startsWith('spawn') && FOLDER_ERRORS.has(code ?? '')) {
    return `The data directory cannot be used: ${message}. Set ENTREPOT_DATA to a folder that this user can write to, on a disk with room.`
  }
  return undefined
}

/** Errors of the file system for a folder in which data cannot be stored. */
const FOLDER_ERRORS: ReadonlySet<string> = new Set([
  ...['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'],
  ...['EEXIST', 'ENOTDIR', 'ENOENT', 'ENAMETOOLONG'],
])
