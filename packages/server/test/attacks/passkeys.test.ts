/** Attacks on signing in with passkeys: answers that are replayed, stolen, made for others, by copies, or for a removed person. Two nodes. */
import { randomBytes } from 'node:crypto'
import { execute, query, sql, transaction } from '@entrepot/database'
import { expectDone } from '@entrepot/marketplace'
import { Authenticator } from '@entrepot/test-support/authenticator'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { addMember, removePerson } from '../../src/people/members/members.ts'
import { createRecoveryLink } from '../../src/people/passkeys/recovery.ts'
import { revokeAgentsOf } from '../../src/people/sessions/revoke-agents.ts'
import { addUser, listUsers } from '../../src/people/users/users.ts'
import { PasskeyPerson } from '../passkey-person.ts'
import { callApi, keyOf, removePeople, signIn, startTwoHubs, type TwoHubs } from '../two-hubs.ts'

let hubs: TwoHubs
let key: { readonly 'x-api-key': string }
beforeAll(async () => {
  hubs = await startTwoHubs({ host: 'localhost', settings: 'signIn: {passkeys: true}\n' })
  key = await keyOf(hubs, hubs.corner)
})
afterAll(async () => await hubs?.end())
beforeEach(async () => await removePeople(hubs))

/** A member of the corner shop who has created a passkey by an invitation. */
async function member(email = 'bo@shop.example'): Promise<PasskeyPerson> {
  const person = new PasskeyPerson(hubs.origin)
  await person.open(await invite(email))
  expect(await person.create({ reason: 'invitation' })).toMatchObject({ status: 200 })
  const page = await person.open('/invitations')
  await person.browser.submit(page, {})
  return person
}

async function invite(Email: string): Promise<string> {
  const body = { Email, Role: 'viewer' }
  return (await callApi(hubs.one, '/invitations', key, { method: 'POST', body })).body.Link
}

/** The address of the person whom the session of a browser has signed in; undefined for nobody. */
async function whoIs(person: PasskeyPerson, cookie = person.headers().cookie ?? '') {
  const headers = { cookie, 'entrepot-customer': '*', 'sec-fetch-site': 'same-origin' }
  return (await callApi(hubs.one, '/me', headers)).body.Actor?.Label
}

/** The same authenticator at another browser. */
const elsewhere = ({ authenticator }: PasskeyPerson) =>
  new PasskeyPerson(hubs.origin, authenticator)

const REFUSED = { status: 401, body: { code: 'SERVER_PASSKEY_REFUSED' } }

