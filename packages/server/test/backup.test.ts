import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  type Database,
  execute,
  openDatabase,
  query,
  queryFirst,
  raw,
  sql,
  transaction,
} from '@entrepot/database'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { FrameWriter } from '../src/operations/backup/frames.ts'
import { inOrder, listTables, readRecords } from '../src/operations/backup/store.ts'
import { type LocalHub, runEntrepot, startHubHere } from '../src/testing.ts'

/**
 * Keys of the database in fixtures/releases/before-0.1.0.backup: four orders of which three are acknowledged, a shipment, a cancellation,
 * and two channels that have polled, with all migrations before 0.1.0.
 */
const EARLIER = {
  merchantKey: 'ent_m1_5geJg_quBOj3ogmDFwuoUVNOL1CbOr8y0df5GQ-Pr5k',
  channelKey: 'ent_c1_rBt1MjePx63PbtxdBoOXQsvh1bfhrtL4LxEd4M7Ts7c',
}

let folder: string
let store: TestDatabase
let hub: LocalHub
let file: string
/** Checksums of the rows that the backup has. */
let rows: Readonly<Record<string, string>>
/** The rows that `backup --json` has printed. */
let sums: readonly { table: string; rows: number; sha256: string }[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-backup-'))
  store = await createTestDatabase()
  // With sign-in, so that the tables of @entrepot/oauth exist.
  hub = await startHubHere({ DATABASE_URL: store.url, ENTREPOT_DATA: join(folder, 'first') })
  for (const number of ['1', '2', '3']) await sendOrder(hub, `ORDER-${number}`)
  await call(hub, '/v2/products/data', hub.channels[0]?.key)
  await execute(store.database, sql`update marketplace.products set description = ${TEXT}`)
  file = join(folder, 'hub.backup')
  // The hub writes by itself, too. What it wrote during or after the backup is not part of it, so the backup is made again.
  for (;;) {
    rows = await digest(store.database)
    sums = await backUp()
    if (isDeepStrictEqual(await digest(store.database), rows)) break
  }
})
afterAll(async () => {
  await hub.end()
  await store.drop()
  await rm(folder, { recursive: true, force: true })
})

