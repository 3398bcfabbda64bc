/** The numbered SQL files of a store. A file is never changed once it was released. */
import { readdir, readFile } from 'node:fs/promises'
import { OAuthError } from '../errors.ts'

/** One SQL file: `0001-login.sql`. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

/** Reads the files of a store, in order. */
export async function readMigrations(store: 'postgres' | 'sqlite'): Promise<readonly Migration[]> {
  const folder = new URL(`../../migrations/${store}/`, import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return await Promise.all(
    files.map(async (file) => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(0, -'.sql'.length),
      sql: await readFile(new URL(file, folder), 'utf8'),
    })),
  )
}

/**
 * The files that are still to be applied.
 *
 * @throws OAuthError `OAUTH_STORE_VERSION` if a newer version of this package has used the database
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  newest: number,
): readonly Migration[] {
  if (newest <= migrations.length) return migrations.slice(newest)
  throw new OAuthError(
    'OAUTH_STORE_VERSION',
    `The oauth tables are at version ${newest}, and this version of @entrepot/oauth knows ${migrations.length}. Start the newer version.`,
  )
}
