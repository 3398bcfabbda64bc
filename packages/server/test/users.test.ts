import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, query, sql } from '@entrepot/database'
import { expectDone } from '@entrepot/marketplace'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hubMigrations } from '../src/database/migrations.ts'
import { emailKey, isAllowed, isEmail, type Person } from '../src/people/users/rules.ts'
import { addUser, admit, listUsers, removeUser } from '../src/people/users/users.ts'
import { runEntrepot } from '../src/testing.ts'

let store: TestDatabase
let database: TestDatabase['database']
beforeAll(async () => {
  store = await createTestDatabase({ migrations: [hubMigrations] })
  database = store.database
})
beforeEach(async () => {
  await execute(database, sql`truncate hub.users cascade`)
})
afterAll(async () => await store.drop())

const NOBODY = { emails: [], domains: [] }
const person = (changes: Partial<Person> = {}): Person => ({
  provider: 'google',
  issuer: 'https://accounts.google.com',
  subject: 'g-1',
  verifiedEmail: 'ann@shop.example',
  name: 'Ann',
  ...changes,
})

const refusal = (code: string) => expect.objectContaining({ refused: true, code })

describe('who may sign in', () => {
  test('an unknown person with a verified address is refused', async () => {
    expect(await admit(database, person(), NOBODY)).toEqual(refusal('not_a_user'))
    expect(await listUsers(database)).toEqual([])
  })

  test('a user is admitted by the verified address, whatever the case of its ASCII letters is, and is bound', async () => {
    const user = expectDone(await addUser(database, { email: 'Ann@Shop.example' }))
    expect(await admit(database, person(), NOBODY)).toEqual({ userId: user.userId })
    const [listed] = await listUsers(database)
    expect(listed).toMatchObject({ email: 'Ann@Shop.example', providers: ['google'] })
    expect(listed?.lastSignInAt).toBeInstanceOf(Date)
  })

  test('a bound user stays the same if the address changes, is removed, or is no longer verified', async () => {
    const { userId } = expectDone(await addUser(database, { email: 'ann@shop.example' }))
    await admit(database, person(), NOBODY)
    for (const verifiedEmail of ['ann@elsewhere.example', undefined]) {
      expect(await admit(database, person({ verifiedEmail }), NOBODY)).toEqual({ userId })
    }
  })

  test('an unverified address is refused, whether a user has it or not', async () => {
    expectDone(await addUser(database, { email: 'ann@shop.example' }))
    const stranger = person({ verifiedEmail: undefined })
    const everyone = { emails: ['ann@shop.example'], domains: ['shop.example'] }
    expect(await admit(database, stranger, everyone)).toEqual(refusal('no_email'))
    const email = 'ann@shop.example'
    for (const [changes, code] of [
      [{ email }, 'email_not_confirmed'],
      [{ email, isUnverified: true }, 'email_not_verified'],
    ] as const) {
      expect(await admit(database, { ...stranger, ...changes }, everyone)).toEqual(refusal(code))
    }
  })

  test('a user can sign in with several providers, each bound separately', async () => {
    const { userId } = expectDone(await addUser(database, { email: 'ann@shop.example' }))
    await admit(database, person(), NOBODY)
    const github = person({ provider: 'github', issuer: '', subject: '42' })
    expect(await admit(database, github, NOBODY)).toEqual({ userId })
    expect((await listUsers(database))[0]?.providers).toEqual(['github', 'google'])
  })

  test('a person who later gets the address of a user at the provider is not that user', async () => {
    expectDone(await addUser(database, { email: 'ann@shop.example' }))
    await admit(database, person(), NOBODY)
    const successor = person({ subject: 'g-2' })
    expect(await admit(database, successor, NOBODY)).toEqual(refusal('other_account'))
  })

  test('subjects are distinguished by provider and issuer', async () => {
    const { userId } = expectDone(await addUser(database, { email: 'ann@shop.example' }))
    await admit(database, person(), NOBODY)
    for (const change of [{ provider: 'other' }, { issuer: 'https://evil.example' }]) {
      const other = person({ ...change, verifiedEmail: 'eve@evil.example' })
      expect(await admit(database, other, NOBODY)).toEqual(refusal('not_a_user'))
    }
    expect(await admit(database, person(), NOBODY)).toEqual({ userId })
  })

  test('an address or a domain in the configuration makes its owners users, with their name', async () => {
    const allowed = { emails: ['BO@other.example'], domains: ['shop.example'] }
    const ann = await admit(database, person(), allowed)
    const bo = await admit(
      database,
      person({ subject: 'g-2', verifiedEmail: 'bo@other.example' }),
      allowed,
    )
    expect([ann, bo]).toEqual([{ userId: expect.any(String) }, { userId: expect.any(String) }])
    const sub = person({ subject: 'g-3', verifiedEmail: 'eve@sub.shop.example' })
    expect(await admit(database, sub, allowed)).toEqual(refusal('not_a_user'))
    expect((await listUsers(database)).map(({ email, name }) => [email, name])).toEqual([
      ['ann@shop.example', 'Ann'],
      ['bo@other.example', 'Ann'],
    ])
  })

  test('of 40 concurrent first sign-ins, one adds the user, and all get it', async () => {
    const allowed = { emails: [], domains: ['shop.example'] }
    const admissions = await Promise.all(
      Array.from({ length: 40 }, async () => await admit(database, person(), allowed)),
    )
    const [user] = await listUsers(database)
    expect(new Set(admissions.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ userId: user?.userId })]),
    )
    expect(await query(database, sql`select * from hub.identities`)).toHaveLength(1)
  })

  test('of two accounts that sign in at the same time with one address, one gets the user and the other is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      await execute(database, sql`truncate hub.users cascade`)
      const { userId } = expectDone(await addUser(database, { email: 'ann@shop.example' }))
      const both = await Promise.all(
        ['g-1', 'g-2'].map(async (subject) => await admit(database, person({ subject }), NOBODY)),
      )
      const order = both.toSorted((a) => ('userId' in a ? -1 : 1))
      expect(order).toEqual([{ userId }, refusal('other_account')])
    }
  })
})

