import { execute, query, sql } from '@entrepot/database'
import { createCustomer, expectDone, migrations } from '@entrepot/marketplace'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMember, customersOfUser, listMembers, removeMember } from '../src/members/members.ts'
import { hubMigrations } from '../src/migrations.ts'
import { runEntrepot } from '../src/testing.ts'
import { addUser, removeUser } from '../src/users/users.ts'

let store: TestDatabase
let database: TestDatabase['database']
let customerId: string
beforeAll(async () => {
  store = await createTestDatabase({ migrations: [migrations, hubMigrations] })
  database = store.database
  const input = { name: 'Corner Shop', baseCurrency: 'EUR', defaultVatRate: 21 }
  customerId = expectDone(await createCustomer(database, input)).customerId
})
beforeEach(async () => {
  await execute(database, sql`truncate hub.users cascade`)
})
afterAll(async () => await store.drop())

const email = 'ann@shop.example'

describe('members', () => {
  test('are users who see a customer until they are removed', async () => {
    const { userId } = expectDone(await addUser(database, { email }))
    expect(await customersOfUser(database, userId)).toEqual([])
    expectDone(await addMember(database, { email: 'ANN@shop.example', customerId }))
    expect(await customersOfUser(database, userId)).toMatchObject([{ name: 'Corner Shop' }])
    expect(await listMembers(database)).toMatchObject([{ email, userId, customerId }])
    expectDone(await removeMember(database, { email, customerId }))
    expect(await customersOfUser(database, userId)).toEqual([])
  })

  test('that are added twenty times at the same time exist once', async () => {
    expectDone(await addUser(database, { email }))
    const adding = Array.from({ length: 20 }, () => addMember(database, { email, customerId }))
    await Promise.all(adding)
    expect(await listMembers(database, customerId)).toHaveLength(1)
  })

  test('end when the user is removed, and no later user gets them', async () => {
    const { userId } = expectDone(await addUser(database, { email }))
    expectDone(await addMember(database, { email, customerId }))
    expectDone(await removeUser(database, email))
    expect(await customersOfUser(database, userId)).toEqual([])
    const next = expectDone(await addUser(database, { email }))
    expect(await customersOfUser(database, next.userId)).toEqual([])
  })

  test('a user who is removed while being added leaves no membership', async () => {
    for (let round = 0; round < 10; round += 1) {
      expectDone(await addUser(database, { email }))
      await Promise.allSettled([
        addMember(database, { email, customerId }),
        removeUser(database, email),
      ])
      expect(await query(database, sql`select * from hub.members`)).toHaveLength(0)
    }
  })
})

describe('entrepot members', () => {
  const run = async (...args: readonly string[]) =>
    await runEntrepot(['members', ...args], { DATABASE_URL: store.url })

  test('adds, lists and removes', async () => {
    expectDone(await addUser(database, { email }))
    expect(await run('add', email, '--customer', customerId)).toMatchObject({ code: 0 })
    const { stdout } = await run('list', '--customer', customerId, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ email, customerId: Number(customerId) })
    expect(await run('remove', email, '--customer', customerId)).toMatchObject({ code: 0 })
    expect((await run('list')).stdout).toBe('none\n')
  })

  test.each([
    [['add', 'nonsense', '--customer', '1'], 'SERVER_INVALID_EMAIL'],
    [['add', 'nobody@shop.example', '--customer', '1'], 'SERVER_NO_USER'],
    [['add', email, '--customer', '999999'], 'SERVER_NO_CUSTOMER'],
    [['add', email, '--customer', '-1'], 'must be an id'],
    [['add', email], "required option '--customer <id>'"],
    [['remove', email, '--customer', '1'], 'SERVER_NO_MEMBER'],
  ])('%j fails with a reason and exit code 1', async (args, reason) => {
    expectDone(await addUser(database, { email }))
    const { code, stderr } = await run(...args)
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)])
  })

  test.each([['add'], ['list'], ['remove']])('%s --help prints its help', async (name) => {
    const { code, stdout } = await run(name, '--help')
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: entrepot members ${name}`)])
  })
})
