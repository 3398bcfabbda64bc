import { AsyncLocalStorage } from 'node:async_hooks'
import { createBatcher } from '@entrepot/batch'
import { failureOf } from '@entrepot/test-support/outcomes'
import { createTestDatabase, runSql, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  copyIn,
  copyOut,
  execute,
  executeScript,
  executeText,
  isRehearsing,
  isUniqueViolation,
  outsideRehearsal,
  query,
  queryOne,
  rehearse,
  sql,
  type Transaction,
  transaction,
} from '../src/index.ts'

let store: TestDatabase
let database: TestDatabase['database']

beforeAll(async () => {
  store = await createTestDatabase({ maxConnections: 8 })
  database = store.database
  await executeScript(database, 'create table t (id int primary key, value int not null default 0)')
})

beforeEach(async () => {
  await execute(database, sql`truncate t`)
  await execute(database, sql`insert into t values (1, 10), (2, 20)`)
})

afterAll(() => store.drop())

const rows = () =>
  query<{ id: number; value: number }>(database, sql`select id, value from t order by id`)

const INITIAL = [
  { id: 1, value: 10 },
  { id: 2, value: 20 },
]

const add = (id: number, connection: Transaction | typeof database = database) =>
  execute(connection, sql`insert into t values (${id})`)

test('the work sees its changes, nobody else does, and afterwards they are gone', async () => {
  const seen = await rehearse(database, async () => {
    await add(3)
    await transaction(database, async (tx) => {
      await execute(tx, sql`update t set value = 7 where id = 1`)
    })
    expect(await outsideRehearsal(rows)).toEqual(INITIAL)
    return await rows()
  })
  expect(seen.map(({ value }) => value)).toEqual([7, 20, 0])
  expect(await rows()).toEqual(INITIAL)
})

test('the error of the work is thrown unchanged, and everything is undone', async () => {
  const refusal = new Error('out of stock')
  const run = rehearse(database, async () => {
    await add(3)
    throw refusal
  })
  expect(await failureOf(run)).toBe(refusal)
  expect(await rows()).toEqual(INITIAL)
})

