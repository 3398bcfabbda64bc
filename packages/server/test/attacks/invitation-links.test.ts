/** The link of an invitation as the proof of an address that no provider confirms: whom it admits, and whom it must not. Two nodes. */
import { expectDone } from '@entrepot/marketplace'
import { Browser } from '@entrepot/test-support/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMember, listMembers } from '../../src/people/members/members.ts'
import { addUser, admit, listUsers } from '../../src/people/users/users.ts'
import { callApi, keyOf, removePeople, signIn, startTwoHubs, type TwoHubs } from '../two-hubs.ts'

let hubs: TwoHubs
let key: { readonly 'x-api-key': string }
beforeAll(async () => {
  hubs = await startTwoHubs()
  key = await keyOf(hubs, hubs.corner)
})
afterAll(async () => await hubs?.end())
beforeEach(async () => await removePeople(hubs))

const members = async () =>
  (await listMembers(hubs.store.database)).map(({ email, role }) => `${email} ${role}`)

async function invite(Email: string): Promise<string> {
  const body = { Email, Role: 'viewer' }
  const answer = await callApi(hubs.one, '/invitations', key, { method: 'POST', body })
  expect(answer).toMatchObject({ status: 201, body: { Link: expect.any(String) } })
  return answer.body.Link
}

/** Signs in as a sample person after opening a link, and comes back to its page. */
async function openAs(link: string, person: string, browser = new Browser()) {
  await browser.open(link)
  const url = `${hubs.one.url}/oauth/dev/login?redirect=/invitations`
  const page = await browser.submit(await browser.open(url), { person })
  return { browser, page }
}

describe('the link of an invitation', () => {
  test('admits the account of its address although the provider does not confirm it, and keeps its token out of the address', async () => {
    const link = await invite('gus@example.com')
    const asked = await new Browser().open(link)
    expect([asked.status, asked.url]).toEqual([401, `${hubs.one.url}/invitations`])
    expect(asked.body).toContain('made for gus@example.com')
    const { browser, page } = await openAs(link, 'gus')
    expect(page.body).toContain('Invitation to Corner Shop')
    expect(await members()).toEqual([])
    expect((await browser.submit(page, {})).body).toContain('Invitation accepted')
    expect(await members()).toEqual(['gus@example.com viewer'])
    // From now on the account is bound.
    await signIn(hubs.one, 'gus')
    expect(await listUsers(hubs.store.database)).toMatchObject([
      { email: 'gus@example.com', isByLink: true },
    ])
  })

  test('says to whoever signs in with a confirmed address that the invitation is accepted', async () => {
    const { browser, page } = await openAs(await invite('ann@example.com'), 'ann')
    expect(page.body).toContain('Invitation accepted')
    expect(await members()).toEqual(['ann@example.com viewer'])
    expect(await listUsers(hubs.store.database)).toMatchObject([{ isByLink: false }])
    expect((await browser.open(`${hubs.one.url}/invitations`)).status).toBe(404)
  })

  test('accepts what the page shows, and not a link that was opened since', async () => {
    const { browser, page } = await openAs(await invite('gus@example.com'), 'gus')
    await browser.open(await invite('other@example.com'))
    const { body } = await browser.submit(page, {})
    expect(body).toContain('This invitation is not valid')
    expect(body).toContain('href="/console/"')
    expect(await members()).toEqual([])
  })

  test('gives nobody a role at another customer by the address that no provider confirms', async () => {
    const { database } = hubs.store
    await openAs(await invite('ann@example.com'), 'eve')
    const { customerId } = hubs.kiosk.customer
    const added = { email: 'ann@example.com', customerId, role: 'owner' } as const
    expect(await addMember(database, added)).toMatchObject({ code: 'SERVER_UNCONFIRMED_ADDRESS' })
  })

  test('admits nobody with another address, and nobody without the link', async () => {
    const link = await invite('gus@example.com')
    for (const person of ['finn', 'eve', 'hana', 'daiyu']) {
      const { page } = await openAs(link, person)
      expect([person, page.body]).toEqual([person, expect.stringContaining('another person')])
    }
    const { body } = await (await signIn(hubs.one, 'gus')).open(hubs.one.url)
    expect(body).toContain('Sign in with')
    expect(await listUsers(hubs.store.database)).toEqual([])
  })

  test('gives nobody the user that has the address already: a stranger could claim it at the provider', async () => {
    const { database } = hubs.store
    await signIn(hubs.one, 'ann')
    const { customerId } = hubs.kiosk.customer
    expectDone(await addMember(database, { email: 'ann@example.com', customerId, role: 'owner' }))
    const { page } = await openAs(await invite('ann@example.com'), 'eve')
    expect(page.body).toContain('another account')
    // Nor one that only has a membership so far.
    expectDone(await addUser(database, { email: 'finn@example.com' }))
    expectDone(await addMember(database, { email: 'finn@example.com', customerId, role: 'owner' }))
    const finn = await openAs(await invite('finn@example.com'), 'finn')
    expect(finn.page.body).toContain('another account')
    expect(await members()).toEqual(['ann@example.com owner', 'finn@example.com owner'])
  })

  test('gives an account the user that was added for its address and was never used', async () => {
    expectDone(await addUser(hubs.store.database, { email: 'finn@example.com', name: 'Finn' }))
    const { browser, page } = await openAs(await invite('finn@example.com'), 'finn')
    expect((await browser.submit(page, {})).body).toContain('Invitation accepted')
    expect(await members()).toEqual(['finn@example.com viewer'])
  })

  test('makes no user that whoever owns the address is later signed in as', async () => {
    const { database } = hubs.store
    // Eve claims the address of Ann, and has got the link.
    await openAs(await invite('ann@example.com'), 'eve')
    const owner = { issuer: 'https://other.example', subject: 'ann', name: 'Ann' }
    const ann = { provider: 'other', verifiedEmail: 'ann@example.com', ...owner }
    const allowed = { emails: ['ann@example.com'], domains: [] }
    expect(await admit(database, ann, allowed)).toMatchObject({ code: 'other_account' })
    // When the provider confirms the address of the account itself, the user is an ordinary one.
    const [identity] = await listUsers(database)
    expect(identity?.providers).toEqual(['dev'])
  })

  test('is kept by the browser that opened it, and works once, on either node', async () => {
    const link = await invite('gus@example.com')
    const [one, two] = await Promise.all([openAs(link, 'gus'), openAs(link, 'gus')])
    const pages = await Promise.all([one, two].map(({ browser, page }) => browser.submit(page, {})))
    const accepted = pages.filter(({ body }) => body.includes('Invitation accepted'))
    expect(accepted).toHaveLength(1)
    expect(await members()).toEqual(['gus@example.com viewer'])
    expect((await one.browser.open(link)).status).toBe(404)
  })
})

