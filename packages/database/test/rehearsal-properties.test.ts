/** Random programs of statements, transactions and failures do the same in a rehearsal as for real, and leave nothing behind. */
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Connection,
  executeScript,
  isUniqueViolation,
  query,
  rehearse,
  sql,
  type Transaction,
  transaction,
} from '../src/index.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase({ maxConnections: 8 })
  await executeScript(
    store.database,
    'create table model (id int primary key, value int not null check (value >= 0))',
  )
})
afterAll(() => store.drop())

/** A step of a program. `ids` are few, so that many inserts violate the key. */
type Step =
  | { readonly kind: 'insert' | 'remove'; readonly id: number; readonly onPool: boolean }
  | { readonly kind: 'add'; readonly id: number; readonly by: number; readonly onPool: boolean }
  | { readonly kind: 'list' }
  | { readonly kind: 'transaction'; readonly steps: readonly Step[]; readonly fails: boolean }

/** Inside a transaction, statements of the pool would run on a connection of their own for real, so programs have none there. */
const { step } = fc.letrec<{ step: Step; steps: Step[] }>((tie) => ({
  step: fc.oneof(
    { maxDepth: 1, depthIdentifier: 'depth' },
    fc.record({
      kind: fc.constantFrom('insert' as const, 'remove' as const),
      ...{ id: fc.integer({ min: 1, max: 5 }), onPool: fc.boolean() },
    }),
    fc.record({
      kind: fc.constant('add' as const),
      ...{ id: fc.integer({ min: 1, max: 5 }), by: fc.integer({ min: -2, max: 2 }) },
      onPool: fc.boolean(),
    }),
    fc.constant({ kind: 'list' as const }),
    fc.record({
      kind: fc.constant('transaction' as const),
      steps: tie('steps'),
      fails: fc.boolean(),
    }),
  ),
  steps: fc.array(tie('step'), { maxLength: 5, depthIdentifier: 'depth' }),
}))

const program = fc.array(step, { maxLength: 8 })

type Note = string | readonly Note[]

const isViolation = (error: unknown) =>
  isUniqueViolation(error) || (error as { code?: string }).code === '23514'

/** Runs a program, and notes what each of its steps has answered. */
async function run(steps: readonly Step[], connection: Connection): Promise<readonly Note[]> {
  const notes: Note[] = []
  for (const one of steps) notes.push(await runStep(one, connection))
  return notes
}

async function runStep(one: Step, connection: Connection): Promise<Note> {
  if (one.kind === 'transaction') {
    let inner: readonly Note[] = []
    const work = async (tx: Transaction) => {
      inner = []
      for (const step of one.steps) {
        const note = await runStep(step, tx)
        inner = [...inner, note]
        // A failed statement aborts the transaction, as it does for real.
        if (note === 'violation') throw new Error('aborted')
      }
      if (one.fails) throw new Error('undo')
    }
    const end = await transaction(store.database, work).then(
      () => 'committed',
      (error: Error) => error.message,
    )
    return [end, ...inner]
  }
  try {
    return JSON.stringify(await query(connection, statementOf(one)))
  } catch (error) {
    if (isViolation(error)) return 'violation'
    throw error
  }
}

function statementOf(one: Exclude<Step, { kind: 'transaction' }>) {
  if (one.kind === 'list') return sql`select id, value from model order by id`
  const { id, kind } = one
  if (kind === 'insert') return sql`insert into model values (${id}, 1) returning id`
  if (one.kind !== 'add') return sql`delete from model where id = ${id} returning id`
  return sql`update model set value = value + ${one.by} where id = ${id} returning value`
}

/** Nested transactions have a connection of their own for real, where they wait for the locks of the outer one. */
const flat = (steps: readonly Step[]): readonly Step[] =>
  steps.map((one) =>
    one.kind === 'transaction'
      ? { ...one, steps: one.steps.filter(({ kind }) => kind !== 'transaction') }
      : one,
  )

const rows = async () =>
  JSON.stringify(await query(store.database, sql`select * from model order by id`))

test('a program does in a rehearsal what it does for real, twice, and leaves nothing behind', async () => {
  await fc.assert(
    fc.asyncProperty(program, async (steps) => {
      const { database } = store
      const before = await rows()
      const first = await rehearse(database, async () => {
        const notes = await run(flat(steps), database)
        return { notes, rows: await rows() }
      })
      expect(await rows()).toBe(before)
      const second = await rehearse(database, async () => await run(flat(steps), database))
      expect(second).toEqual(first.notes)
      expect(await run(flat(steps), database)).toEqual(first.notes)
      expect(await rows()).toBe(first.rows)
    }),
    { numRuns: 60 },
  )
})

test('programs that run at once within a rehearsal, nested to any depth, end and leave nothing behind', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(program, { minLength: 1, maxLength: 4 }), async (programs) => {
      const { database } = store
      const before = await rows()
      const result = await rehearse(database, async () => {
        const all = await Promise.all(programs.map((steps) => runParallel(steps)))
        return all.length
      })
      expect(result).toBe(programs.length)
      expect(await rows()).toBe(before)
    }),
    { numRuns: 60 },
  )
})

/** Sends all steps at once, also those of transactions, and those of the pool within them. */
async function runParallel(steps: readonly Step[], tx?: Transaction): Promise<void> {
  await Promise.allSettled(
    steps.map(async (one) => {
      if (one.kind === 'transaction') {
        await transaction(store.database, async (inner) => {
          await runParallel(one.steps, inner)
          if (one.fails) throw new Error('undo')
        })
        return
      }
      const isOnPool = tx === undefined || (one.kind !== 'list' && one.onPool)
      await query(isOnPool ? store.database : tx, statementOf(one))
    }),
  )
}

test('rehearsals, writers and readers at the same time do not see each other', async () => {
  const { database } = store
  await fc.assert(
    fc.asyncProperty(fc.array(program, { minLength: 2, maxLength: 5 }), async (programs) => {
      await executeScript(database, 'truncate model')
      const real = fc.sample(fc.integer({ min: 100, max: 999 }), { numRuns: 5 })
      const expected = [...new Set(real)].sort((one, other) => one - other)
      const [seen] = await Promise.all([
        Promise.all(expected.map(async () => await rows())),
        ...programs.map(async (steps) =>
          rehearse(database, async () => await run(flat(steps), database)),
        ),
        ...expected.map(
          async (id) => await query(database, sql`insert into model values (${id}, 1)`),
        ),
      ])
      for (const text of seen) {
        for (const { id } of JSON.parse(text) as { id: number }[]) expect(expected).toContain(id)
      }
      const stored = JSON.parse(await rows()) as { id: number }[]
      expect(stored.map(({ id }) => id)).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})