describe('an answer to a sign-in', () => {
  test('signs in whoever has made it, in a session with a new id', async () => {
    const person = elsewhere(await member())
    await person.open('/invitations?token=x')
    await person.open(await invite('other@shop.example'))
    const before = person.headers().cookie ?? ''
    expect(await person.signIn()).toMatchObject({ status: 200 })
    expect(await whoIs(person)).toBe('bo@shop.example')
    expect(await whoIs(person, before)).toBeUndefined()
  })

  test('is taken once, by whichever node, of many at the same time', async () => {
    const person = elsewhere(await member())
    const { body: options } = await person.post('sign-in/options')
    const response = person.authenticator.get(options)
    const body = JSON.stringify({ response })
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const node = hubs.nodes[index % 2] ?? hubs.one
        const init = { method: 'POST', headers: person.headers(), body }
        return (await fetch(`${node.url}/passkeys/sign-in`, init)).status
      }),
    )
    expect(answers.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 401)])
    expect(await person.post('sign-in', { response })).toMatchObject(REFUSED)
  })

  test('is not taken from another browser, for another challenge, or too late', async () => {
    const victim = elsewhere(await member())
    const attacker = new PasskeyPerson(hubs.origin)
    const { body: ofAttacker } = await attacker.post('sign-in/options')
    // The attacker lets the victim answer the challenge of the attacker, and the other way round.
    const response = victim.authenticator.get(ofAttacker)
    expect(await victim.post('sign-in', { response })).toMatchObject(REFUSED)
    const { body: ofVictim } = await victim.post('sign-in/options')
    const own = victim.authenticator.get(ofVictim)
    expect(await attacker.post('sign-in', { response: own })).toMatchObject(REFUSED)
    expect(await new PasskeyPerson(hubs.origin).post('sign-in', { response: own })).toMatchObject(
      REFUSED,
    )
    expect(await victim.signIn({ challenge: 'A'.repeat(43) })).toMatchObject(REFUSED)
    const { body: late } = await victim.post('sign-in/options')
    await execute(
      hubs.store.database,
      sql`update hub.passkey_challenges set expires_at = now() - interval '1 second'`,
    )
    const answer = victim.authenticator.get(late)
    expect(await victim.post('sign-in', { response: answer })).toMatchObject(REFUSED)
    expect(await whoIs(attacker)).toBeUndefined()
    expect(await whoIs(victim)).toBeUndefined()
  })

  test('is refused from another site, for another relying party, without the person, and with another key', async () => {
    const person = elsewhere(await member())
    const other = new Authenticator(hubs.origin)
    other.create({ challenge: 'x', user: { id: 'x' } })
    const faults = [
      { origin: 'https://evil.example' },
      { origin: hubs.origin.replace('localhost', 'evil.localhost') },
      { rpId: 'evil.example' },
      { isVerified: false },
      { key: other.passkeys[0]?.privateKey as never },
      { userHandle: 'AAAA' },
    ]
    for (const fault of faults) {
      expect([fault, await person.signIn(fault)]).toMatchObject([fault, REFUSED])
    }
    expect(await whoIs(person)).toBeUndefined()
    expect(await person.signIn()).toMatchObject({ status: 200 })
  })

  test('says the same whether there is such a passkey or not, and options name nobody', async () => {
    const person = elsewhere(await member())
    const stranger = new PasskeyPerson(hubs.origin)
    stranger.authenticator.create({ challenge: 'x', user: { id: 'AAAA' } })
    const [known, unknown] = await Promise.all([
      person.signIn({ rpId: 'evil.example' }),
      stranger.signIn(),
    ])
    expect(unknown).toEqual(known)
    const options = await Promise.all(
      [person, stranger].map(async (one) => Object.keys((await one.post('sign-in/options')).body)),
    )
    expect(options[0]).toEqual(options[1])
    expect(options[0]).not.toContain('allowCredentials')
    const page = await stranger.open('/')
    expect(page.body).not.toContain('bo@shop.example')
  })

  test('of a copy, whose counter goes back, is refused and recorded, and the true one goes on', async () => {
    const person = elsewhere(await member())
    expect(await person.signIn({ signCount: 50 })).toMatchObject({ status: 200 })
    for (const signCount of [50, 3, 0]) {
      expect(await elsewhere(person).signIn({ signCount })).toMatchObject(REFUSED)
    }
    const events = await callApi(hubs.one, '/events?types=passkey.refused', key)
    expect(events.body).toHaveLength(3)
    expect(events.body[0]).toMatchObject({ Data: { Email: 'bo@shop.example' } })
    expect(await person.signIn({ signCount: 51 })).toMatchObject({ status: 200 })
  })

  test('of a removed person is refused, and the sessions of the person have ended', async () => {
    const person = await member()
    expect(await whoIs(person)).toBe('bo@shop.example')
    expectDone(await removePerson(hubs.store.database, 'bo@shop.example', { force: true }))
    await expect.poll(async () => await whoIs(person)).toBeUndefined()
    expect(await elsewhere(person).signIn()).toMatchObject(REFUSED)
    // Who is added again does not get the old passkey.
    expectDone(await addUser(hubs.store.database, { email: 'bo@shop.example' }))
    expect(await elsewhere(person).signIn()).toMatchObject(REFUSED)
  })

  test('signs in again, in a session of its own, after the operator has ended what acts for the person', async () => {
    const person = await member()
    expectDone(await revokeAgentsOf(hubs.store.database, { email: 'bo@shop.example' }))
    await expect.poll(async () => await whoIs(person)).toBeUndefined()
    expect(await person.signIn()).toMatchObject({ status: 200 })
    expect(await whoIs(person)).toBe('bo@shop.example')
  })

  test('is not sent by another site, nor as something else than JSON', async () => {
    const person = await member()
    const { body: options } = await person.post('sign-in/options')
    const body = JSON.stringify({ response: person.authenticator.get(options) })
    const send = async (headers: object) => {
      const init = { method: 'POST', headers: { ...person.headers(), ...headers }, body }
      return (await fetch(`${hubs.one.url}/passkeys/sign-in`, init)).status
    }
    expect(await send({ origin: 'https://evil.example' })).toBe(403)
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await send({ 'content-type': 'text/plain' })).toBe(400)
    expect(await send({})).toBe(200)
  })
})

