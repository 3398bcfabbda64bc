import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  copyIn,
  copyOut,
  execute,
  executeText,
  isUniqueViolation,
  query,
  queryOne,
  sql,
  type Transaction,
  transaction,
} from '../src/index.ts'

let testDatabase: TestDatabase

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  await execute(
    testDatabase.database,
    sql`create table counters (id int primary key, value int not null)`,
  )
})

beforeEach(async () => {
  await execute(testDatabase.database, sql`truncate counters`)
  await execute(testDatabase.database, sql`insert into counters values (1, 0), (2, 0)`)
})

afterAll(() => testDatabase.drop())

async function values(): Promise<number[]> {
  const rows = await query<{ value: number }>(
    testDatabase.database,
    sql`
    select value from counters order by id`,
  )
  return rows.map((row) => row.value)
}

/** Resolves for everybody once `count` have arrived: lets transactions meet at a point. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived >= count) resolve()
    return promise
  }
}

test('work that succeeds is committed, and its result is returned', async () => {
  const value = await transaction(testDatabase.database, async (tx) => {
    await execute(tx, sql`update counters set value = 7 where id = 1`)
    return 'done'
  })
  expect(value).toBe('done')
  expect(await values()).toEqual([7, 0])
})

test('work that fails is rolled back, and its error is thrown unchanged', async () => {
  const refusal = new Error('out of stock')
  const run = transaction(testDatabase.database, async (tx) => {
    await execute(tx, sql`update counters set value = 7`)
    throw refusal
  })
  await expect(run).rejects.toBe(refusal)
  expect(await values()).toEqual([0, 0])
})

test('after a serialisation failure, the whole work runs again', async () => {
  const { database } = testDatabase
  const bothHaveRead = meeting(2)
  let runs = 0
  const increment = async (tx: Transaction) => {
    runs += 1
    const row = await queryOne<{ value: number }>(tx, sql`select value from counters where id = 1`)
    await bothHaveRead()
    await execute(tx, sql`update counters set value = ${row.value + 1} where id = 1`)
  }
  const options = { isolation: 'serializable' } as const
  await Promise.all([
    transaction(database, increment, options),
    transaction(database, increment, options),
  ])
  expect(runs).toBe(3)
  expect(await values()).toEqual([2, 0])
})

test('after a deadlock, one of the two transactions runs again', async () => {
  const { database } = testDatabase
  const bothHoldOne = meeting(2)
  let runs = 0
  const lockBoth = (first: number, second: number) => async (tx: Transaction) => {
    runs += 1
    await execute(tx, sql`update counters set value = value + 1 where id = ${first}`)
    await bothHoldOne()
    await execute(tx, sql`update counters set value = value + 1 where id = ${second}`)
  }
  await Promise.all([transaction(database, lockBoth(1, 2)), transaction(database, lockBoth(2, 1))])
  // The one that runs again may be back before the other has woken, and meet it once more.
  expect(runs).toBeGreaterThan(2)
  expect(await values()).toEqual([2, 2])
})

test('the number of attempts is limited, and the last error is thrown', async () => {
  let runs = 0
  const run = transaction(
    testDatabase.database,
    async (tx) => {
      runs += 1
      await execute(tx, sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
    },
    { attempts: 3 },
  )
  await expect(run).rejects.toMatchObject({ code: '40001' })
  expect(runs).toBe(3)
})

test('a unique violation is not retried, and can be identified by its constraint', async () => {
  let runs = 0
  const run = transaction(testDatabase.database, async (tx) => {
    runs += 1
    await execute(tx, sql`insert into counters values (1, 1)`)
  })
  const error = await run.catch((reason: unknown) => reason)
  expect(runs).toBe(1)
  expect(isUniqueViolation(error)).toBe(true)
  expect(isUniqueViolation(error, 'counters_pkey')).toBe(true)
  expect(isUniqueViolation(error, 'another_key')).toBe(false)
  expect(isUniqueViolation(new Error('23505'))).toBe(false)
})

test('work that ignores a failed statement is not treated as committed', async () => {
  const run = transaction(testDatabase.database, async (tx) => {
    await execute(tx, sql`update counters set value = 7 where id = 1`)
    await execute(tx, sql`insert into counters values (1, 1)`).catch(() => {})
  })
  await expect(run).rejects.toMatchObject({ code: '23505' })
  expect(await values()).toEqual([0, 0])
})

test('a copy leaves no timer that keeps the process running', async () => {
  const { database } = testDatabase
  const started = vi.spyOn(globalThis, 'setTimeout')
  const stopped = vi.spyOn(globalThis, 'clearTimeout')
  try {
    const copied: string[] = []
    await transaction(database, async (tx) => {
      async function* rows() {
        yield Buffer.from('3\t7\n')
      }
      expect(await copyIn(tx, 'copy counters from stdin', rows())).toBe(1)
      await copyOut(tx, 'copy counters to stdout', async (chunk) => {
        copied.push(chunk.toString())
      })
    })
    expect(copied.join('')).toContain('3\t7')
    const failed = transaction(database, async (tx) => {
      await copyOut(tx, 'copy missing to stdout', async () => {})
    })
    await expect(failed).rejects.toThrow('missing')
    const long = started.mock.results.filter((_, at) => started.mock.calls[at]?.[1] === 2 ** 31 - 1)
    expect(long).toHaveLength(3)
    const ended = new Set<unknown>(stopped.mock.calls.map(([timer]) => timer))
    expect(long.filter(({ value }) => !ended.has(value))).toEqual([])
  } finally {
    started.mockRestore()
    stopped.mockRestore()
  }
})

test('a script of a library that fails inside its own transaction does not leave it open for the next statement', async () => {
  const { database } = testDatabase
  const script = 'begin; update counters set value = 7; select 1 / 0; commit;'
  await expect(executeText(database, script)).rejects.toThrow('division by zero')
  expect(await values()).toEqual([0, 0])
  const several = await executeText(database, 'select 1 as a; select 2 as a')
  expect(several.rows).toEqual([{ a: 1 }, { a: 2 }])
  expect(await executeText(database, 'select $1::int as a', [3])).toEqual({ rows: [{ a: 3 }] })
})

describe('what is to happen after the commit', () => {
  test('happens once, in order, when the changes are visible and before the caller goes on', async () => {
    const { database } = testDatabase
    const seen: unknown[] = []
    let visible: Promise<number[]> | undefined
    await transaction(database, async (tx) => {
      await execute(tx, sql`update counters set value = 7 where id = 1`)
      tx.afterCommit(() => {
        visible = values()
      })
      tx.afterCommit(() => seen.push('callback'))
      expect(tx.database).toBe(database)
    })
    seen.push('caller')
    expect(seen).toEqual(['callback', 'caller'])
    expect(await visible).toEqual([7, 0])
  })

  test('does not happen after a rollback, and once if the work runs again', async () => {
    const { database } = testDatabase
    const happened: string[] = []
    const failing = transaction(database, async (tx) => {
      tx.afterCommit(() => happened.push('failed'))
      throw new Error('out of stock')
    })
    await expect(failing).rejects.toThrow('out of stock')
    const ignoring = transaction(database, async (tx) => {
      tx.afterCommit(() => happened.push('ignored'))
      await execute(tx, sql`insert into counters values (1, 1)`).catch(() => {})
    })
    await expect(ignoring).rejects.toMatchObject({ code: '23505' })
    let runs = 0
    await transaction(database, async (tx) => {
      runs += 1
      tx.afterCommit(() => happened.push(`run ${runs}`))
      if (runs === 1) {
        await execute(tx, sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
      }
    })
    expect(happened).toEqual(['run 2'])
  })

  test('is refused after the end of the transaction', async () => {
    const late = await transaction(testDatabase.database, async (tx) => tx)
    expect(() => late.afterCommit(() => {})).toThrow('has ended')
  })
})
