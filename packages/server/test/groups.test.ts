/** Groups at a provider that give roles (`signIn.groups`). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, query, sql, type Transaction, transaction } from '@entrepot/database'
import { type DevIdp, type Person, startDevIdp } from '@entrepot/dev-idp'
import { expectDone, migrations } from '@entrepot/marketplace'
import { Browser } from '@entrepot/test-support/browser'
import { freePort } from '@entrepot/test-support/free-port'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { createShop, type Shop } from '@entrepot/test-support/shop'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hubMigrations } from '../src/database/migrations.ts'
import { onLoginOf } from '../src/host/sign-in/admission.ts'
import { readConfig } from '../src/index.ts'
import { freezeCustomer, thawCustomer } from '../src/operations/moves/freeze.ts'
import { applyGroups } from '../src/people/groups/apply-groups.ts'
import { type GroupRule, planGroupChange, rolesByGroup } from '../src/people/groups/rules.ts'
import { addMember, setRole } from '../src/people/members/members.ts'
import { lockOwners } from '../src/people/members/store.ts'
import { addUser } from '../src/people/users/users.ts'
import { selectEndedAt } from '../src/provisioning/access/store.ts'
import { type LocalHub, startHubHere } from '../src/testing.ts'

let store: TestDatabase
let shop: Shop
let kiosk: Shop
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-groups-'))
  store = await createTestDatabase({ migrations: [migrations, hubMigrations] })
  shop = await createShop(store.database, 'Corner Shop')
  kiosk = await createShop(store.database, 'Kiosk')
})
beforeEach(async () => {
  await execute(store.database, sql`truncate hub.users cascade`)
  warnings.length = 0
})
afterAll(async () => {
  await store.drop()
  await rm(folder, { recursive: true, force: true })
})

const warnings: [object, string][] = []
const log = { warn: (facts: object, text: string) => void warnings.push([facts, text]) } as never

const rule = (group: string, role: GroupRule['role'], at = shop, provider = 'corp'): GroupRule => ({
  ...{ provider, group, role },
  customer: Number(at.customer.customerId),
})
const rules = () => [
  rule('bosses', 'owner'),
  rule('staff', 'operator'),
  rule('staff', 'viewer', kiosk),
]

async function addPerson(email: string): Promise<string> {
  return expectDone(await addUser(store.database, { email })).userId
}

const apply = async (userId: string, groups: readonly string[], own = rules()) =>
  await applyGroups(store.database, own, { userId, provider: 'corp', groups }, log)

/** The roles of a user at both shops. */
async function rolesOf(userId: string) {
  const rows = await query<{ customerId: string; role: string }>(
    store.database,
    sql`select customer_id::text as "customerId", role from hub.members where user_id = ${userId}`,
  )
  const at = ({ customer }: Shop) =>
    rows.find((row) => row.customerId === customer.customerId)?.role
  return [at(shop), at(kiosk)]
}

async function events() {
  return await query<{ type: string; actor: { id: string; label: string } }>(
    store.database,
    sql`select type, actor from marketplace.events where type like 'member.%' order by event_id desc limit 3`,
  )
}