describe('a passkey', () => {
  test('is not created without a right to it', async () => {
    const { database } = hubs.store
    const stranger = new PasskeyPerson(hubs.origin)
    const typed = { email: 'eve@shop.example' }
    for (const reason of ['owner', 'invitation', 'recovery', 'account']) {
      expect(await stranger.create({ reason, ...typed })).toMatchObject({ status: 403 })
    }
    expect(await stranger.create({ reason: 'because' })).toMatchObject({ status: 400 })
    // Neither the challenge of a sign-in creates one, nor the other way round.
    const { body: options } = await stranger.post('sign-in/options')
    const response = stranger.authenticator.create({ ...options, user: { id: 'AAAA' } })
    expect(await stranger.post('create', { response })).toMatchObject({ status: 403 })
    const person = await member()
    const { body: creation } = await person.post('create/options', { reason: 'account' })
    const answer = person.authenticator.get(creation)
    expect(await person.post('sign-in', { response: answer })).toMatchObject(REFUSED)
    expect((await listUsers(database)).map(({ email }) => email)).toEqual(['bo@shop.example'])
  })

  test('is not created by a link that was withdrawn between the question and the answer', async () => {
    const person = new PasskeyPerson(hubs.origin)
    await person.open(await invite('bo@shop.example'))
    const { body: options } = await person.post('create/options', { reason: 'invitation' })
    await execute(hubs.store.database, sql`delete from hub.invitations`)
    const response = person.authenticator.create(options)
    expect(await person.post('create', { response })).toMatchObject({
      ...{ status: 403, body: { code: 'SERVER_VOID_LINK' } },
    })
    expect(await listUsers(hubs.store.database)).toEqual([])
  })

  test('is refused from another site, for another relying party, without the person, and twice', async () => {
    const person = new PasskeyPerson(hubs.origin)
    await person.open(await invite('bo@shop.example'))
    const faults = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
    ]
    for (const fault of faults) {
      const answer = await person.create({ reason: 'invitation' }, fault)
      expect([fault, answer]).toMatchObject([fault, { status: 403 }])
    }
    expect(await listUsers(hubs.store.database)).toEqual([])
    const { body: options } = await person.post('create/options', { reason: 'invitation' })
    const body = JSON.stringify({ response: person.authenticator.create(options) })
    const statuses = await Promise.all(
      hubs.nodes.map(async ({ url }) => {
        const init = { method: 'POST', headers: person.headers(), body }
        return (await fetch(`${url}/passkeys/create`, init)).status
      }),
    )
    expect(statuses.toSorted()).toEqual([200, 403])
  })

  test('whose credential id is too long, or another one than in the answer, is refused', async () => {
    const person = new PasskeyPerson(hubs.origin)
    await person.open(await invite('bo@shop.example'))
    const create = async (bytes: number, named?: string) => {
      const { body: options } = await person.post('create/options', { reason: 'invitation' })
      const credentialId = randomBytes(bytes).toString('base64url')
      const made = person.authenticator.create(options, { credentialId })
      const response = named === undefined ? made : { ...made, id: named, rawId: named }
      return await person.post('create', { response })
    }
    for (const answer of [
      await create(2_000, 'AAAA'),
      await create(1_024),
      await create(16, randomBytes(16).toString('base64url')),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'SERVER_PASSKEY_REFUSED' } })
    }
    expect(await create(1_023)).toMatchObject({ status: 200 })
  })

  test('with the credential id of another person is refused, and nothing of it is stored', async () => {
    const victim = await member()
    const [taken] = victim.authenticator.passkeys
    const attacker = new PasskeyPerson(hubs.origin)
    await attacker.open(await invite('eve@shop.example'))
    const stolen = { credentialId: taken?.id as string }
    expect(await attacker.create({ reason: 'invitation' }, stolen)).toMatchObject({ status: 403 })
    expect((await listUsers(hubs.store.database)).map(({ email }) => email)).toEqual([
      'bo@shop.example',
    ])
    expect(await attacker.signIn()).toMatchObject(REFUSED)
    expect(await elsewhere(victim).authenticator.passkeys).toHaveLength(1)
    expect(await elsewhere(victim).signIn()).toMatchObject({ status: 200 })
  })

  test('is not added to somebody who has a way in, by an invitation of the address', async () => {
    const { database } = hubs.store
    await member('bo@shop.example')
    await signIn({ url: hubs.origin }, 'ann')
    const { customerId } = hubs.kiosk.customer
    expectDone(await addUser(database, { email: 'cy@shop.example' }))
    expectDone(await addMember(database, { email: 'cy@shop.example', customerId, role: 'viewer' }))
    await execute(database, sql`delete from hub.members where customer_id <> ${customerId}`)
    for (const email of ['bo@shop.example', 'ann@example.com', 'cy@shop.example']) {
      const attacker = new PasskeyPerson(hubs.origin)
      await attacker.open(await invite(email))
      const answer = await attacker.create({ reason: 'invitation' })
      expect([email, answer]).toMatchObject([
        email,
        { status: 403, body: { code: 'SERVER_ADDRESS_IN_USE' } },
      ])
    }
  })

  test('is not added in a session that began long ago', async () => {
    const person = await member()
    await execute(
      hubs.store.database,
      sql`update hub.sessions set created_at = created_at - interval '16 minutes'`,
    )
    expect(await person.create({ reason: 'account' })).toMatchObject({
      ...{ status: 403, body: { code: 'SERVER_OLD_SESSION' } },
    })
    expect(await person.signIn()).toMatchObject({ status: 200 })
    expect(await person.create({ reason: 'account' })).toMatchObject({ status: 200 })
  })
})