async function backUp(): Promise<typeof sums> {
  await rm(file, { force: true })
  const { code, stdout, stderr } = await runEntrepot(['backup', file, '--json'], {
    DATABASE_URL: store.url,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const call = async ({ url }: LocalHub, path: string, key: string | undefined, body?: unknown) =>
  await fetch(`${url}${path}`, {
    headers: {
      'x-api-key': key ?? '',
      'content-type': 'application/json',
      'request-id': 'backup.test',
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })

/** With characters that the text format of `COPY` escapes. */
const TEXT = 'a\t\\N "\\." \u2028 é\r\n\\.\nb'

async function sendOrder(
  to: LocalHub,
  reference: string,
  keys: readonly { readonly key: string }[] = hub.channels,
): Promise<number> {
  const line = {
    ChannelReference: '1',
    MerchantProductReference: 'MUG-RED',
    Quantity: 1,
    UnitPriceInclVat: 9.95,
  }
  const answer = await call(to, '/v2/orders', keys[0]?.key, {
    ChannelReference: reference,
    Email: 'ann@example.com',
    CurrencyCode: 'EUR',
    ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam' },
    Lines: [line],
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { Id: number }).Id
}

/** A checksum of all rows of each table. */
async function digest(database: Database): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {}
  for (const { name } of await listTables(database)) {
    // It says where the log was written, so a restore changes it.
    if (name.includes('event_log')) continue
    const rows = await query<{ row: string }>(
      database,
      sql`select t::text as row from ${raw(name)} t order by t::text collate "C"`,
    )
    digests[name] = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  }
  return digests
}

const emptyDatabase = async () => {
  const empty = await createTestDatabase()
  // A restore takes a session with the name of the hub for a hub.
  const database = await openDatabase({ url: empty.url, applicationName: 'test' })
  onTestFinished(async () => {
    await database.end()
    await empty.drop()
  })
  return { url: empty.url, database }
}

const restore = async (url: string, ...args: readonly string[]) =>
  await runEntrepot(['restore', ...args], { DATABASE_URL: url })

describe('a backup of a running hub', () => {
  test('restores into an empty database with the same rows, and a second hub gives the same answers', async () => {
    const target = await emptyDatabase()
    const { code, stdout } = await restore(target.url, file)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\[1\/\d+\] .*: \d+ rows restored\n/)
    expect(stdout).toMatch(/\nThe database is restored: \d+ rows in \d+ tables\.\n$/)
    expect(await digest(target.database)).toEqual(rows)
    // The ids of events continue far above those that anybody can have seen; see decision 28.
    const lastEvent = async () => {
      const row = await queryFirst<{ last: string }>(
        target.database,
        sql`select last_value::text as last from marketplace.event_ids`,
      )
      return Math.floor(Number(row?.last) / 1e12)
    }
    expect(await lastEvent()).toBe(1)
    const second = await startHubHere({
      DATABASE_URL: target.url,
      ENTREPOT_DATA: join(folder, 'second'),
    })
    onTestFinished(async () => void (await second.end()))
    const paths = [
      '/v2/orders/new',
      '/v2/products/MUG',
      '/v2/orders?channelReference=ORDER-1',
      '/v2/products/MUG-RED',
    ]
    for (const path of paths) {
      const [one, other] = await Promise.all(
        [hub, second].map(async (each) => {
          const answer = await call(each, path, hub.merchantKey ?? '')
          return { status: answer.status, body: await answer.text() }
        }),
      )
      expect(other).toEqual(one)
    }
    // Ids continue where the backup ended, and the channel gets its products once more, since nothing was acknowledged.
    expect(await sendOrder(second, 'NEXT')).toBe(4)
    expect(await lastEvent()).toBe(1)
    expect((await call(second, '/v2/products/data', hub.channels[0]?.key)).status).toBe(200)
  })

  test('is a compressed file for its owner only, and lists each table with its rows', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    const orders = sums.find(({ table }) => table === 'marketplace.orders')
    expect(orders).toMatchObject({ rows: 3, sha256: expect.stringMatching(/^[\da-f]{64}$/) })
    expect(sums.map(({ table }) => table.split('.')[0])).toEqual(
      expect.arrayContaining(['entrepot', 'hub', 'marketplace', 'oauth']),
    )
    expect(sums).toHaveLength((await listTables(store.database)).length)
  })

  test('is one snapshot: of an order that is stored meanwhile it has all rows or none', async () => {
    let isWriting = true
    const writing = (async () => {
      for (let number = 0; isWriting; number++) await sendOrder(hub, `BUSY-${number}`)
    })()
    const path = join(folder, 'busy.backup')
    const { code } = await runEntrepot(['backup', path], { DATABASE_URL: store.url })
    isWriting = false
    await writing
    expect(code).toBe(0)
    const target = await emptyDatabase()
    expect((await restore(target.url, path)).code).toBe(0)
    const counts = await queryFirst(
      target.database,
      sql`select (select count(*) from marketplace.orders) as orders, (select count(*) from marketplace.order_lines) as lines`,
    )
    expect(counts?.orders).toBe(counts?.lines)
  })

  test('does not overwrite a file', async () => {
    const { code, stderr } = await runEntrepot(['backup', file], { DATABASE_URL: store.url })
    expect(code).toBe(1)
    expect(stderr).toMatch(/hub\.backup exists\. .*\n\(BACKUP_FILE\)\n$/)
  })

  test('is whole if two are written into one file at once: the second learns that the file exists', async () => {
    const same = join(folder, 'same.backup')
    const both = await Promise.all(
      [1, 2].map(async () => await runEntrepot(['backup', same], { DATABASE_URL: store.url })),
    )
    const [done, refused] = both.toSorted((a, b) => Number(a.code) - Number(b.code))
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(refused?.code).toBe(1)
    expect(refused?.stderr).toMatch(/same\.backup exists\. .*\n\(BACKUP_FILE\)\n$/)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    const target = await emptyDatabase()
    expect((await restore(target.url, same)).code).toBe(0)
  })
})

test.skipIf(!existsSync('/dev/full'))(
  'a backup ends with the reason if the disk is full, and leaves nothing behind',
  async () => {
    const { url, database } = await emptyDatabase()
    expect((await restore(url, file)).code).toBe(0)
    // More than the connection and the compression keep.
    await execute(
      database,
      sql`
      create table marketplace.large as
        select md5(n::text) || md5((-n)::text) as text from generate_series(1, 300000) n`,
    )
    const full = join(folder, 'full')
    await mkdir(full)
    const args = ['backup', join(full, 'hub.backup')]
    // The backup waits for the table, while its draft is replaced by a full disk.
    const { code, stderr } = await transaction(database, async (tx) => {
      await execute(tx, sql`lock table marketplace.large in access exclusive mode`)
      const running = runEntrepot(args, { DATABASE_URL: url })
      await expect.poll(async () => await readdir(full)).toHaveLength(1)
      const draft = join(full, (await readdir(full))[0] ?? '')
      await rm(draft)
      await symlink('/dev/full', draft)
      return { running }
    }).then(async ({ running }) => await running)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/cannot be written \(ENOSPC\).*\n\(BACKUP_FILE\)\n$/),
    ])
    expect(await readdir(full)).toEqual([])
  },
)

