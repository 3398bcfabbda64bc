/** Databases of earlier versions, as kept backups hold them: each goes through a start, through `migrate`, and through every command that writes. */
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeDatabase, type Database, openDatabase, query, sql } from '@entrepot/database'
import { describeSchema } from '@entrepot/test-support/describe-schema'
import { deleteDirectory, makeDirectory } from '@entrepot/test-support/folders'
import { createTestDatabase, runSql, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { EntrepotCommand } from '../src/cli/terminal/entrepot-command.ts'
import { knownSchemas, migrateHub, pendingMigrations } from '../src/database/migrations.ts'
import { createProgram } from '../src/main.ts'
import { SCHEMAS } from '../src/operations/backup/store.ts'
import { runEntrepot, startHubHere } from '../src/testing.ts'

const RELEASES = fileURLToPath(new URL('./fixtures/releases/', import.meta.url))

/**
 * Every command that writes, for the oldest database: a customer with two channels and three keys, Ann, who is a member, signed in and has
 * connected a client, Bo, who is a member, and Cy, who may only sign in. `$folder` is replaced.
 */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  'customers create': ['--name', 'New', '--base-currency', 'EUR', '--default-vat-rate', '21'],
  'customers rename': ['1', 'Renamed'],
  'customers set': ['1', '--default-vat-rate', '9'],
  'customers disable': ['1'],
  'customers enable': ['1'],
  'channels create': ['--customer', '1', '--name', 'New', '--mode', 'flat'],
  'channels set': ['1', '--customer', '1', '--mode', 'grouped'],
  'channels reset': ['1', '--customer', '1'],
  'offers rules set': ['$folder/rules.json', '--customer', '1', '--channel', '1'],
  'offers overrides import': ['$folder/overrides.csv', '--customer', '1', '--channel', '1'],
  'keys create': ['--customer', '1', '--label', 'New'],
  'keys rotate': ['1', '--customer', '1'],
  'keys revoke': ['1', '--customer', '1'],
  'users add': ['di@shop.example'],
  'users bind': ['bo@shop.example', '--provider', 'github', '--subject', '2', '--unlisted'],
  'users remove': ['cy@shop.example'],
  'members add': ['cy@shop.example', '--customer', '1', '--role', 'viewer'],
  'members set-role': ['bo@shop.example', '--customer', '1', '--role', 'viewer'],
  'members remove': ['ann@shop.example', '--customer', '1'],
  'members owner-link': [],
  'sessions end': ['ann@shop.example'],
  'agents create': [
    ...['--customer', '1', '--name', 'New', '--scopes', 'orders:read'],
    ...['--issuer', 'https://ci.example', '--subject', 'repo:acme/shop:pull_request'],
  ],
  'agents trust': ['1', '--customer', '1', '--issuer', 'https://ci.example', '--subject', 'a:b'],
  'agents untrust': ['1', '1', '--customer', '1'],
  'agents stop': ['all', '--customer', '1'],
  'agents resume': ['all', '--customer', '1'],
  'agents revoke': ['ann@shop.example'],
  'scim secret': ['--customer', '1'],
  'scim role': ['Packers', 'operator', '--customer', '1'],
  'scim default-role': ['viewer', '--customer', '1'],
  'scim subjects': ['--customer', '1'],
  'vat-rates import': ['$folder/vat-rates.csv', '--customer', '1'],
  'rates import': ['$folder/rates.csv', '--customer', '1'],
  import: ['products', '$folder/products.csv', '--customer', '1'],
}

/** Those that the oldest database gives a reason to refuse, which they find out after the migrations. */
const REFUSED: Readonly<Record<string, string>> = {
  'members owner-link': 'SERVER_HAS_OWNER',
  'agents trust': 'MARKET_NOT_FOUND',
  'agents untrust': 'MARKET_NOT_FOUND',
  'agents resume': 'MARKET_NOT_FOUND',
}

