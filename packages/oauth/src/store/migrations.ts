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
  /** Name of the first file. */
  readonly first?: string | null
  /** The highest `compatibleFrom` of the files that this version does not know. @default `newest` */
  readonly needs?: number
}

/** The files before 0.1.0, which `0001-baseline` has replaced in both stores: the name of the first one, and how many there were. */
const REPLACED = {
  first: '0001-login',
  count: 9,
  program: 'commit 19317719348293ec82e36267524f2affc49792e4 of Entrepot',
}

/** Whether the tables were made by the files that the baseline has replaced. */
export const isReplaced = ({ first }: Version): boolean => first === REPLACED.first

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
 * The files that are still to be applied: all of them, the baseline too, if the tables were made by the files that it has replaced.
 *
 * @throws OAuthError `OAUTH_STORE_VERSION` if a newer version of this package has changed the tables so that this one cannot use them,
 * `OAUTH_STORE_OLD` if only some of the files were applied that the baseline has replaced
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  version: Version,
): readonly Migration[] {
  const { newest, needs = newest } = version
  if (isReplaced(version) && newest === REPLACED.count) return migrations
  if (isReplaced(version) && newest < REPLACED.count) {
    throw new OAuthError(
      'OAUTH_STORE_OLD',
      `The oauth tables are older than this version can migrate: they have ${newest} of the ${REPLACED.count} migrations that one file has replaced. Nothing was changed. Start them once with ${REPLACED.program}, and then with this version.`,
    )
  }
  if (newest <= migrations.length || needs <= migrations.length) return migrations.slice(newest)
  throw new OAuthError(
    'OAUTH_STORE_VERSION',
    `The oauth tables are at version ${newest}, which needs a version of @entrepot/oauth that knows ${needs}, and this one knows ${migrations.length}. Start the newer version.`,
  )
}
