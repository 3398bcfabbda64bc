import { closeDatabase, execute, openDatabase, query, sql } from '@entrepot/database'
import { createCustomer, expectDone, isRefusal, migrations } from '@entrepot/marketplace'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hubMigrations, migrateHub } from '../src/database/migrations.ts'
import { hubNames } from '../src/names.ts'
import {
  addMember,
  listMembers,
  removeMember,
  removePerson,
  setRole,
} from '../src/people/members/members.ts'
import { createPeople } from '../src/people/members/people.ts'
import { cutDown, mayGive, ROLE_NAMES, ROLES } from '../src/people/members/roles.ts'
import { addUser, removeUser } from '../src/people/users/users.ts'
import { runEntrepot } from '../src/testing.ts'

let store: TestDatabase
let database: TestDatabase['database']
let customerId: string
beforeAll(async () => {
  store = await createTestDatabase({ migrations: [migrations, hubMigrations] })
  await migrateHub(store.database)
  database = store.database
  const input = { name: 'Corner Shop', baseCurrency: 'EUR', defaultVatRate: 21 }
  customerId = expectDone(await createCustomer(database, input)).customerId
})
beforeEach(async () => {
  await execute(database, sql`truncate hub.users cascade`)
})
afterAll(async () => await store.drop())

const EMAIL = 'ann@shop.example'
const ROLE = 'viewer'

/** The customers of a user, as they are now. */
const customersOfUser = async (_: unknown, userId: string) =>
  (await createPeople(database)(userId))?.memberships.map(({ customer }) => customer) ?? []

describe('members', () => {
  test('are users who see a customer until they are removed', async () => {
    const { userId } = expectDone(await addUser(database, { email: EMAIL }))
    expect(await customersOfUser(database, userId)).toEqual([])
    expectDone(await addMember(database, { email: 'ANN@shop.example', customerId, role: ROLE }))
    expect(await customersOfUser(database, userId)).toMatchObject([{ name: 'Corner Shop' }])
    expect(await listMembers(database)).toMatchObject([{ email: EMAIL, userId, customerId }])
    expectDone(await removeMember(database, { email: EMAIL, customerId }))
    expect(await customersOfUser(database, userId)).toEqual([])
  })

  test('that are added twenty times at the same time exist once', async () => {
    expectDone(await addUser(database, { email: EMAIL }))
    const adding = Array.from({ length: 20 }, () =>
      addMember(database, { email: EMAIL, customerId, role: ROLE }),
    )
    await Promise.all(adding)
    expect(await listMembers(database, customerId)).toHaveLength(1)
  })

  test('end when the user is removed, and no later user gets them', async () => {
    const { userId } = expectDone(await addUser(database, { email: EMAIL }))
    expectDone(await addMember(database, { email: EMAIL, customerId, role: ROLE }))
    expectDone(await removeUser(database, EMAIL))
    expect(await customersOfUser(database, userId)).toEqual([])
    const next = expectDone(await addUser(database, { email: EMAIL }))
    expect(await customersOfUser(database, next.userId)).toEqual([])
  })

  test('a user who is removed while being added leaves no membership', async () => {
    for (let round = 0; round < 10; round += 1) {
      expectDone(await addUser(database, { email: EMAIL }))
      await Promise.allSettled([
        addMember(database, { email: EMAIL, customerId, role: ROLE }),
        removeUser(database, EMAIL),
      ])
      expect(await query(database, sql`select * from hub.members`)).toHaveLength(0)
    }
  })
})

describe('the roles', () => {
  test('are sets of scopes: an owner has all, an operator works with orders and products, a viewer reads', () => {
    expect(ROLES.owner).toEqual(hubNames.scopes.merchant)
    expect(ROLES.viewer.filter((scope) => !scope.endsWith(':read'))).toEqual([])
    expect(ROLES.operator.filter((scope) => scope.endsWith(':write')).toSorted()).toEqual([
      'fulfilment:write',
      'orders:write',
      'products:write',
    ])
    for (const scope of hubNames.scopes.merchant.filter((one) => one.endsWith(':read'))) {
      expect([scope, ROLES.viewer.includes(scope), ROLES.operator.includes(scope)]).toEqual([
        scope,
        true,
        true,
      ])
    }
  })

  test('limit the scopes of an agent, and who may give which role', () => {
    expect(cutDown(['orders:read', 'orders:write', 'openid'], 'viewer')).toEqual(['orders:read'])
    expect(ROLE_NAMES.filter((given) => mayGive(ROLES.operator, given))).toEqual([
      'operator',
      'viewer',
    ])
    expect(ROLE_NAMES.filter((given) => mayGive(['members:write'], given))).toEqual([])
  })
})