/** Commands that read only, that use no database, and that have tests of their own here or elsewhere. */
const OTHERS = [
  ...['start', 'migrate', 'doctor mcp', 'backup', 'restore', 'init', 'version', 'completion'],
  ...['config check', 'customers list', 'channels list', 'channels status', 'keys list'],
  ...[
    'users list',
    'users recover',
    'members list',
    'sessions list',
    'agents list',
    'scim show',
    'scim calls',
    'rates list',
    'rates fetch',
    'export',
  ],
  ...['freeze', 'export', 'import', 'moved', 'thaw', 'delete'].map((name) => `customers ${name}`),
  ...['vat-rates export', 'offers preview', 'offers rules get', 'offers overrides export'],
]

let folder: string
/** A database of each kept dump, by the name of its file. It is copied, and never used itself. */
let earlier: Readonly<Record<string, TestDatabase>>
beforeAll(async () => {
  folder = await makeDirectory()
  await writeFile(join(folder, 'rates.csv'), 'CurrencyCode,Date,Rate\nUSD,2026-11-01,1.1\n')
  await writeFile(join(folder, 'products.csv'), 'MerchantProductReference,Name,Stock\nNEW,New,1\n')
  await writeFile(join(folder, 'vat-rates.csv'), 'CountryIso,VatClass,Rate\nDE,standard,19\n')
  await writeFile(join(folder, 'rules.json'), '{"Stock":{"Default":{"Buffer":2}}}')
  await writeFile(join(folder, 'overrides.csv'), 'MerchantProductReference,Hidden\n')
  const restored = readdirSync(RELEASES).map(async (name) => {
    const store = await createTestDatabase()
    const { code, stderr } = await runEntrepot(['restore', join(RELEASES, name)], envOf(store.url))
    expect([name, code, stderr]).toEqual([name, 0, ''])
    return [name, store] as const
  })
  earlier = Object.fromEntries(await Promise.all(restored))
})
afterAll(async () => {
  await Promise.all(Object.values(earlier).map((store) => store.drop()))
  await deleteDirectory(folder)
})

const envOf = (url: string) => ({
  DATABASE_URL: url,
  ENTREPOT_DATA: folder,
  NODE_ENV: 'development',
})

/** Runs some work with a copy of an earlier database, which must have all migrations afterwards. */
async function withCopy(name: string, work: (url: string) => Promise<void>): Promise<void> {
  const copy = await copyOf(name)
  try {
    expect((await pendingMigrations(copy.database)).length).toBeGreaterThanOrEqual(3)
    await work(copy.url)
    expect(await pendingMigrations(copy.database)).toEqual([])
  } finally {
    await copy.drop()
  }
}

/** A copy of an earlier database. */
async function copyOf(name: string): Promise<TestDatabase> {
  const source = earlier[name] as TestDatabase
  const copy = await createTestDatabase()
  const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)
  await runSql(source.url.replace(nameOf(source), 'postgres'), `drop database ${nameOf(copy)}`)
  const statement = `create database ${nameOf(copy)} template ${nameOf(source)}`
  await runSql(source.url.replace(nameOf(source), 'postgres'), statement)
  return copy
}

describe.each(readdirSync(RELEASES))('the database of %s', (name) => {
  test('is migrated by a start, also of a hub with sample data and sign-in', async () => {
    await withCopy(name, async (url) => {
      const hub = await startHubHere(envOf(url))
      const [ready, home] = await Promise.all([fetch(`${hub.url}/health/ready`), fetch(hub.url)])
      await hub.end()
      expect([ready.status, home.status]).toEqual([200, 200])
    })
  })

  test('is migrated by entrepot migrate, which lists the migrations of all modules in their order', async () => {
    await withCopy(name, async (url) => {
      const { code, stdout } = await runEntrepot(['migrate', '--json'], envOf(url))
      const rows = stdout.split('\n').filter(Boolean)
      const applied = rows.map((row) => JSON.parse(row) as { schema: string; migration: string })
      expect(code).toBe(0)
      const order = (await knownSchemas()).map(({ schema }) => schema)
      expect(order).toEqual(['marketplace', 'hub', 'oauth'])
      const schemas = applied.map(({ schema }) => order.indexOf(schema))
      expect(schemas).toEqual(schemas.toSorted())
      expect(new Set(schemas)).toEqual(new Set([0, 1, 2]))
      expect((await runEntrepot(['members', 'list'], envOf(url))).code).toBe(0)
    })
  })
})

