/** What a failed command tells the person who ran it: what happened, and the next step. */
import { DatabaseError } from '@entrepot/database'
import { MarketplaceError } from '@entrepot/marketplace'
import { ConfigError } from './config/problems.ts'
import { MemberError } from './members/members.ts'
import { UserError } from './users/users.ts'

/** Puts an error into words. Errors that nobody foresaw keep their stack. */
export function explainFailure(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof DatabaseError ||
    error instanceof UserError ||
    error instanceof MemberError
  ) {
    return `${error.message}\n(${error.code})`
  }
  if (MarketplaceError.is(error)) {
    const faults = error.errors.map((fault) => `  - ${fault.path} ${fault.message}`)
    return [error.message, ...faults, `(${error.code})`].join('\n')
  }
  const system = error as NodeJS.ErrnoException & { address?: string; port?: number }
  switch (system.code) {
    case 'EADDRINUSE':
      return `Port ${system.port} of ${system.address} is taken. Set PORT to another one, or to 0 for any free one.`
    case 'EACCES':
      return `This user may not do that: ${system.message}. Set PORT above 1023, and ENTREPOT_DATA to a folder of this user.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is no address of this machine: ${system.message}. Set HOST to 127.0.0.1, or to 0.0.0.0 for all.`
    default:
      return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}
