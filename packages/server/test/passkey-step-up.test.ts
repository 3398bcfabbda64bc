/** Rules of `signIn.stepUp` for people who sign in with passkeys, beside a provider. */
import { execute, sql } from '@entrepot/database'
import { expectDone } from '@entrepot/marketplace'
import type { Browser } from '@entrepot/test-support/browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '../src/people/members/members.ts'
import { createRecoveryLink } from '../src/people/passkeys/recovery.ts'
import { addUser } from '../src/people/users/users.ts'
import { PasskeyPerson } from './passkey-person.ts'
import { asPage, callApi, signIn, startTwoHubs, type TwoHubs } from './two-hubs.ts'

const RULES = [
  '{roles: [viewer], acr: [phr, mfa], maxAge: 600}',
  '{roles: [operator], acr: [mfa]}',
  '{roles: [owner], calls: access, acr: [phr, mfa]}',
]

let hubs: TwoHubs
beforeAll(async () => {
  const settings = `signIn: {passkeys: true, stepUp: [${RULES.join(', ')}]}\n`
  hubs = await startTwoHubs({ host: 'localhost', settings })
})
afterAll(async () => await hubs?.end())

/** A member with a passkey, who has signed in with it. */
async function member(name: string, role: 'owner' | 'operator' | 'viewer'): Promise<PasskeyPerson> {
  const { database } = hubs.store
  const email = `${name}@shop.example`
  expectDone(await addUser(database, { email }))
  const { customerId } = hubs.corner.customer
  expectDone(await addMember(database, { email, customerId, role }))
  const person = new PasskeyPerson(hubs.origin)
  await person.open(expectDone(await createRecoveryLink(database, email, hubs.origin)).link)
  expect(await person.create({ reason: 'recovery' })).toMatchObject({ status: 200 })
  return person
}

const me = async ({ browser }: { readonly browser: Browser }) =>
  await callApi(hubs.one, '/me', asPage({ url: hubs.origin }, browser, hubs.corner))

/** Moves all sign-ins with passkeys into the past. */
const age = async () =>
  await execute(
    hubs.store.database,
    sql`update hub.sessions set data = jsonb_set(data::jsonb, '{passkey,at}', '1000')::text
      where data::jsonb ? 'passkey'`,
  )

test('a passkey is a strong sign-in, at the time at which it was used', async () => {
  const person = await member('vi', 'viewer')
  expect(await me(person)).toMatchObject({ status: 200 })
  expect((await person.open('/step-up?redirect=/console/team')).url).toContain('/console/team')
  await age()
  await expect.poll(async () => (await me(person)).status).toBe(401)
  const page = await person.open('/step-up?redirect=/console/team')
  expect(page.body).toContain('use your passkey again')
  expect(page.body).toContain('data-next="/console/team"')
  expect(await person.signIn()).toMatchObject({ status: 200 })
  expect(await me(person)).toMatchObject({ status: 200 })
})

test('who needs what a passkey does not prove is led to the provider', async () => {
  const person = await member('op', 'operator')
  expect((await me(person)).body.code).toBe('MARKET_STEP_UP')
  const page = await person.open('/step-up?redirect=/console/team')
  expect(page.body).toContain('This needs a stronger sign-in')
  expect(page.body).toContain('/oauth/dev/login?prompt&#61;login')
  expect(page.body).not.toContain('data-passkey')
})

test('who has signed in too weakly to change access adds no passkey, which would be strong', async () => {
  const { database } = hubs.store
  const { customerId } = hubs.corner.customer
  const browser = await signIn({ url: hubs.origin }, 'ann')
  expectDone(await addMember(database, { email: 'ann@example.com', customerId, role: 'owner' }))
  const weak = Object.assign(new PasskeyPerson(hubs.origin), { browser })
  expect(await weak.create({ reason: 'account' })).toMatchObject({
    ...{ status: 403, body: { code: 'SERVER_WEAK_SESSION' } },
  })
  const strong = await member('ow', 'owner')
  expect(await strong.create({ reason: 'account' })).toMatchObject({ status: 200 })
})