describe('a restore', () => {
  test('replaces tables only if told to, and then all of them', async () => {
    const target = await emptyDatabase()
    expect((await restore(target.url, file)).code).toBe(0)
    await execute(target.database, sql`delete from marketplace.order_lines`)
    const changed = await digest(target.database)
    const refused = await restore(target.url, file)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('(BACKUP_NOT_EMPTY)')
    expect(await digest(target.database)).toEqual(changed)
    expect((await restore(target.url, file, '--replace')).code).toBe(0)
    const { rows } = sums.find(({ table }) => table === 'marketplace.order_lines') ?? {}
    const count = await queryFirst(
      target.database,
      sql`select count(*)::int as rows from marketplace.order_lines`,
    )
    expect(count?.rows).toBe(rows)
  })

  test('is refused while a hub uses the database', async () => {
    // The hub itself writes to other tables meanwhile.
    const ordersOf = async () =>
      await query(store.database, sql`select * from marketplace.orders order by order_id`)
    const before = await ordersOf()
    const { code, stderr } = await restore(store.url, file, '--replace')
    expect(code).toBe(1)
    expect(stderr).toContain('Stop all hubs')
    expect(stderr).toContain('(BACKUP_IN_USE)')
    expect(await ordersOf()).toEqual(before)
  })

  test('refuses a damaged file, and changes nothing', async () => {
    const target = await emptyDatabase()
    const bytes = await readFile(file)
    const plain = gunzipSync(bytes)
    const at = (index: number) => {
      const copy = Buffer.from(plain)
      copy[index] = (copy[index] ?? 0) ^ 1
      return gzipSync(copy)
    }
    const flipped = Buffer.from(bytes)
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1
    const damages = {
      empty: Buffer.alloc(0),
      text: Buffer.from('select 1'),
      cut: bytes.subarray(0, bytes.length >> 1),
      flipped,
      'cut inside': gzipSync(plain.subarray(0, plain.length - 40)),
      longer: gzipSync(Buffer.concat([plain, Buffer.from('x')])),
      'changed at the start': at(20),
      'changed in the middle': at(plain.length >> 1),
      'changed at the end': at(plain.length - 1),
      'without tables': gzipSync(new FrameWriter().end()),
    }
    for (const [name, content] of Object.entries(damages)) {
      const path = join(folder, 'damaged.backup')
      await writeFile(path, content)
      const { code, stderr } = await restore(target.url, path)
      expect([name, code, stderr]).toEqual([
        name,
        1,
        expect.stringMatching(/\(BACKUP_DAMAGED\)\n$/),
      ])
    }
    expect(await listTables(target.database)).toEqual([])
  })

  test('refuses a backup of a newer hub, a missing file, and a table that is not one of the hub', async () => {
    const target = await emptyDatabase()
    const sums = [{ table: 'marketplace.x; drop table y', rows: 0, sha256: '' }]
    const write = async (header: object) => {
      const frames = new FrameWriter()
      const parts = [
        frames.json('header', {
          format: 1,
          version: '9.0.0',
          migrations: {},
          oauth: 0,
          tables: [],
          sequences: [],
          ...header,
        }),
        frames.json('table', { table: sums[0]?.table }),
        frames.json('sums', sums),
        frames.end(),
      ]
      const path = join(folder, 'odd.backup')
      await writeFile(path, gzipSync(Buffer.concat(parts)))
      return await restore(target.url, path)
    }
    const later = { name: '9999-from-the-future', checksum: '' }
    const hubRecords = [...(await readRecords(store.database, 'hub')), later]
    for (const header of [{ format: 2 }, { oauth: 9_999 }, { migrations: { hub: hubRecords } }]) {
      const { code, stderr } = await write(header)
      expect(code).toBe(1)
      expect(stderr).toContain('Version 9.0.0 of the hub wrote this backup')
      expect(stderr).toContain('(BACKUP_NEWER)')
    }
    expect((await write({ tables: [{ name: sums[0]?.table, columns: [] }] })).stderr).toContain(
      '(DATABASE_MIGRATION_CHANGED)',
    )
    expect((await restore(target.url, join(folder, 'none'))).stderr).toContain('(BACKUP_FILE)')
    expect(await listTables(target.database)).toEqual([])
  })
})