test('a statement that fails leaves the rest of the rehearsal intact', async () => {
  await rehearse(database, async () => {
    await add(3)
    expect(isUniqueViolation(await failureOf(add(3)))).toBe(true)
    await add(4)
    expect((await rows()).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })
})

test('a transaction that fails is rolled back alone, and its callbacks are never called', async () => {
  const called = vi.fn()
  await rehearse(database, async () => {
    const failing = transaction(database, async (tx) => {
      await add(3, tx)
      tx.afterCommit(called)
      await add(1, tx)
    })
    expect(isUniqueViolation(await failureOf(failing))).toBe(true)
    await transaction(database, async (tx) => {
      await add(4, tx)
      tx.afterCommit(called)
    })
    expect((await rows()).map(({ id }) => id)).toEqual([1, 2, 4])
  })
  await new Promise(setImmediate)
  expect(called).not.toHaveBeenCalled()
})

test('a transaction that takes no notice of a failed statement is not committed', async () => {
  await rehearse(database, async () => {
    const careless = transaction(database, async (tx) => {
      await add(3, tx)
      await add(1, tx).catch(() => {})
      return 'fine'
    })
    expect(isUniqueViolation(await failureOf(careless))).toBe(true)
    expect(await rows()).toEqual(INITIAL)
  })
})

test('statements that a transaction sends to the pool belong to it, in any depth', async () => {
  await rehearse(database, async () => {
    const outer = transaction(database, async (tx) => {
      await add(3, tx)
      await add(4)
      await transaction(database, async (inner) => {
        await Promise.all([add(5, inner), add(6), add(7, tx)])
      })
      expect(await rows()).toHaveLength(7)
      throw new Error('undo')
    })
    await failureOf(outer)
    expect(await rows()).toEqual(INITIAL)
  })
})

test('statements and transactions that run at once do not wait for each other for ever', async () => {
  await rehearse(database, async () => {
    const ids = Array.from({ length: 30 }, (_, n) => n + 10)
    await Promise.all(
      ids.map((id) =>
        id % 3 === 0
          ? transaction(database, async (tx) => {
              await Promise.all([add(id, tx), add(id + 100)])
              if (id % 2 === 0) throw new Error('undo')
            }).catch(() => {})
          : add(id),
      ),
    )
    const found = new Set((await rows()).map(({ id }) => id))
    for (const id of ids) {
      const isKept = id % 3 !== 0 || id % 2 !== 0
      expect([id, found.has(id)]).toEqual([id, isKept])
      if (id % 3 === 0) expect(found.has(id + 100)).toBe(isKept)
    }
  })
  expect(await rows()).toEqual(INITIAL)
})

test('rehearsals for the same run one after the other, and those for others meanwhile', async () => {
  const { promise: go, resolve } = Promise.withResolvers<void>()
  const ended: string[] = []
  const first = rehearse(database, async () => await go, { key: 'one' })
  const second = rehearse(database, async () => ended.push('second'), { key: 'one' })
  await rehearse(database, async () => ended.push('other'), { key: 'other' })
  expect(ended).toEqual(['other'])
  resolve()
  await Promise.all([first, second])
  expect(ended).toEqual(['other', 'second'])
})

test('a transaction of a rehearsal that ends refuses further statements', async () => {
  await rehearse(database, async () => {
    const late = await transaction(database, async (tx) => tx)
    await expect(query(late, sql`select 1`)).rejects.toThrow('has ended')
  })
})

test('code that a rehearsal has left behind is refused, so that nothing takes effect', async () => {
  const { promise: go, resolve } = Promise.withResolvers<void>()
  let late: Promise<unknown> | undefined
  let lateTransaction: Promise<unknown> | undefined
  await rehearse(database, async () => {
    late = go.then(() => add(3))
    lateTransaction = go.then(() => transaction(database, (tx) => add(4, tx)))
  })
  resolve()
  for (const one of [late, lateTransaction]) {
    expect(await failureOf(one as Promise<unknown>)).toMatchObject({
      code: 'DATABASE_REHEARSAL_ENDED',
    })
  }
  expect(await rows()).toEqual(INITIAL)
})

test('a rehearsal within a rehearsal is refused, and the outer one goes on', async () => {
  await rehearse(database, async () => {
    const nested = rehearse(database, async () => {})
    expect(await failureOf(nested)).toMatchObject({ code: 'DATABASE_REHEARSAL_REFUSED' })
    await add(3)
  })
  expect(isRehearsing()).toBe(false)
})

test.each([
  'commit',
  'rollback',
  '  -- a comment\n COMMIT',
  '/* begin */ end',
  'begin',
  'start transaction',
  "prepare transaction 'x'",
  'abort',
  'rollback and chain',
  'insert into t values (9); commit',
])('%j cannot end a rehearsal', async (text) => {
  await rehearse(database, async () => {
    await add(3)
    await failureOf(executeText(database, text))
    await failureOf(executeScript(database, text))
    await failureOf(transaction(database, (tx) => executeText(tx, text)))
    expect(await rows()).toHaveLength(3)
  })
  expect(await rows()).toEqual(INITIAL)
})

test('savepoints of the work stay its own', async () => {
  await rehearse(database, async () => {
    await transaction(database, async (tx) => {
      await executeText(tx, 'savepoint own')
      await failureOf(add(1, tx))
      await executeText(tx, 'rollback to savepoint own')
      await add(3, tx)
    })
    expect(await rows()).toHaveLength(3)
  })
})

test('rows are copied in and out within a rehearsal', async () => {
  await rehearse(database, async () => {
    await transaction(database, async (tx) => {
      const lines = async function* () {
        yield Buffer.from('3\t30\n4\t40\n')
      }
      expect(await copyIn(tx, 'copy t from stdin', lines())).toBe(2)
      const chunks: Buffer[] = []
      await copyOut(tx, 'copy t to stdout', async (chunk) => void chunks.push(chunk))
      expect(Buffer.concat(chunks).toString()).toBe('1\t10\n2\t20\n3\t30\n4\t40\n')
    })
  })
  expect(await rows()).toEqual(INITIAL)
})

test('notifications and settings of a rehearsal are undone', async () => {
  await rehearse(database, async () => {
    await query(database, sql`select set_config('application_name', 'rehearsed', false)`)
  })
  const names = await Promise.all(
    Array.from({ length: 8 }, () =>
      queryOne<{ name: string }>(database, sql`select current_setting('application_name') as name`),
    ),
  )
  expect(names.map(({ name }) => name)).not.toContain('rehearsed')
})

test('two rehearsals and writers at the same time see only what is theirs', async () => {
  const seen = await Promise.all([
    ...[31, 32].map((id) =>
      rehearse(database, async () => {
        await add(id)
        return (await rows()).map((row) => row.id).filter((one) => one === 31 || one === 32)
      }),
    ),
    ...[41, 42, 43].map(async (id) => {
      await transaction(database, (tx) => add(id, tx))
      return []
    }),
  ])
  expect(seen.slice(0, 2)).toEqual([[31], [32]])
  expect((await rows()).map(({ id }) => id)).toEqual([1, 2, 41, 42, 43])
})

test('a writer waits for a row that a rehearsal has changed, and then writes', async () => {
  const changed = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  const run = rehearse(database, async () => {
    await execute(database, sql`update t set value = value + 1 where id = 1`)
    changed.resolve()
    await waiting.promise
  })
  await changed.promise
  const write = execute(database, sql`update t set value = value * 2 where id = 1`)
  await vi.waitFor(async () => {
    const [row] = await runSql(
      store.url,
      'select count(*)::int as n from pg_locks where not granted',
    )
    expect(row).toEqual({ n: 1 })
  })
  waiting.resolve()
  await Promise.all([run, write])
  expect((await rows())[0]).toEqual({ id: 1, value: 20 })
})

test('rehearsals that lock the same rows in another order are both done, also where their work catches errors', async () => {
  const bothHold = Promise.withResolvers<void>()
  const runs = { 1: 0, 2: 0 }
  const held = new Set<number>()
  const lockBoth = async (first: 1 | 2, second: 1 | 2) => {
    runs[first] += 1
    await execute(database, sql`update t set value = value + 1 where id = ${first}`)
    held.add(first)
    if (held.size === 2) bothHold.resolve()
    await bothHold.promise
    await transaction(database, async (tx) => {
      await execute(tx, sql`update t set value = value + 1 where id = ${second}`)
    }).catch(() => {})
    return await rows()
  }
  const seen = await Promise.all([
    rehearse(database, async () => await lockBoth(1, 2)),
    rehearse(database, async () => await lockBoth(2, 1)),
  ])
  const changed = [
    { id: 1, value: 11 },
    { id: 2, value: 21 },
  ]
  expect(seen).toEqual([changed, changed])
  expect(runs[1] + runs[2]).toBeGreaterThan(2)
  expect(await rows()).toEqual(INITIAL)
})

test('a rehearsal that takes too long is undone, also while a statement runs', async () => {
  const begun = performance.now()
  const run = rehearse(
    database,
    async () => {
      await add(3)
      await query(database, sql`select pg_sleep(20)`)
    },
    { limit: 300 },
  )
  expect(await failureOf(run)).toMatchObject({ code: 'DATABASE_REHEARSAL_ENDED' })
  await execute(database, sql`insert into t values (3)`)
  expect(performance.now() - begun).toBeLessThan(15_000)
})

test('a rehearsal whose work never ends is undone, and its later statements are refused', async () => {
  const { promise: go, resolve } = Promise.withResolvers<void>()
  let late: Promise<unknown> | undefined
  const run = rehearse(
    database,
    async () => {
      await transaction(database, async (tx) => {
        late = go.then(() => add(3, tx))
        await go
      })
    },
    { limit: 100 },
  )
  expect(await failureOf(run)).toMatchObject({ code: 'DATABASE_REHEARSAL_ENDED' })
  resolve()
  await failureOf(late as Promise<unknown>)
  expect(await rows()).toEqual(INITIAL)
})

test('a rehearsal whose connection is killed fails, says that nothing was changed, and the pool works on', async () => {
  for (const inside of [true, false]) {
    const run = rehearse(database, async () => {
      await add(3)
      const { pid } = await queryOne<{ pid: number }>(database, sql`select pg_backend_pid() as pid`)
      const kill = () => runSql(store.url, `select pg_terminate_backend(${pid}, 5000)`)
      if (inside)
        await transaction(database, async (tx) => {
          await Promise.all([query(tx, sql`select pg_sleep(20)`), kill()])
        })
      else await kill()
      await add(4)
    })
    const error = await failureOf(run)
    expect(error).toMatchObject({ code: 'DATABASE_CONNECTION_LOST' })
    expect(error.message).toContain('Nothing was changed')
  }
  expect(await rows()).toEqual(INITIAL)
})

test('a table that was changed by others in the meantime is read without its old plan', async () => {
  await executeScript(database, 'create table changing (a int)')
  const read = () => query(database, sql`select * from changing`)
  await Promise.all(Array.from({ length: 8 }, read))
  await rehearse(database, async () => {
    expect(await read()).toEqual([])
    await executeText(database, 'alter table changing add column b int default 1')
    await execute(database, sql`insert into changing values (1)`)
    expect(await read()).toEqual([{ a: 1, b: 1 }])
    const inside = await transaction(database, (tx) => query(tx, sql`select * from changing`))
    expect(inside).toEqual([{ a: 1, b: 1 }])
  })
  expect(await read()).toEqual([])
})

test('calls of a batcher run alone in a rehearsal, and never in that of another', async () => {
  const request = new AsyncLocalStorage<string>()
  const batches: { items: readonly number[]; who: string | undefined; rehearses: boolean }[] = []
  const submit = createBatcher(async (items: readonly number[]) => {
    batches.push({ items, who: request.getStore(), rehearses: isRehearsing() })
    for (const id of items) await add(id)
    return items
  })
  await Promise.all([
    request.run('rehearsal', () =>
      rehearse(database, async () => {
        await Promise.all([submit(51), submit(52)])
        expect((await rows()).map(({ id }) => id)).toEqual(expect.arrayContaining([51, 52]))
      }),
    ),
    request.run('real', async () => await Promise.all([submit(61), submit(62)])),
  ])
  expect(
    batches.filter(({ rehearses }) => rehearses).map(({ items, who }) => [items, who]),
  ).toEqual([
    [[51], 'rehearsal'],
    [[52], 'rehearsal'],
  ])
  expect((await rows()).map(({ id }) => id)).toEqual([1, 2, 61, 62])
})

test('more rehearsals than the pool has connections wait for each other, and leave some for others', async () => {
  let most = 0
  let running = 0
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      rehearse(database, async () => {
        running += 1
        most = Math.max(most, running)
        await add(3)
        await outsideRehearsal(() => query(database, sql`select 1`))
        running -= 1
        return n
      }),
    ),
  )
  expect(results).toHaveLength(20)
  expect(most).toBeLessThanOrEqual(2)
})
