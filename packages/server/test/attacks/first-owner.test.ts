/** Attacks on the link with which the first owner of a hub signs in: guessed, used twice, late, in another session, and by a foreign page. */
import { execute, query, sql } from '@entrepot/database'
import { expectDone, migrations } from '@entrepot/marketplace'
import { Browser } from '@entrepot/test-support/browser'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hubMigrations } from '../../src/database/migrations.ts'
import { becomeOwner, createOwnerLink } from '../../src/people/first-owner/first-owner.ts'
import { keptOf } from '../../src/people/link-token.ts'
import { addMember, listMembers } from '../../src/people/members/members.ts'
import { addUser } from '../../src/people/users/users.ts'
import { removePeople, signIn, startTwoHubs, type TwoHubs } from '../two-hubs.ts'

let hubs: TwoHubs
let link: string
beforeAll(async () => {
  hubs = await startTwoHubs()
})
afterAll(async () => await hubs?.end())
beforeEach(async () => {
  const { database } = hubs.store
  await removePeople(hubs)
  await execute(database, sql`delete from hub.first_owner_links`)
  link = (await createOwnerLink(database, hubs.one.url)) ?? ''
})

const owners = async () =>
  (await listMembers(hubs.store.database)).map(({ email, role }) => `${email} ${role}`)
const page = () => `${hubs.one.url}/owner`

/** Opens the link, signs in, and returns to the page. */
async function openAs(person: string): Promise<Browser> {
  const browser = new Browser()
  const asked = await browser.open(link)
  expect([asked.status, asked.url]).toEqual([401, page()])
  await browser.submit(await browser.open(`${hubs.one.url}/oauth/dev/login?redirect=/owner`), {
    person,
  })
  return browser
}

/** Sends the form, as the page of a node does. */
async function claim(
  browser: Browser,
  node = hubs.one,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { status } = await fetch(`${node.url}/owner`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: browser.cookiesFor(hubs.one.url), ...headers },
    body: new URLSearchParams(),
  })
  return status
}

describe('the link of the first owner', () => {
  test('makes whoever signs in with it a user and the owner of the first customer, once', async () => {
    expect(link.length).toBeLessThan(90)
    // No configuration and no invitation admits this address.
    const refused = await signIn(hubs.one, 'daiyu')
    expect((await refused.open(page())).status).toBe(404)
    const browser = await openAs('daiyu')
    const asked = await browser.open(page())
    expect(asked.body).toContain('You become the owner of Corner Shop')
    const done = await browser.submit(asked, {}, `${hubs.one.url}/console/`)
    expect(done.url).toBe(`${hubs.one.url}/console/`)
    expect(await owners()).toEqual(['daiyu@example.org owner'])
    expect(await claim(browser)).toBe(404)
    expect((await new Browser().open(link)).status).toBe(404)
  })

  test('makes one owner when several people use it on two nodes at the same time', async () => {
    const people = ['ann', 'bo', 'chidi', 'daiyu']
    const browsers = await Promise.all(people.map(openAs))
    const claims = browsers.flatMap((browser) =>
      hubs.nodes.map(async (node) => await claim(browser, node)),
    )
    const statuses = await Promise.all(claims)
    expect(statuses.toSorted()).toEqual([303, ...Array.from({ length: 7 }, () => 404)])
    expect(await owners()).toHaveLength(1)
  })

  test('cannot be guessed, and is not stored', async () => {
    const token = new URL(link).searchParams.get('token') ?? ''
    for (const guess of [
      '',
      'x',
      `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
      'A'.repeat(43),
      'A'.repeat(5_000),
    ]) {
      const browser = new Browser()
      expect((await browser.open(`${page()}?token=${guess}`)).status).toBe(404)
      expect((await browser.open(page())).status).toBe(404)
      expect(await claim(browser)).toBe(404)
    }
    const rows = await query(hubs.store.database, sql`select l::text from hub.first_owner_links l`)
    expect(JSON.stringify(rows)).not.toContain(token)
    const browser = await openAs('ann')
    const sessions = await query(hubs.store.database, sql`select data from hub.sessions`)
    expect(JSON.stringify(sessions)).not.toContain(token)
    expect(await claim(browser)).toBe(303)
  })

  test('ends after a day, also in a session that has opened it', async () => {
    const browser = await openAs('ann')
    const late = sql`update hub.first_owner_links set expires_at = now() - interval '1 second'`
    await execute(hubs.store.database, late)
    expect(await claim(browser)).toBe(404)
    expect((await new Browser().open(link)).status).toBe(404)
    expect(await owners()).toEqual([])
  })

  test('works in no other session than that which opened it, and for nobody who is not signed in', async () => {
    const other = await signIn(hubs.one, 'bo')
    const opened = new Browser()
    await opened.open(link)
    expect(await claim(other)).toBe(404)
    expect(await claim(opened)).toBe(404)
    expect(await claim(new Browser())).toBe(404)
    expect(await owners()).toEqual([])
  })

  test('is not used by the page of another site', async () => {
    const browser = await openAs('ann')
    expect(await claim(browser, hubs.one, { origin: 'https://evil.example' })).toBe(403)
    expect(await claim(browser, hubs.one, { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await owners()).toEqual([])
  })

  test('is void, and no other is made, as soon as the hub has an owner', async () => {
    const browser = await openAs('bo')
    const { database } = hubs.store
    await addUser(database, { email: 'cy@shop.example' })
    const { customerId } = hubs.kiosk.customer
    expectDone(await addMember(database, { email: 'cy@shop.example', customerId, role: 'owner' }))
    expect(await claim(browser)).toBe(404)
    expect(await createOwnerLink(database, hubs.one.url)).toBeUndefined()
    expect(await owners()).toEqual(['cy@shop.example owner'])
  })

  test('makes the first customer of an empty hub, and still works after a refused input', async () => {
    await using empty = await emptyDatabase()
    const { database } = empty
    const { userId } = expectDone(await addUser(database, { email: 'ann@shop.example' }))
    const made = (await createOwnerLink(database, 'https://hub.example')) ?? ''
    const kept = keptOf(new URL(made).searchParams.get('token') ?? '') ?? ''
    const input = { name: 'Corner Shop', baseCurrency: 'EUR', defaultVatRate: 21 }
    const refused = await becomeOwner(database, kept, userId, { ...input, baseCurrency: 'E' })
    expect(refused).toMatchObject({ refused: true, code: 'MARKET_INVALID_INPUT' })
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async () => await becomeOwner(database, kept, userId, input)),
    )
    expect(outcomes.filter((outcome) => outcome !== undefined)).toMatchObject([
      { name: 'Corner Shop' },
    ])
    expect(await listMembers(database)).toMatchObject([
      { email: 'ann@shop.example', role: 'owner' },
    ])
  })
})

async function emptyDatabase() {
  const store = await createTestDatabase({ migrations: [migrations, hubMigrations] })
  return { ...store, [Symbol.asyncDispose]: store.drop }
}
