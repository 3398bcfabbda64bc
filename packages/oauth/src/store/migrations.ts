/** The numbered SQL files of a store. A file is never changed once it was released. */
import { readdir, readFile } from 'node:fs/promises'
import { OAuthError } from '../shared/errors.ts'

/** One SQL file: `0001-login.sql`. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  /**
   * Number of the oldest file that a node must know to work with the tables as this file leaves them: from its line
   * `-- compatible-from: 0009`. Without that line its own number, so that no earlier version can.
   */
  readonly compatibleFrom: number
}

/** What a database says was applied. */
export interface Version {
  /** Number of the newest file; 0 for none. */
  readonly newest: number
  /** The highest `compatibleFrom` of the files that this version does not know. @default `newest` */
  readonly needs?: number
}

const read = new Map<string, readonly Migration[]>()

/** The files of a store, in order. They are read once. */
export async function readMigrations(store: 'postgres' | 'sqlite'): Promise<readonly Migration[]> {
  const migrations = read.get(store) ?? (await readFolder(store))
  read.set(store, migrations)
  return migrations
}

async function readFolder(store: string): Promise<readonly Migration[]> {
  const folder = new URL(`../../migrations/${store}/`, import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return await Promise.all(
    files.map(async (file) => {
      const number = Number(file.slice(0, 4))
      const sql = await readFile(new URL(file, folder), 'utf8')
      const compatibleFrom = Number(/^-- compatible-from: (\d{4})$/m.exec(sql)?.[1] ?? number)
      return { number, name: file.slice(0, -'.sql'.length), sql, compatibleFrom }
    }),
  )
}

/**
 * The files that are still to be applied.
 *
 * @throws OAuthError `OAUTH_STORE_VERSION` if a newer version of this package has changed the tables so that this one cannot use them
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  { newest, needs = newest }: Version,
): readonly Migration[] {
  if (newest <= migrations.length || needs <= migrations.length) return migrations.slice(newest)
  throw new OAuthError(
    'OAUTH_STORE_VERSION',
    `The oauth tables are at version ${newest}, which needs a version of @entrepot/oauth that knows ${needs}, and this one knows ${migrations.length}. Start the newer version.`,
  )
}
