/** The migrations of all tables that the hub uses, in one order. */
import {
  type Database,
  DatabaseError,
  type DatabaseErrorCode,
  findIncompatible,
  type KnownMigrations,
  listMigrations,
  type MigrationSet,
  migrate,
  migrationStatus,
} from '@entrepot/database'
import { migrations as marketplaceMigrations } from '@entrepot/marketplace'
import {
  listMigrations as listOAuthMigrations,
  migrate as migrateOAuth,
  migrationStatus as oauthStatus,
} from '@entrepot/oauth/postgres'

/** The files before 0.1.0. */
const REPLACED = {
  '0001-users-sessions': ['614b93ead5caf4ed8f0a2ad9f34b735c1601f032468b6e074b0ca788d8869409'],
  '0002-members': ['db0969422767dedae675678a13f2c3b568e5390a0ede8ad995a09aff07357ba3'],
  '0003-roles-invitations': ['41410e9a16ba59d04590dee3708057f68364a468e6f2a8d3c11fba52cca7eca3'],
  '0004-agents': ['da351ad9f609820cef8abcf4a0751d59552c95df8f30c053a14820585cb0f2b9'],
  '0005-first-owner': ['c8aadda36878fdb707c00a4ae31d6fabff67efdba58178fcc789520b748bf1f8'],
  '0006-headless-agents': ['bfe3d46847f83b9403ef6e85ccf0b06753f35211c6ce8e1684d20b56d4a60561'],
} as const

/** The tables of the hub itself: users and sessions, in the schema `hub`. */
export const hubMigrations: MigrationSet = Object.freeze({
  name: 'hub',
  directory: new URL('../../migrations/', import.meta.url),
  baseline: {
    replaces: REPLACED,
    program: 'commit 19317719348293ec82e36267524f2affc49792e4 of Entrepot',
  },
})

/** The sets of the hub, in the order in which they are applied. */
export const HUB_SETS = [marketplaceMigrations, hubMigrations] as const

/** A migration: the schema of its tables, and the name of its file. */
export interface NamedMigration {
  readonly schema: string
  readonly migration: string
}

/** The tables of one package. */
interface Module {
  readonly schema: string
  /** @returns the files that were applied */
  migrate(database: Database): Promise<readonly string[]>
  pending(database: Database): Promise<readonly string[]>
  known(): Promise<readonly string[]>
}

const ofSet = (set: MigrationSet): Module => ({
  schema: set.name,
  migrate: async (database) => (await migrate(database, set)).applied,
  pending: async (database) => (await migrationStatus(database, set)).pending,
  known: async () => await listMigrations(set),
})

/** `@entrepot/oauth` keeps its own records. The hub reads its tables, so it has them even if nobody can sign in. */
const SIGN_IN: Module = {
  schema: 'oauth',
  migrate: async (database) => await migrateOAuth(database).catch(explainSignIn),
  pending: async (database) =>
    await oauthStatus(database).then(({ pending }) => pending, explainSignIn),
  known: listOAuthMigrations,
}

/** What errors of the store of sign-in are for the database of the hub. */
const CODES: Readonly<Record<string, DatabaseErrorCode>> = {
  OAUTH_STORE_RIGHT: 'DATABASE_MISSING_RIGHT',
  OAUTH_STORE_VERSION: 'DATABASE_MIGRATION_UNKNOWN',
  OAUTH_STORE_OLD: 'DATABASE_MIGRATION_OLD',
  OAUTH_STORE_UNAVAILABLE: 'DATABASE_UNREACHABLE',
}

function explainSignIn(error: unknown): never {
  const { code, message } = error as { code?: string; message: string }
  const known = CODES[code ?? '']
  if (known !== undefined) throw new DatabaseError(known, message, { cause: error })
  const text = `The migrations of the sign-in failed: ${message}. Nothing of them was applied.`
  throw new DatabaseError('DATABASE_MIGRATION_FAILED', text, { cause: error })
}

/** All modules with tables in the database of the hub, in the order in which they are migrated. */
const MODULES: readonly Module[] = [...HUB_SETS.map(ofSet), SIGN_IN]

/**
 * Applies what the database lacks, of all modules. Call it before anything else reads or writes their tables: modules read each other's.
 * A database that one of them refuses is not changed by the others.
 *
 * @returns the migrations that were applied, in order
 * @throws DatabaseError as `migrate` does
 */
export async function migrateHub(database: Database): Promise<readonly NamedMigration[]> {
  if ((await pendingMigrations(database)).length === 0) return []
  return await ofEach(async (module) => await module.migrate(database))
}

/** The migrations that {@link migrateHub} would apply. Throws as it does. */
export async function pendingMigrations(database: Database): Promise<readonly NamedMigration[]> {
  return await ofEach(async (module) => await module.pending(database))
}

/** The last migration of each module that this version of the hub has. */
export async function knownSchemas(): Promise<readonly NamedMigration[]> {
  return await ofEach(async (module) => (await module.known()).slice(-1))
}

/** One module after the other. */
async function ofEach(
  list: (module: Module) => Promise<readonly string[]>,
): Promise<readonly NamedMigration[]> {
  const all: NamedMigration[] = []
  for (const module of MODULES) {
    const { schema } = module
    all.push(...(await list(module)).map((migration) => ({ schema, migration })))
  }
  return all
}

/** How many migrations of the sets of the hub this version knows, for {@link findNewerSchema}. */
export async function knownSets(): Promise<readonly KnownMigrations[]> {
  const known = HUB_SETS.map(async (set) => {
    const names = await listMigrations(set)
    return { name: set.name, count: names.length }
  })
  return await Promise.all(known)
}

/**
 * Looks whether a newer hub has migrated the database so that this version cannot work with it. Changes nothing, and waits for no migration.
 *
 * @returns the reason, `DATABASE_MIGRATION_UNKNOWN`
 */
export async function findNewerSchema(
  database: Database,
  known: readonly KnownMigrations[],
): Promise<DatabaseError | undefined> {
  const found = await findIncompatible(database, known)
  if (found) return found
  try {
    await SIGN_IN.pending(database)
    return undefined
  } catch (error) {
    if (DatabaseError.is(error) && error.code === 'DATABASE_MIGRATION_UNKNOWN') return error
    throw error
  }
}
