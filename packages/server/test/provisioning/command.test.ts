/** `entrepot scim`: the secret, the roles and the calls of a directory. */
import { migrations } from '@entrepot/marketplace'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { createShop } from '@entrepot/test-support/shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hubMigrations } from '../../src/database/migrations.ts'
import { runEntrepot } from '../../src/testing.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase({ migrations: [migrations, hubMigrations] })
  await createShop(store.database, 'Corner Shop')
})
afterAll(async () => await store?.drop())

const scim = async (...args: readonly string[]) => {
  const env = { DATABASE_URL: store.url, ENTREPOT_PUBLIC_URL: 'https://hub.example' }
  const { code, stdout, stderr } = await runEntrepot(['scim', ...args, '--json'], env)
  return {
    code,
    stderr,
    rows: stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  }
}

test('makes a secret with the scope scim:write only, and prints the address', async () => {
  const { rows } = await scim('secret', '--customer', '1', '--label', 'Entra')
  expect(rows).toEqual([
    {
      url: expect.stringMatching(/\/scim\/v2$/),
      secret: expect.stringMatching(/^ent_m1_/),
      ...{ keyId: expect.anything(), label: 'Entra' },
    },
  ])
  const { rows: keys } = await store.database.query('select scopes from marketplace.api_keys')
  expect(keys).toEqual([{ scopes: ['scim:write'] }])
})

test('gives roles to groups and takes them, and five commands at once lose none', async () => {
  const groups = ['A', 'B', 'C', 'D', 'E']
  await Promise.all(groups.map(async (one) => await scim('role', one, 'viewer', '--customer', '1')))
  await scim('role', 'a', 'owner', '--customer', '1')
  await scim('role', 'B', 'none', '--customer', '1')
  await scim('default-role', 'operator', '--customer', '1')
  const [settings] = (await scim('show', '--customer', '1')).rows
  expect(settings.defaultRole).toBe('operator')
  expect(settings.roles.map((one: { group: string }) => one.group).toSorted()).toEqual([
    'C',
    'D',
    'E',
    'a',
  ])
  expect(settings.roles).toContainEqual({ group: 'a', role: 'owner' })
})

test('recognises people by subjects of a provider of the configuration only', async () => {
  const issuer = ['--provider', 'okta', '--issuer', 'https://shop.okta.example']
  const unknown = await scim('subjects', '--customer', '1', ...issuer)
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('SERVER_UNKNOWN_ISSUER'),
  ])
  await scim('subjects', '--customer', '1', ...issuer, '--unlisted')
  expect((await scim('show', '--customer', '1')).rows[0].subject).toEqual({
    ...{ provider: 'okta', issuer: 'https://shop.okta.example' },
  })
  await scim('subjects', '--customer', '1')
  expect((await scim('show', '--customer', '1')).rows[0].subject).toBeNull()
})

test('refuses a customer that does not exist, and lists no calls before there are some', async () => {
  for (const args of [['secret'], ['default-role', 'viewer'], ['role', 'A', 'viewer']]) {
    const { code, stderr } = await scim(...args, '--customer', '99')
    expect([code, stderr]).toEqual([1, expect.stringContaining('is no customer 99')])
  }
  expect((await scim('calls', '--customer', '1')).rows).toEqual([])
})