describe('the groups of a person', () => {
  test('change nothing at a customer that moves until the next sign-in', async () => {
    const ann = await addPerson('ann@shop.example')
    const { customerId } = kiosk.customer
    await freezeCustomer(store.database, customerId, () => {})
    try {
      await apply(ann, ['staff'])
      expect(await rolesOf(ann)).toEqual(['operator', undefined])
    } finally {
      await thawCustomer(store.database, customerId)
    }
    await apply(ann, ['staff'])
    expect(await rolesOf(ann)).toEqual(['operator', 'viewer'])
  })

  test('give the highest of their roles at each customer, with an event by the provider', async () => {
    const ann = await addPerson('ann@shop.example')
    await apply(ann, ['staff', 'bosses', 'other'])
    expect(await rolesOf(ann)).toEqual(['owner', 'viewer'])
    const [last] = await events()
    expect(last).toMatchObject({
      type: 'member.joined',
      actor: { id: 'groups', label: 'Groups of corp' },
    })
  })

  test('that are taken away take their roles away, at the next sign-in', async () => {
    const [ann, bo] = [await addPerson('ann@shop.example'), await addPerson('bo@shop.example')]
    await apply(bo, ['bosses'])
    await apply(ann, ['staff', 'bosses'])
    await apply(ann, ['staff'])
    expect(await rolesOf(ann)).toEqual(['operator', 'viewer'])
    await apply(ann, [])
    expect(await rolesOf(ann)).toEqual([undefined, undefined])
    expect((await events()).map(({ type }) => type)).toContain('member.removed')
  })

  test('give no access back that the directory of a customer has ended', async () => {
    const ann = await addPerson('ann@shop.example')
    await apply(ann, ['staff'])
    const customerId = shop.customer.customerId
    await execute(
      store.database,
      sql`
      insert into hub.scim_users (customer_id, user_name, user_name_key, email, email_key, is_active, resource)
      values (${customerId}, 'ann', 'ann', 'ann@shop.example', 'ann@shop.example', false, '{}')`,
    )
    const endedAt = async (tx: Transaction) => await selectEndedAt(tx, ann, 'ann@shop.example')
    const member = { userId: ann, provider: 'corp', groups: ['staff'], endedAt }
    await applyGroups(store.database, rules(), member, log)
    expect(await rolesOf(ann)).toEqual([undefined, 'viewer'])
    await execute(store.database, sql`delete from hub.scim_users`)
  })

  test('give no access that the directory ends at the same time', async () => {
    const ann = await addPerson('ann@shop.example')
    const { customerId } = shop.customer
    const locked = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const ending = transaction(store.database, async (tx) => {
      await lockOwners(tx, customerId)
      await execute(
        tx,
        sql`
        insert into hub.scim_users (customer_id, user_name, user_name_key, email, email_key, is_active, resource)
        values (${customerId}, 'ann', 'ann', 'ann@shop.example', 'ann@shop.example', false, '{}')`,
      )
      locked.resolve()
      await go.promise
    })
    await locked.promise
    const endedAt = async (tx: Transaction) => await selectEndedAt(tx, ann, 'ann@shop.example')
    const member = { userId: ann, provider: 'corp', groups: ['bosses'], endedAt }
    const signIn = applyGroups(store.database, rules(), member, log)
    const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => await query(store.database, waiting)).toHaveLength(1)
    go.resolve()
    await Promise.all([ending, signIn])
    expect(await rolesOf(ann)).toEqual([undefined, undefined])
    await execute(store.database, sql`delete from hub.scim_users`)
  })

  test('never take the only owner away, without a word in the log and in the events', async () => {
    const ann = await addPerson('ann@shop.example')
    await apply(ann, ['bosses'])
    await apply(ann, [])
    expect(await rolesOf(ann)).toEqual(['owner', undefined])
    expect(warnings).toEqual([
      [
        expect.objectContaining({ userId: ann, provider: 'corp' }),
        expect.stringContaining('no other'),
      ],
    ])
    expect((await events())[0]?.type).toBe('member.role_kept')
    const bo = await addPerson('bo@shop.example')
    await apply(bo, ['bosses'])
    await apply(ann, [])
    expect(await rolesOf(ann)).toEqual([undefined, undefined])
  })

  test('raise a role that people have given, and it falls back to that one', async () => {
    const [ann, bo] = [await addPerson('ann@shop.example'), await addPerson('bo@shop.example')]
    const { customerId } = shop.customer
    await apply(bo, ['bosses'])
    expectDone(
      await addMember(store.database, { email: 'ann@shop.example', customerId, role: 'viewer' }),
    )
    await apply(ann, ['bosses'])
    expect((await rolesOf(ann))[0]).toBe('owner')
    await apply(ann, [])
    expect((await rolesOf(ann))[0]).toBe('viewer')
  })

  test('do not lower a role that people give', async () => {
    const ann = await addPerson('ann@shop.example')
    const { customerId } = shop.customer
    await apply(ann, ['staff'])
    expectDone(
      await setRole(store.database, { email: 'ann@shop.example', customerId, role: 'owner' }),
    )
    await apply(ann, ['staff'])
    expect((await rolesOf(ann))[0]).toBe('owner')
    await apply(ann, [])
    expect((await rolesOf(ann))[0]).toBe('owner')
  })

  test('count at their own provider only', async () => {
    const ann = await addPerson('ann@shop.example')
    await apply(ann, ['staff'])
    const other = { userId: ann, provider: 'partner', groups: ['bosses'] }
    await applyGroups(store.database, rules(), other, log)
    expect((await rolesOf(ann))[0]).toBe('operator')
  })

  test('lose their roles with the rule', async () => {
    const ann = await addPerson('ann@shop.example')
    await apply(ann, ['staff'])
    await apply(ann, ['staff'], [rule('staff', 'viewer', kiosk)])
    expect(await rolesOf(ann)).toEqual([undefined, 'viewer'])
  })

  test('at a customer that does not exist are skipped with a warning', async () => {
    const ann = await addPerson('ann@shop.example')
    await apply(ann, ['staff'], [{ ...rule('staff', 'owner'), customer: 999_999 }])
    expect(warnings[0]?.[1]).toContain('does not exist')
    expect(await rolesOf(ann)).toEqual([undefined, undefined])
  })

  test('of two owners who sign in at once without the group leave one owner', async () => {
    for (let round = 0; round < 5; round += 1) {
      await execute(store.database, sql`truncate hub.users cascade`)
      const people = [await addPerson('ann@shop.example'), await addPerson('bo@shop.example')]
      await Promise.all(people.map((one) => apply(one, ['bosses'])))
      await Promise.all([...people, ...people].map((one) => apply(one, [])))
      const roles = (await Promise.all(people.map(rolesOf))).map(([role]) => role)
      expect(roles.filter((role) => role === 'owner')).toHaveLength(1)
    }
  })

  test('are applied once by many sign-ins at once', async () => {
    const ann = await addPerson('ann@shop.example')
    await Promise.all(Array.from({ length: 10 }, () => apply(ann, ['staff'])))
    expect(await rolesOf(ann)).toEqual(['operator', 'viewer'])
    const joined = await query(
      store.database,
      sql`select 1 from marketplace.events where type = 'member.joined' and subject_id = ${ann}`,
    )
    expect(joined).toHaveLength(2)
  })
})