describe('a database from before 0.1.0', () => {
  const before = 'before-0.1.0.backup'
  const records = sql`select set_name || number || name || checksum as record from entrepot.migrations
    union all select number || name from oauth.migrations order by 1`
  /** The records of migrations, and the tables without them. */
  const stateOf = async (database: Database) => {
    const schemas = SCHEMAS.filter((schema) => schema !== 'entrepot')
    const tables = await Promise.all(schemas.map((schema) => describeSchema(database, schema)))
    return { tables, records: await query<{ record: string }>(database, records) }
  }

  test('is adopted as it stands by hubs that start at once, and has the tables of a new one then', async () => {
    await withCopy(before, async (url) => {
      const database = await openDatabase({ url })
      onTestFinished(async () => await closeDatabase(database, 1_000))
      const fresh = await createTestDatabase()
      onTestFinished(async () => await fresh.drop())
      const created = await migrateHub(fresh.database)
      const hubs = await Promise.all([1, 2, 3].map(async () => await migrateHub(database)))
      const namesOf = (applied: typeof created) => applied.map(({ migration }) => migration).sort()
      expect(namesOf(hubs.flat())).toEqual(namesOf(created))
      expect(await stateOf(database)).toEqual(await stateOf(fresh.database))
    })
  })

  test.each([
    ['marketplace', 'entrepot', "set_name = 'marketplace' and number = 27"],
    ['hub', 'entrepot', "set_name = 'hub' and number = 6"],
    ['oauth', 'oauth', 'number = 9'],
  ])(
    'that lacks a migration of %s is refused before anything is touched, with the commit to start it with',
    async (_module, schema, condition) => {
      const copy = await copyOf(before)
      onTestFinished(async () => await copy.drop())
      await copy.database.query(`delete from ${schema}.migrations where ${condition}`)
      const earlierState = await stateOf(copy.database)
      for (const command of [['migrate'], ['start'], ['members', 'list']]) {
        const { code, stderr } = await runEntrepot(command, envOf(copy.url))
        expect([command, code === 0]).toEqual([command, false])
        expect(stderr).toContain('commit 19317719348293ec82e36267524f2affc49792e4')
        expect(stderr).toContain('(DATABASE_MIGRATION_OLD)')
      }
      expect(await stateOf(copy.database)).toEqual(earlierState)
    },
  )
})

describe('the oldest database', () => {
  test('has an example of every command that writes', () => {
    expect(leavesOf(createProgram(process)).sort()).toEqual(
      [...Object.keys(WRITES), ...OTHERS].sort(),
    )
  })

  test.each(Object.entries(WRITES))(
    'is migrated by %s, which then works',
    async (command, args) => {
      await withCopy('before-0.1.0-people.backup', async (url) => {
        const given = args.map((one) => one.replace('$folder', folder))
        const { code, stderr } = await runEntrepot([...command.split(' '), ...given], envOf(url))
        const refusal = REFUSED[command]
        if (refusal === undefined) expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
        else expect(stderr).toContain(`(${refusal})`)
      })
    },
  )
})

/** The names of all commands without subcommands. */
function leavesOf({ commands }: Pick<EntrepotCommand, 'commands'>): string[] {
  return commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : leavesOf(command as EntrepotCommand).map((name) => `${command.name()} ${name}`),
  )
}