describe('addresses', () => {
  test('that are equal only in Unicode belong to different people (attack: Kelvin sign, dotless i)', async () => {
    const { userId } = expectDone(await addUser(database, { email: 'mike@shop.example' }))
    expect(await admit(database, person({ verifiedEmail: 'MIKE@shop.example' }), NOBODY)).toEqual({
      userId,
    })
    for (const verifiedEmail of [
      'mi\u212Ae@shop.example',
      'm\u0131ke@shop.example',
      'm\u0130ke@shop.example',
    ]) {
      const eve = person({ subject: 'g-9', verifiedEmail })
      expect(await admit(database, eve, NOBODY)).toEqual(refusal('not_a_user'))
    }
  })

  test('have one key, which is its own key, and different keys are never allowed for each other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        expect(emailKey(emailKey(one))).toBe(emailKey(one))
        const isSame = emailKey(one) === emailKey(other)
        expect(isAllowed(one, { emails: [other], domains: [] })).toBe(isSame)
      }),
    )
  })

  test.each([
    ['ann@shop.example', true],
    ["o'hara+tag@shop.example", true],
    ['李@例.example', true],
    ['ann', false],
    ['ann@', false],
    ['@shop.example', false],
    ['a b@shop.example', false],
    ['ann@shop.example\n', false],
    ['ann@evil.example@shop.example', false],
    [`${'a'.repeat(250)}@shop.example`, false],
  ])('%j is an address: %s', (text, expected) => {
    expect(isEmail(text)).toBe(expected)
  })
})