test('a person whose groups are not known is refused where groups give roles, and only there', async () => {
  const onLogin = onLoginOf(store.database, { emails: [], domains: ['shop.example'] }, rules())
  const lines: object[] = []
  const request = {
    headers: {},
    session: {},
    log: { warn: (facts: object) => void lines.push(facts) },
  }
  const person = {
    ...{ username: 'ann', providerUserId: 'ann', groupsProblem: 'overage' },
    authEvidence: {
      emailAuthenticated: true,
      email: 'ann@shop.example',
      idTokenIssuer: 'https://id',
    },
  }
  const at = async (provider: string) =>
    await onLogin?.(person as never, {} as never, {} as never, request as never, provider)
  expect(await at('corp')).toMatchObject({ status: 'denied', error: 'groups_unknown' })
  expect(lines).toMatchObject([{ reason: 'groups_unknown', reference: expect.any(String) }])
  expect(await at('elsewhere')).toMatchObject({ user: expect.any(String) })
})

test.each([
  [undefined, undefined, 'none'],
  [{ role: 'viewer', groupProvider: null, ownRole: null }, undefined, 'none'],
  [{ role: 'owner', groupProvider: null, ownRole: null }, 'viewer', 'none'],
  [{ role: 'owner', groupProvider: 'other', ownRole: null }, undefined, 'none'],
  [{ role: 'viewer', groupProvider: 'other', ownRole: null }, 'owner', 'update'],
  [{ role: 'owner', groupProvider: 'corp', ownRole: null }, undefined, 'remove'],
  [{ role: 'owner', groupProvider: 'corp', ownRole: 'viewer' }, undefined, 'update'],
] as const)('a membership %j with the role %s by groups: %s', (current, given, change) => {
  expect(planGroupChange(current, given, 'corp').change).toBe(change)
})