describe('a refused sign-in', () => {
  test.each([
    ['gus', 'does not say whether', 'email_not_confirmed'],
    ['finn', 'says that your email address is not verified', 'email_not_verified'],
    ['daiyu', 'not a user of this hub yet', 'not_a_user'],
  ])(
    'of %s says what has happened, with the reference of a line with name and address',
    async (person, text, reason) => {
      const before = hubs.one.log().length
      const browser = await signIn(hubs.one, person)
      const page = await browser.open(`${hubs.one.url}/`)
      const lines = hubs.one.log().slice(before).split('\n')
      const line = lines.find((one) => one.includes('a sign-in was refused')) ?? '{}'
      const { reference, email, name, subject, reason: logged } = JSON.parse(line)
      expect([logged, subject]).toEqual([reason, expect.stringContaining(person)])
      expect([email, name]).toEqual([expect.stringContaining(person), expect.any(String)])
      const query = new URLSearchParams({ error: 'access_denied', reason, reference })
      const shown = await browser.open(`${hubs.one.url}/?${query}`)
      expect(shown.body).toContain(text)
      expect(shown.body).toContain(`<strong>${reference}</strong>`)
      expect(page.body).not.toContain('<strong>')
    },
  )

  test('shows no reference that a stranger has put into a link', async () => {
    for (const reference of ['call 555 0100', 'abcd1234', '<b>AAAAAAAA</b>', 'AAAAAAAAA']) {
      const query = new URLSearchParams({ error: 'access_denied', reason: 'not_a_user', reference })
      const { body } = await new Browser().open(`${hubs.one.url}/?${query}`)
      expect([reference, body.includes('Give this reference')]).toEqual([reference, false])
    }
  })
})