describe('the question for a passkey of a session', () => {
  test('is void when the session has ended, such as by a recovery, and for another person in the browser', async () => {
    const { database } = hubs.store
    const thief = await member()
    const { body: options } = await thief.post('create/options', { reason: 'account' })
    const person = new PasskeyPerson(hubs.origin)
    const { link } = expectDone(await createRecoveryLink(database, 'bo@shop.example', hubs.origin))
    await person.open(link)
    expect(await person.create({ reason: 'recovery' }, {}, { removeOthers: true })).toMatchObject({
      status: 200,
    })
    const response = thief.authenticator.create(options)
    expect(await thief.post('create', { response })).toMatchObject({
      ...{ status: 403, body: { code: 'SERVER_OLD_SESSION' } },
    })
    const { body: next } = await person.post('create/options', { reason: 'account' })
    const other = await member('eve@shop.example')
    Object.assign(other, { browser: person.browser })
    expect(await other.signIn()).toMatchObject({ status: 200 })
    const answer = person.authenticator.create(next)
    expect(await person.post('create', { response: answer })).toMatchObject({
      ...{ status: 403, body: { code: 'SERVER_OLD_SESSION' } },
    })
    const rows = await query(database, sql`select user_id from hub.passkeys`)
    expect(rows).toHaveLength(2)
  })

  test('keeps a name that PostgreSQL can store, whatever was typed', async () => {
    const person = new PasskeyPerson(hubs.origin)
    await person.open(await invite('bo@shop.example'))
    const name = 'Bo \ud800\u0000'
    expect(await person.create({ reason: 'invitation', name })).toMatchObject({ status: 200 })
  })
})