test('groups are compared exactly', () => {
  const own = [rule('staff', 'viewer')]
  expect(rolesByGroup(own, 'corp', ['Staff', 'staff ', 'staf']).size).toBe(0)
})

test.each([
  ['[{provider: nobody, group: g, customer: 1, role: owner}]', 'no provider of @entrepot/oauth'],
  ['[{provider: corp, group: g, customer: 1, role: owner}]', 'has no groupsClaim'],
  ['[{provider: corp, group: g, customer: 1}]', 'role'],
  ['[{provider: corp, group: g, customer: 1, role: king}]', 'owner'],
])('the rules %s are refused', async (groups, message) => {
  const file = join(folder, 'bad.yaml')
  const provider = '{issuer: https://id.example, provider: oidc, clientId: a, clientSecret: b}'
  const plugin = `{package: '@entrepot/oauth', providers: {corp: ${provider}}}`
  await writeFile(file, `signIn:\n  groups: ${groups}\nplugins:\n  login: ${plugin}\n`)
  await expect(readConfig({ ENTREPOT_CONFIG: file })).rejects.toThrow(message)
})

describe('a hub with a provider that sends groups', () => {
  let idp: DevIdp
  let hub: LocalHub
  const people: Person[] = [
    { sub: 'ann', name: 'Ann', email: 'ann@corp.example', emailVerified: true, groups: ['bosses'] },
    { sub: 'bo', name: 'Bo', email: 'bo@corp.example', emailVerified: true, groups: ['staff'] },
    { sub: 'cy', name: 'Cy', email: 'cy@corp.example', emailVerified: true, groups: ['guests'] },
  ]
  beforeAll(async () => {
    const port = await freePort()
    const redirectUris = [`http://127.0.0.1:${port}/oauth/corp/callback`]
    idp = await startDevIdp({
      people,
      clients: [{ clientId: 'hub', clientSecret: 's', redirectUris }],
    })
    const id = shop.customer.customerId
    const lines = [
      `publicUrl: http://127.0.0.1:${port}`,
      'signIn:',
      '  groups:',
      `    - {provider: corp, group: bosses, customer: ${id}, role: owner}`,
      `    - {provider: corp, group: staff, customer: ${id}, role: viewer}`,
      'plugins:',
      '  login:',
      "    package: '@entrepot/oauth'",
      '    allowPrivateProviders: true',
      '    providers:',
      '      corp:',
      `        {provider: oidc, issuer: '${idp.issuer}', clientId: hub, clientSecret: s, scope: openid profile email groups, groupsClaim: groups}`,
    ]
    const file = join(folder, 'entrepot.yaml')
    await writeFile(file, lines.join('\n'))
    hub = await startHubHere({
      ...{ DATABASE_URL: store.url, ENTREPOT_CONFIG: file, PORT: String(port) },
      ...{ ENTREPOT_DATA: join(folder, 'data'), NODE_ENV: 'development' },
    })
  })
  afterAll(async () => {
    await hub?.end()
    await idp?.stop()
  })

  test('admits people of these groups, who are no users yet, with their role', async () => {
    const enter = async (person: string) => {
      const browser = new Browser()
      const page = await browser.open(`${hub.url}/oauth/corp/login`)
      return await browser.submit(page, { person })
    }
    expect((await enter('ann')).url).toBe(`${hub.url}/console/`)
    expect((await enter('bo')).url).toBe(`${hub.url}/console/`)
    expect((await enter('cy')).body).toContain('You are not a user of this hub yet')
    const rows = await query(
      store.database,
      sql`select email, role, group_provider as provider from hub.members join hub.users using (user_id) order by email`,
    )
    expect(rows).toEqual([
      { email: 'ann@corp.example', role: 'owner', provider: 'corp' },
      { email: 'bo@corp.example', role: 'viewer', provider: 'corp' },
    ])
  })
})