describe('entrepot users', () => {
  const run = async (...args: readonly string[]) =>
    await runEntrepot(['users', ...args], { DATABASE_URL: store.url })

  test('adds, lists and removes', async () => {
    const added = await run('add', 'ann@shop.example', '--name', 'Ann', '--json')
    expect(JSON.parse(added.stdout)).toMatchObject({ email: 'ann@shop.example', name: 'Ann' })
    await admit(database, person(), NOBODY)
    expect((await run('list')).stdout).toMatch(/ann@shop\.example .*google/)
    const removed = await run('remove', 'ANN@shop.example')
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('true') })
    expect((await run('list')).stdout).toBe('none\n')
    expect(await admit(database, person(), NOBODY)).toEqual(refusal('not_a_user'))
  })

  test.each([
    [['add', 'nonsense'], 'SERVER_INVALID_EMAIL'],
    [['add', 'there@shop.example'], 'SERVER_USER_EXISTS'],
    [['add', 'new@shop.example', '--name', ''], 'SERVER_INVALID_NAME'],
    [['add', 'new@shop.example', '--name', 'red \u001b[31m'], 'SERVER_INVALID_NAME'],
    [['add', 'new@shop.example', '--name', 'x'.repeat(201)], 'SERVER_INVALID_NAME'],
    [['remove', 'nobody@shop.example'], 'SERVER_NO_USER'],
    [['add'], 'missing required argument'],
  ])('%j fails with a reason and exit code 1', async (args, reason) => {
    expectDone(await addUser(database, { email: 'There@shop.example' }))
    const { code, stderr } = await run(...args)
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)])
  })

  describe('bind', () => {
    const account = (provider: string, issuer = '', subject = 'A-1') =>
      ['--provider', provider, '--issuer', issuer, '--subject', subject] as const
    let config: readonly string[]
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'entrepot-bind-'))
      const file = join(folder, 'entrepot.yaml')
      const credentials = 'clientId: a, clientSecret: b'
      const lines = [
        'publicUrl: https://hub.example',
        'plugins:',
        '  login:',
        '    package: "@entrepot/oauth"',
        '    providers:',
        `      azure: {${credentials}}`,
        `      github: {${credentials}}`,
        `      acme: {provider: oidc, issuer: "https://id.acme.example", ${credentials}}`,
        '      off: {provider: oidc, issuer: "https://id.off.example"}',
      ]
      await writeFile(file, lines.join('\n'))
      config = ['--config', file]
    })
    afterAll(async () => await rm(folder, { recursive: true }))

    const tenant = 'https://login.microsoftonline.com/0f8fad5b-d9cb-469f-a165-70867728950e/v2.0'

    test('lets an account sign in as a user without a verified address', async () => {
      expectDone(await addUser(database, { email: 'ann@shop.example' }))
      const args = ['bind', 'ann@shop.example', ...config, ...account('azure', tenant)]
      expect(await run(...args)).toMatchObject({ code: 0, stderr: '' })
      const ann = { provider: 'azure', issuer: tenant, subject: 'A-1' }
      const admission = await admit(database, person({ ...ann, verifiedEmail: undefined }), NOBODY)
      expect(admission).toEqual({ userId: (await listUsers(database))[0]?.userId })
      const again = await run(...args)
      expect([again.code, again.stderr]).toEqual([
        1,
        expect.stringContaining('SERVER_ACCOUNT_BOUND'),
      ])
      const nobody = await run('bind', 'bo@shop.example', ...config, ...account('github'))
      expect(nobody.stderr).toContain('SERVER_NO_USER')
    })

    test.each([
      ['a provider that is not configured', 'google', 'https://accounts.google.com'],
      ['a provider without credentials', 'off', 'https://id.off.example'],
      ['an issuer of another provider', 'acme', tenant],
      ['an issuer that is written differently', 'acme', 'https://id.acme.example/'],
      ['an authority that is no tenant', 'azure', 'https://login.microsoftonline.com/common/v2.0'],
      ['no issuer where there is one', 'acme', ''],
      ['an issuer where there is none', 'github', 'https://github.com'],
    ])('refuses %s, and lists the valid values', async (_, provider, issuer) => {
      expectDone(await addUser(database, { email: 'ann@shop.example' }))
      const args = ['bind', 'ann@shop.example', ...config, ...account(provider, issuer)]
      const { code, stderr } = await run(...args)
      expect([code, stderr]).toEqual([1, expect.stringContaining('SERVER_UNKNOWN_ISSUER')])
      expect(stderr).toContain(
        'azure (https://login.microsoftonline.com/<tenant>/v2.0); github (no --issuer); acme (https://id.acme.example). For',
      )
      expect(await query(database, sql`select * from hub.identities`)).toHaveLength(0)
      expect(await run(...args, '--unlisted')).toMatchObject({ code: 0 })
    })

    test('refuses an account without a subject', async () => {
      expectDone(await addUser(database, { email: 'ann@shop.example' }))
      const { stderr } = await run(
        ...['bind', 'ann@shop.example', ...config],
        ...account('github', '', ''),
      )
      expect(stderr).toContain('SERVER_INVALID_ACCOUNT')
    })

    test('accepts the development provider of a hub without configuration', async () => {
      expectDone(await addUser(database, { email: 'ann@shop.example' }))
      const dev = account('dev', 'http://127.0.0.1:8090', 'gus')
      expect(await run('bind', 'ann@shop.example', ...dev)).toMatchObject({ code: 0 })
    })
  })

  test.each([['add'], ['list'], ['bind'], ['remove']])(
    '%s --help prints its help',
    async (name) => {
      const { code, stdout } = await run(name, '--help')
      expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: entrepot users ${name}`)])
    },
  )
})

test('removing a user ends the sessions', async () => {
  const { userId } = expectDone(await addUser(database, { email: 'ann@shop.example' }))
  await execute(
    database,
    sql`insert into hub.sessions (id_hash, user_id, data, expires_at)
    values (${Buffer.alloc(32)}, ${userId}, '{}', now() + interval '1 hour')`,
  )
  expectDone(await removeUser(database, 'ann@shop.example'))
  expect(await query(database, sql`select * from hub.sessions`)).toHaveLength(0)
})