describe('the last owner', () => {
  const people = ['ann@shop.example', 'bo@shop.example', 'cy@shop.example']
  const owners = async () =>
    (await listMembers(database, customerId)).filter((member) => member.role === 'owner')
  const addOwners = async () => {
    await execute(database, sql`truncate hub.users cascade`)
    for (const one of people) {
      expectDone(await addUser(database, { email: one }))
      expectDone(await addMember(database, { email: one, customerId, role: 'owner' }))
    }
  }

  test('can be neither removed nor given another role, and the user not be removed except by force', async () => {
    expectDone(await addUser(database, { email: EMAIL }))
    expectDone(await addMember(database, { email: EMAIL, customerId, role: 'owner' }))
    const refused = { code: 'SERVER_LAST_OWNER', detail: expect.stringContaining(customerId) }
    expect(await removeMember(database, { email: EMAIL, customerId })).toMatchObject(refused)
    expect(await setRole(database, { email: EMAIL, customerId, role: 'viewer' })).toMatchObject(
      refused,
    )
    expect(await removePerson(database, EMAIL, { force: false })).toMatchObject(refused)
    expect(await owners()).toHaveLength(1)
    expectDone(await removePerson(database, EMAIL, { force: true }))
    expect(await owners()).toEqual([])
  })

  test('remains when all owners are removed, demoted and deleted at the same time, from two nodes', async () => {
    const other = await openDatabase({ url: store.url })
    onTestFinished(async () => await closeDatabase(other, 1_000))
    for (let round = 0; round < 8; round += 1) {
      await addOwners()
      const outcomes = await Promise.all(
        people.flatMap((one) => [
          removeMember(database, { email: one, customerId }),
          setRole(other, { email: one, customerId, role: 'viewer' }),
          removePerson(other, one, { force: false }),
          setRole(database, { email: one, customerId, role: 'operator' }),
        ]),
      )
      expect(outcomes.some((outcome) => isRefusal(outcome))).toBe(true)
      expect(await owners()).toHaveLength(1)
    }
  })
})

describe('entrepot members', () => {
  const run = async (...args: readonly string[]) =>
    await runEntrepot(['members', ...args], { DATABASE_URL: store.url })

  test('adds, lists and removes', async () => {
    expectDone(await addUser(database, { email: EMAIL }))
    expect(await run('add', EMAIL, '--customer', customerId)).toMatchObject({ code: 0 })
    const { stdout } = await run('list', '--customer', customerId, '--json')
    const viewer = { email: EMAIL, customerId: Number(customerId), role: 'viewer' }
    expect(JSON.parse(stdout)).toMatchObject(viewer)
    expect(await run('set-role', EMAIL, '--customer', customerId, '--role', 'owner')).toMatchObject(
      {
        code: 0,
      },
    )
    const again = await run('add', EMAIL, '--customer', customerId, '--role', 'viewer', '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ role: 'owner' })
    const last = await run('remove', EMAIL, '--customer', customerId)
    expect([last.code, last.stderr]).toEqual([1, expect.stringContaining('SERVER_LAST_OWNER')])
    expectDone(await addUser(database, { email: 'bo@shop.example' }))
    await run('add', 'bo@shop.example', '--customer', customerId, '--role', 'owner')
    expect(await run('remove', EMAIL, '--customer', customerId)).toMatchObject({ code: 0 })
    expect((await run('list')).stdout).not.toContain(EMAIL)
  })

  test.each([
    [['add', 'nonsense', '--customer', '1'], 'SERVER_INVALID_EMAIL'],
    [['add', 'nobody@shop.example', '--customer', '1'], 'SERVER_NO_USER'],
    [['add', EMAIL, '--customer', '999999'], 'SERVER_NO_CUSTOMER'],
    [['add', EMAIL, '--customer', '-1'], 'must be an id'],
    [['add', EMAIL], "required option '--customer <id>'"],
    [['remove', EMAIL, '--customer', '1'], 'SERVER_NO_MEMBER'],
    [['set-role', EMAIL, '--customer', '1', '--role', 'viewer'], 'SERVER_NO_MEMBER'],
    [['set-role', EMAIL, '--customer', '1', '--role', 'boss'], 'one of owner, operator, viewer'],
    [['set-role', EMAIL, '--customer', '1'], "required option '--role <role>'"],
  ])('%j fails with a reason and exit code 1', async (args, reason) => {
    expectDone(await addUser(database, { email: EMAIL }))
    const { code, stderr } = await run(...args)
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)])
  })

  test.each([['add'], ['list'], ['remove'], ['set-role']])(
    '%s --help prints its help',
    async (name) => {
      const { code, stdout } = await run(name, '--help')
      expect([code, stdout]).toEqual([
        0,
        expect.stringContaining(`Usage: entrepot members ${name}`),
      ])
    },
  )
})