test('tables are loaded after those that they refer to', () => {
  const tables = [
    { name: 'a', needs: ['c'] },
    { name: 'b', needs: ['a', 'c'] },
    { name: 'c', needs: [] },
  ]
  expect(inOrder(tables).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  expect(() =>
    inOrder([
      { name: 'a', needs: ['b'] },
      { name: 'b', needs: ['a'] },
    ]),
  ).toThrow('cycle')
})

describe('a database of an earlier release', () => {
  test('is refused if it is older than all that this version knows, and nothing is replaced', async () => {
    const path = new URL('./fixtures/too-old.backup', import.meta.url).pathname
    const target = await emptyDatabase()
    for (const args of [[], ['--replace']]) {
      const { code, stderr } = await runEntrepot(['restore', path, ...args], {
        DATABASE_URL: target.url,
      })
      expect(code).toBe(1)
      expect(stderr).toContain('10 of the 27 migrations')
      expect(stderr).toContain('commit 19317719348293ec82e36267524f2affc49792e4')
      expect(stderr).toContain('(BACKUP_OLDER)')
    }
    expect(await listTables(target.database)).toEqual([])
  })

  test('is restored, migrated, and answers as before', async () => {
    const target = await emptyDatabase()
    const { merchantKey, channelKey } = EARLIER
    const path = new URL('./fixtures/releases/before-0.1.0.backup', import.meta.url).pathname
    expect((await restore(target.url, path)).code).toBe(0)
    const before = await readRecords(target.database, 'marketplace')
    expect(before.at(-1)?.name).toBe('0027-idempotency-effects')
    const later = await startHubHere({
      DATABASE_URL: target.url,
      ENTREPOT_DATA: join(folder, 'later'),
    })
    onTestFinished(async () => void (await later.end()))
    const after = await readRecords(target.database, 'marketplace')
    expect(after[0]?.name).toBe('0001-baseline')
    expect(after.map(({ name }) => name)).not.toContain('0027-idempotency-effects')
    const read = async (path: string, key: string) => await (await call(later, path, key)).json()
    const orders = [1, 2, 3].map((number) => read(`/v2/orders/SHOP-${number}`, merchantKey))
    expect(await Promise.all(orders)).toMatchObject([
      { Id: 1, ChannelReference: 'OLD-1', Status: 'SHIPPED', Email: 'ann@example.com' },
      { Id: 2, ChannelReference: 'OLD-2', Status: 'IN_PROGRESS' },
      { Id: 3, ChannelReference: 'OLD-3', Status: 'IN_PROGRESS' },
    ])
    expect(await read('/v2/orders/new', merchantKey)).toMatchObject([{ ChannelReference: 'OLD-4' }])
    expect(await read('/v2/products/MUG', merchantKey)).toMatchObject({ IsActive: true })
    expect(await sendOrder(later, 'AFTER-UPGRADE', [{ key: channelKey }])).toBe(5)
    // What the channel has not acknowledged is sent again.
    const { ToBeCreated } = (await read('/v2/products/data', channelKey)) as {
      ToBeCreated: object[]
    }
    expect(ToBeCreated.length).toBeGreaterThan(0)
  })
})