describe('the link of a recovery', () => {
  const recoveryOf = async (email = 'bo@shop.example') =>
    expectDone(await createRecoveryLink(hubs.store.database, email, hubs.origin)).link

  test('works once, of several browsers at once on two nodes, and ends all other sessions', async () => {
    const lost = await member()
    const link = await recoveryOf()
    const people = Array.from({ length: 6 }, () => new PasskeyPerson(hubs.origin))
    const bodies = await Promise.all(
      people.map(async (person) => {
        expect((await person.open(link)).url).toBe(`${hubs.origin}/recover`)
        const { body: options } = await person.post('create/options', { reason: 'recovery' })
        return JSON.stringify({
          response: person.authenticator.create(options),
          removeOthers: true,
        })
      }),
    )
    const statuses = await Promise.all(
      people.map(async (person, index) => {
        const { url } = hubs.nodes[index % 2] ?? hubs.one
        const init = { method: 'POST', headers: person.headers(), body: bodies[index] ?? '' }
        return (await fetch(`${url}/passkeys/create`, init)).status
      }),
    )
    expect(statuses.toSorted()).toEqual([200, 403, 403, 403, 403, 403])
    await expect.poll(async () => await whoIs(lost)).toBeUndefined()
    expect(await elsewhere(lost).signIn()).toMatchObject(REFUSED)
    expect((await new PasskeyPerson(hubs.origin).open(link)).status).toBe(404)
    const rows = await query(hubs.store.database, sql`select user_id from hub.passkeys`)
    expect(rows).toHaveLength(1)
    const { body } = await callApi(hubs.one, '/events?types=passkey.*', key)
    const types = body.map(({ Type }: { Type: string }) => Type)
    expect(types).toContain('passkey.recovery_issued')
    expect(types).toContain('passkey.recovered')
  })

  test('leaves nobody in who has just proven a lost passkey, and whose session is stored afterwards', async () => {
    const { database } = hubs.store
    const thief = elsewhere(await member())
    const person = new PasskeyPerson(hubs.origin)
    await person.open(await recoveryOf())
    await execute(
      database,
      sql`
      create function hub.pause() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(4711); return new; end $$`,
    )
    onTestFinished(async () => void (await execute(database, sql`drop function hub.pause cascade`)))
    await execute(
      database,
      sql`create trigger pause before insert on hub.sessions for each row execute function hub.pause()`,
    )
    const waiting = async () =>
      await query(
        database,
        sql`select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
      )
    const answers = await transaction(database, async (tx) => {
      await execute(tx, sql`select pg_advisory_xact_lock(4711)`)
      const signIn = thief.signIn()
      await expect.poll(waiting).toHaveLength(1)
      // The session of the recovery waits, too, when everything else is done.
      const recovery = person.create({ reason: 'recovery' }, {}, { removeOthers: true })
      await expect.poll(waiting).toHaveLength(2)
      return { signIn, recovery }
    })
    expect(await answers.signIn).toMatchObject(REFUSED)
    expect(await answers.recovery).toMatchObject({ status: 200 })
    expect(await whoIs(thief)).toBeUndefined()
    expect(await whoIs(person)).toBe('bo@shop.example')
    const rows = await query(database, sql`select from hub.sessions where user_id is not null`)
    expect(rows).toHaveLength(1)
  })

  test('keeps the other passkeys if the person says so', async () => {
    const lost = await member()
    const person = new PasskeyPerson(hubs.origin)
    await person.open(await recoveryOf())
    expect(await person.create({ reason: 'recovery' }, {}, { removeOthers: false })).toMatchObject({
      status: 200,
    })
    expect(await whoIs(person)).toBe('bo@shop.example')
    expect(await elsewhere(lost).signIn()).toMatchObject({ status: 200 })
  })

  test('is void when another was made, after a day, when guessed, and in a browser that has not opened it', async () => {
    await member()
    const link = await recoveryOf()
    const rows = await query(hubs.store.database, sql`select r::text from hub.recovery_links r`)
    expect(JSON.stringify(rows)).not.toContain(new URL(link).searchParams.get('token'))
    const person = new PasskeyPerson(hubs.origin)
    await person.open(link)
    const { body: options } = await person.post('create/options', { reason: 'recovery' })
    await recoveryOf()
    const response = person.authenticator.create(options)
    expect(await person.post('create', { response })).toMatchObject({ status: 403 })
    expect((await new PasskeyPerson(hubs.origin).open(link)).status).toBe(404)
    const next = await recoveryOf()
    expect(await person.create({ reason: 'recovery' })).toMatchObject({ status: 403 })
    for (const guess of ['x', 'A'.repeat(43), 'A'.repeat(5_000)]) {
      expect((await person.open(`/recover?token=${guess}`)).status).toBe(404)
    }
    await execute(
      hubs.store.database,
      sql`update hub.recovery_links set expires_at = now() - interval '1 second'`,
    )
    expect((await person.open(next)).status).toBe(404)
  })

  test('gives a user whom the command has added the first passkey, and nobody else', async () => {
    const { database } = hubs.store
    expectDone(await addUser(database, { email: 'cy@shop.example' }))
    const person = new PasskeyPerson(hubs.origin)
    await person.open(await recoveryOf('cy@shop.example'))
    expect(await person.create({ reason: 'recovery' })).toMatchObject({ status: 200 })
    expect(await elsewhere(person).signIn()).toMatchObject({ status: 200 })
    expect(await createRecoveryLink(database, 'x@shop.example', hubs.origin)).toMatchObject({
      code: 'SERVER_NO_USER',
    })
  })
})

describe('the passkeys of a person', () => {
  const own = (person: PasskeyPerson) => ({
    ...person.headers(),
    'entrepot-customer': '*',
    'content-type': 'application/json',
  })

  test('are listed, renamed and removed, but never all of them, however many are removed at once', async () => {
    const person = await member()
    expect(await person.create({ reason: 'account' }, {}, { name: 'Second' })).toMatchObject({
      body: { name: 'Second' },
    })
    const { body: listed } = await callApi(hubs.one, '/me/passkeys', own(person))
    expect(listed).toMatchObject([{ LastUsedAt: null }, { Name: 'Second' }])
    const [, second] = listed.map(({ Id }: { Id: number }) => Id)
    const body = { Name: 'The safe' }
    const renamed = await callApi(hubs.one, `/me/passkeys/${second}`, own(person), {
      ...{ method: 'PATCH', body },
    })
    expect(renamed).toMatchObject({ status: 200, body: { Name: 'The safe' } })
    for (const name of ['Third', 'Fourth', 'Fifth', 'Sixth']) {
      expect(await person.create({ reason: 'account' }, {}, { name })).toMatchObject({
        status: 200,
      })
    }
    const { body: all } = await callApi(hubs.one, '/me/passkeys', own(person))
    const removals = await Promise.all(
      all.map(async ({ Id }: { Id: number }, index: number) => {
        const node = hubs.nodes[index % 2] ?? hubs.one
        return await callApi(node, `/me/passkeys/${Id}`, own(person), { method: 'DELETE' })
      }),
    )
    const statuses = removals.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([204, 204, 204, 204, 204, 409])
    expect((await callApi(hubs.one, '/me/passkeys', own(person))).body).toHaveLength(1)
    expect(await whoIs(person)).toBe('bo@shop.example')
  })

  test('are not seen, renamed or removed by others, keys or agents', async () => {
    const victim = await member()
    const { body: listed } = await callApi(hubs.one, '/me/passkeys', own(victim))
    const id = listed[0].Id as number
    const attacker = await member('eve@shop.example')
    const path = `/me/passkeys/${id}`
    const body = { Name: 'Mine' }
    const patch = { method: 'PATCH', body }
    expect((await callApi(hubs.one, path, own(attacker), patch)).status).toBe(404)
    expect((await callApi(hubs.one, path, own(attacker), { method: 'DELETE' })).status).toBe(404)
    expect((await callApi(hubs.one, '/me/passkeys', key)).status).toBe(403)
    expect((await callApi(hubs.one, path, key, { method: 'DELETE' })).status).toBe(403)
    expect((await callApi(hubs.one, path, key, patch)).status).toBe(403)
  })

  test('may all be removed by who has an account at a provider', async () => {
    const browser = await signIn({ url: hubs.origin }, 'ann')
    const { customerId } = hubs.corner.customer
    const { database } = hubs.store
    expectDone(await addMember(database, { email: 'ann@example.com', customerId, role: 'viewer' }))
    const person = new PasskeyPerson(hubs.origin)
    Object.assign(person, { browser })
    expect(await person.create({ reason: 'account' })).toMatchObject({ status: 200 })
    const { body } = await callApi(hubs.one, '/me/passkeys', own(person))
    const path = `/me/passkeys/${body[0].Id}`
    expect((await callApi(hubs.one, path, own(person), { method: 'DELETE' })).status).toBe(204)
    expect(await whoIs(person)).toBe('ann@example.com')
  })
})
