/** /v2/members, /v2/invitations and /v2/agents, by keys, people and agents, with the isolation of customers. */
import { execute, query, queryFirst, sql, transaction } from '@entrepot/database'
import { expectDone, type Scope } from '@entrepot/marketplace'
import { Browser } from '@entrepot/test-support/browser'
import type { Shop } from '@entrepot/test-support/shop'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { hubNames } from '../src/names.ts'
import { freezeCustomer, thawCustomer } from '../src/operations/moves/freeze.ts'
import { recordAllAgents } from '../src/people/agent-events/record-agents.ts'
import { acceptByAddress, acceptByLink, invite } from '../src/people/invitations/invitations.ts'
import { isInvited } from '../src/people/invitations/store.ts'
import { keptOf } from '../src/people/link-token.ts'
import { addMember, listMembers, removePerson, setRole } from '../src/people/members/members.ts'
import type { Role } from '../src/people/members/roles.ts'
import { addUser } from '../src/people/users/users.ts'
import {
  type ApiAnswer,
  asPage,
  bearer,
  callApi,
  connectAgent,
  keyOf,
  removePeople,
  signIn,
  startTwoHubs,
  type TwoHubs,
} from './two-hubs.ts'
import { storeWaitingCall } from './waiting-call.ts'

let hubs: TwoHubs
beforeAll(async () => {
  hubs = await startTwoHubs({ registeredScopes: hubNames.scopes.merchant })
})
afterAll(async () => await hubs?.end())
beforeEach(async () => {
  const { database } = hubs.store
  await removePeople(hubs)
  await execute(database, sql`delete from hub.agent_rules`)
})

const ANN = 'ann@example.com'
const ADMINISTRATION: readonly Scope[] = [
  'members:read',
  'members:write',
  'agents:read',
  'agents:write',
]

/** Adds a user and makes the user a member. */
async function addPerson(email: string, role: Role, shop = hubs.corner): Promise<string> {
  const { database } = hubs.store
  await addUser(database, { email })
  const { customerId } = shop.customer
  return expectDone(await addMember(database, { email, customerId, role })).userId
}

type Headers = Readonly<Record<string, string>>

/** Ann as an owner of a customer, by each kind of principal. */
async function owners(shop: Shop): Promise<readonly (readonly [string, Headers])[]> {
  const browser = await signIn(hubs.one, 'ann')
  await addPerson(ANN, 'owner', shop)
  const agent = await connectAgent(hubs.one, 'ann', { scope: ADMINISTRATION.join(' ') })
  return [
    ['a key', await keyOf(hubs, shop, ADMINISTRATION)],
    ['a person', asPage(hubs.one, browser, shop)],
    ['an agent', bearer(agent)],
  ]
}

/** Makes agents of a customer do alone what they may. */
async function endApprovals(owner: Headers): Promise<void> {
  const none = { Rules: [], ExpiryHours: 24 }
  expect((await call('/agent-rules', owner, 'PUT', none)).status).toBe(200)
}

const call = async (
  path: string,
  headers: Headers,
  method = 'GET',
  body?: unknown,
): Promise<ApiAnswer> => await callApi(hubs.one, path, headers, { method, body })

interface LoggedEvent {
  readonly Type: string
  readonly Actor: { readonly Kind: string }
  readonly Subject: { readonly Id: string } | null
  readonly Sequence: number | null
  readonly Data: { readonly Role: string; readonly Email?: string; readonly PersonId?: number }
}

test('the log has who was invited, joined, changed and removed, and by whom', async () => {
  const [, [, admin]] = (await owners(hubs.corner)) as [unknown, readonly [string, Headers]]
  const from = (await call('/events?after=latest', admin)).headers.get('entrepot-cursor')
  const invitation = { Email: 'told@shop.example', Role: 'viewer' }
  const { Id } = (await call('/invitations', admin, 'POST', invitation)).body
  await call(`/invitations/${Id}`, admin, 'DELETE')
  await call(`/invitations/${Id}`, admin, 'DELETE')
  const member = await addPerson('told@shop.example', 'viewer', hubs.corner)
  await call(`/members/${member}`, admin, 'PATCH', { Role: 'operator' })
  await call(`/members/${member}`, admin, 'PATCH', { Role: 'operator' })
  await call(`/members/${member}`, admin, 'DELETE')
  const { body } = await call(`/events?types=member.*&after=${from}`, admin)
  const logged = body.map((event: LoggedEvent) => {
    const { Type, Actor, Subject, Sequence, Data } = event
    return [Type, Actor.Kind, Subject?.Id ?? null, Sequence, Data.Role]
  })
  expect(logged).toEqual([
    ['member.invited', 'person', null, null, 'viewer'],
    ['member.invitation_withdrawn', 'person', null, null, 'viewer'],
    ['member.joined', 'system', member, 1, 'viewer'],
    ['member.updated', 'person', member, 2, 'operator'],
    ['member.removed', 'person', member, 3, 'operator'],
  ])
})

/** A call about a record of another customer, and about one that does not exist. */
type Foreign = readonly [method: string, path: string, their: string, none: string, body?: object]

/** The answers for both, without what the caller has sent and the number of the approval that the call waits for. */
async function askForBoth(headers: Headers, [method, path, their, none, body]: Foreign) {
  const answers = []
  for (const one of [their, none]) {
    const { status, body: answer } = await call(path + one, headers, method, body)
    const { code, detail } = answer
    const [id = ''] = one.split('/')
    answers.push({ status, code, detail: detail.replace(id, '').replace(/approvals\/\d+/, '') })
  }
  return answers
}

/** Whether a kind of principal cannot make a call for any record: nobody gives rights that they lack, and no agent decides about agents. */
function isRefused(kind: string, [method, path, their]: Foreign): boolean {
  if (method === 'PATCH') return kind !== 'a person'
  return kind === 'an agent' && method !== 'GET' && /agent-|caps$/.test(path + their)
}

describe('isolation: what belongs to another customer answers as what does not exist', () => {
  test('for each call and each kind of principal', async () => {
    const theirs = await addPerson('cy@shop.example', 'viewer', hubs.kiosk)
    await addPerson('di@shop.example', 'owner', hubs.kiosk)
    const { customerId } = hubs.kiosk.customer
    const invitedBy = { kind: 'system', id: 'test', label: 'Test' } as const
    const input = { customerId, email: 'ed@shop.example', role: 'viewer', invitedBy } as const
    const { invitation } = expectDone(await invite(hubs.store.database, input))
    const { invitationId } = invitation
    await signIn(hubs.one, 'bo')
    const bo = await addPerson('bo@example.com', 'viewer', hubs.kiosk)
    await connectAgent(hubs.one, 'bo', { scope: 'orders:read' })
    const admin = await keyOf(hubs, hubs.kiosk, ADMINISTRATION)
    const [agent] = (await call('/agents', admin)).body
    expect(agent).toMatchObject({ Name: 'Stock agent', Person: { Id: Number(bo) } })
    const role = { Role: 'viewer' }
    const { body: stop } = await call('/agent-stops', admin, 'POST', { AgentId: agent.Id })
    const waits = await storeWaitingCall(hubs.store.database, customerId, 'A')
    const approval = waits.split('/').at(-1)
    const nobody = `999999-${'x'.repeat(22)}`
    const calls = [
      ['GET', '/members/', theirs, '999999'],
      ['PATCH', '/members/', theirs, '999999', role],
      ['DELETE', '/members/', theirs, '999999'],
      ['GET', '/members/', `${theirs}/sessions`, '999999/sessions'],
      ['DELETE', '/members/', `${theirs}/sessions`, '999999/sessions'],
      ['GET', '/invitations/', invitationId, '999999'],
      ['DELETE', '/invitations/', invitationId, '999999'],
      ['GET', '/agents/', agent.Id, nobody],
      ['DELETE', '/agents/', agent.Id, nobody],
      ['GET', '/agents/', `${agent.Id}/caps`, `${nobody}/caps`],
      ['PUT', '/agents/', `${agent.Id}/caps`, `${nobody}/caps`, { Writes: 1 }],
      ['DELETE', '/agents/', `${agent.Id}/caps`, `${nobody}/caps`],
      ['DELETE', '/agent-stops/', String(stop.Id), '999999'],
      ['GET', '/agent-approvals/', `${approval}`, '999999'],
      ['POST', '/agent-approvals/', `${approval}/approve`, '999999/approve'],
      ['POST', '/agent-approvals/', `${approval}/reject`, '999999/reject', {}],
    ] satisfies readonly Foreign[]
    const principals = await owners(hubs.corner)
    const [, [, person], [, robot]] = principals as [unknown, [string, Headers], [string, Headers]]
    for (const one of calls) {
      const [found, missing] = await askForBoth(robot, one)
      expect([one, found]).toEqual([one, missing])
    }
    await endApprovals(person)
    for (const [kind, headers] of principals) {
      for (const one of calls) {
        const [found, missing] = await askForBoth(headers, one)
        expect([kind, one, found]).toEqual([kind, one, missing])
        expect([kind, one, found?.status]).toEqual([kind, one, isRefused(kind, one) ? 403 : 404])
      }
      for (const list of ['/members', '/invitations', '/agents']) {
        const { status, body } = await call(list, headers)
        expect(status).toBe(200)
        expect(JSON.stringify(body)).not.toMatch(/(cy|di|ed)@shop|bo@example/)
      }
    }
    expect((await call(`/members/${theirs}`, admin)).body).toMatchObject({ Role: 'viewer' })
    expect((await call(`/invitations/${invitationId}`, admin)).body.Status).toBe('OPEN')
    const { body: now } = await call(`/agents/${agent.Id}`, admin)
    expect(now).toMatchObject({ Stopped: { Id: stop.Id }, Usage: { Caps: { Writes: 2_000 } } })
    const { body: left } = await call(`/agent-approvals/${approval}`, admin)
    expect(left).toMatchObject({ Status: 'PENDING' })
    await call(`/agent-stops/${stop.Id}`, admin, 'DELETE')
  })

  test('and each call needs its scope', async () => {
    const calls = [
      ['GET', '/members', 'members:read'],
      ['GET', '/members/1', 'members:read'],
      ['PATCH', '/members/1', 'members:write'],
      ['DELETE', '/members/1', 'members:write'],
      ['GET', '/members/1/sessions', 'members:write'],
      ['DELETE', '/members/1/sessions', 'members:write'],
      ['GET', '/invitations', 'members:read'],
      ['GET', '/invitations/1', 'members:read'],
      ['POST', '/invitations', 'members:write'],
      ['DELETE', '/invitations/1', 'members:write'],
      ['GET', '/agents', 'agents:read'],
      ['GET', `/agents/1-${'x'.repeat(22)}`, 'agents:read'],
      ['DELETE', `/agents/1-${'x'.repeat(22)}`, 'agents:write'],
    ] as const
    for (const [method, path, scope] of calls) {
      const others = ADMINISTRATION.filter((one) => one !== scope)
      const answer = await call(path, await keyOf(hubs, hubs.corner, others), method)
      expect([method, path, answer.status, answer.body.detail]).toEqual([
        ...[method, path, 403],
        expect.stringContaining(scope),
      ])
    }
  })
})

test('GET /v2/me says for whom and by whom credentials of each kind act', async () => {
  const [[, key], [, person], [, agent]] = (await owners(hubs.corner)) as [
    [string, Headers],
    [string, Headers],
    [string, Headers],
  ]
  const { customerId } = hubs.corner.customer
  const Customer = { Id: Number(customerId), Name: 'Corner Shop' }
  const Customers = [{ ...Customer, Role: 'owner' }]
  const ofKey = await call('/me', key)
  expect(ofKey).toMatchObject({ status: 200, body: { Customer, Customers: [] } })
  expect(ofKey.body).toMatchObject({ Actor: { Kind: 'key' }, Scopes: ADMINISTRATION })
  expect((await call('/me', person)).body).toMatchObject({
    ...{ Kind: 'merchant', Customer, Customers },
    Actor: { Kind: 'person', Label: ANN, Person: null },
    Scopes: hubNames.scopes.merchant,
  })
  const ofAgent = await call('/me', agent)
  expect(ofAgent.body).toMatchObject({
    ...{ Customer, Customers },
    Actor: { Kind: 'agent', Label: 'Stock agent', Person: { Label: ANN } },
  })
  expect(ofAgent.body.Scopes.toSorted()).toEqual(ADMINISTRATION.toSorted())
})

interface Listed {
  readonly Browser: string | null
  readonly IsCurrent: boolean
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'

/** Signs Ann in with a browser that sends this header. */
async function signInWith(userAgent: string): Promise<Browser> {
  const { url } = hubs.one
  const headers = { 'user-agent': userAgent }
  return await signIn(hubs.one, 'ann', new Browser({ [url]: { target: url, headers } }))
}

/** What is stored of the sessions, oldest first. */
async function storedSessions(): Promise<readonly { user?: string; userAgent?: string }[]> {
  const rows = await query<{ data: string }>(
    hubs.store.database,
    sql`select data from hub.sessions where user_id is not null order by created_at`,
  )
  return rows.map(({ data }) => JSON.parse(data))
}

describe('sessions', () => {
  test('are listed and ended by their person: one, or all, on every node', async () => {
    const [here, there] = [await signIn(hubs.one, 'ann'), await signIn(hubs.one, 'ann')]
    await addPerson(ANN, 'viewer')
    const [mine, other] = [here, there].map((one) => asPage(hubs.one, one, hubs.corner)) as [
      Headers,
      Headers,
    ]
    const { body } = await call('/me/sessions', other)
    expect(body.map(({ IsCurrent }: { IsCurrent: boolean }) => IsCurrent)).toEqual([false, true])
    expect((await call(`/me/sessions/${body[0].Id}`, other, 'DELETE')).status).toBe(204)
    expect((await call(`/me/sessions/${body[0].Id}`, other, 'DELETE')).status).toBe(404)
    for (const node of hubs.nodes) {
      const statusOf = async (headers: Headers) => (await callApi(node, '/me', headers)).status
      await expect.poll(async () => await statusOf(mine)).toBe(401)
      expect(await statusOf(other)).toBe(200)
    }
    expect((await call('/me/sessions', other, 'DELETE')).body).toEqual({ EndedCount: 1 })
    await expect.poll(async () => (await call('/me', other)).status).toBe(401)
  })

  test('name the browser of the sign-in; one from before the hub kept it has no name', async () => {
    await signInWith(FIREFOX)
    const mine = await signInWith(FIREFOX)
    await addPerson(ANN, 'viewer')
    const headers = asPage(hubs.one, mine, hubs.corner)
    const browsers = async () =>
      (await call('/me/sessions', headers)).body.map(({ Browser, IsCurrent }: Listed) => [
        Browser,
        IsCurrent,
      ])
    expect(await browsers()).toEqual([
      ['Firefox on Linux', false],
      ['Firefox on Linux', true],
    ])
    const [first] = await storedSessions()
    // A name with a NUL, which a provider may send, fails no list.
    const data = JSON.stringify({ user: first?.user, oauthUser: { name: 'Ann\u0000' } })
    await execute(
      hubs.store.database,
      sql`update hub.sessions set data = ${data} where created_at =
        (select min(created_at) from hub.sessions where user_id is not null)`,
    )
    expect(await browsers()).toEqual([
      [null, false],
      ['Firefox on Linux', true],
    ])
  })

  test('keep a bounded part of a hostile header, and show nothing of its text', async () => {
    const evil = `<img src=x onerror=alert(1)>/1.0 (X11; Linux)\t\u009b2J${'x'.repeat(5_000)}`
    const browser = await signInWith(evil)
    await addPerson(ANN, 'viewer')
    const { body } = await call('/me/sessions', asPage(hubs.one, browser, hubs.corner))
    expect(body).toMatchObject([{ Browser: 'Browser on Linux' }])
    const [{ userAgent } = {}] = await storedSessions()
    expect(userAgent).toBe(evil.replace(/[\t\u009b]/g, '').slice(0, 400))
  })

  test('of others are ended by an owner, and by no viewer, key or agent that only acts for them', async () => {
    const [[, key], , [, agent]] = (await owners(hubs.corner)) as [
      [string, Headers],
      unknown,
      [string, Headers],
    ]
    for (const headers of [key, agent]) {
      for (const [method, path] of [
        ['GET', '/me/sessions'],
        ['DELETE', '/me/sessions'],
        ['DELETE', '/me/sessions/0123456789abcdef'],
      ] as const) {
        expect((await call(path, headers, method)).body.code).toBe('MARKET_FORBIDDEN')
      }
    }
    const browser = await signIn(hubs.one, 'bo')
    const bo = await addPerson('bo@example.com', 'viewer')
    const viewer = asPage(hubs.one, browser, hubs.corner)
    expect((await call(`/members/${bo}/sessions`, viewer, 'DELETE')).status).toBe(403)
    expect((await call(`/members/${bo}/sessions`, key)).body).toHaveLength(1)
    const ended = await call(`/members/${bo}/sessions`, key, 'DELETE')
    expect(ended.body).toEqual({ EndedCount: 1 })
    for (const node of hubs.nodes) {
      await expect.poll(async () => (await callApi(node, '/me', viewer)).status).toBe(401)
    }
  })
})

describe('members', () => {
  test('are listed in pages, changed and removed by an owner', async () => {
    const [, [, owner = {}] = []] = await owners(hubs.corner)
    const [bo, cy] = [
      await addPerson('bo@shop.example', 'viewer'),
      await addPerson('cy@shop.example', 'operator'),
    ]
    const first = await call('/members?pageSize=2', owner)
    expect(first.body).toMatchObject([{ Email: ANN, Role: 'owner' }, { Id: Number(bo) }])
    const [, next = ''] = /<\/v2([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? []
    const second = await call(next, owner)
    expect(second.body).toMatchObject([{ Id: Number(cy), Role: 'operator' }])
    expect(second.headers.get('link')).toBeNull()

    const changed = await call(`/members/${bo}`, owner, 'PATCH', { Role: 'operator' })
    expect(changed).toMatchObject({ status: 200, body: { Id: Number(bo), Role: 'operator' } })
    expect((await call(`/members/${bo}`, owner)).body).toEqual(changed.body)
    expect((await call(`/members/${bo}`, owner, 'DELETE')).status).toBe(204)
    expect((await call(`/members/${bo}`, owner)).status).toBe(404)
  })

  test('keep their last owner', async () => {
    const [, [, owner = {}] = []] = await owners(hubs.corner)
    const [{ userId = '' } = {}] = await listMembers(hubs.store.database)
    for (const [method, body] of [['PATCH', { Role: 'viewer' }], ['DELETE']] as const) {
      const answer = await call(`/members/${userId}`, owner, method, body)
      expect(answer).toMatchObject({ status: 409, body: { code: 'MARKET_LAST_OWNER' } })
    }
  })

  test('get no more rights from somebody than that one has', async () => {
    const bo = await addPerson('bo@shop.example', 'viewer')
    await addPerson(ANN, 'owner')
    const key = await keyOf(hubs, hubs.corner, ['members:write', 'members:read'])
    for (const role of ['owner', 'operator', 'viewer']) {
      const changed = await call(`/members/${bo}`, key, 'PATCH', { Role: role })
      const invited = await call('/invitations', key, 'POST', {
        Email: 'x@shop.example',
        Role: role,
      })
      expect([role, changed.status, invited.status]).toEqual([role, 403, 403])
    }
  })
})

describe('invitations', () => {
  const invitation = { Email: 'BO@example.com', Role: 'operator' }
  const ownerHeaders = async () => (await owners(hubs.corner))[1]?.[1] ?? {}
  const rolesOf = async (email: string) =>
    (await listMembers(hubs.store.database))
      .filter((member) => member.email === email)
      .map((member) => member.role)

  test('make a person a member who signs in with the verified address, also one who is not a user', async () => {
    const owner = await ownerHeaders()
    const issued = await call('/invitations', owner, 'POST', invitation)
    expect(issued).toMatchObject({
      status: 201,
      body: {
        ...invitation,
        Status: 'OPEN',
        InvitedBy: { Kind: 'person', Label: ANN, Person: null },
        Link: expect.stringMatching(/^http:\/\/127.0.0.1:\d+\/invitations\?token=[\w-]{43}$/),
      },
    })
    const { Link: _, ...shown } = issued.body
    expect((await call('/invitations', owner)).body).toEqual([shown])
    expect(await rolesOf('bo@example.com')).toEqual([])
    await signIn(hubs.one, 'bo')
    expect(await rolesOf('bo@example.com')).toEqual(['operator'])
    const { body } = await call(`/invitations/${shown.Id}`, owner)
    expect(body).toMatchObject({ Status: 'ACCEPTED', AcceptedAt: expect.any(String) })
    const revoked = await call(`/invitations/${shown.Id}`, owner, 'DELETE')
    expect(revoked).toMatchObject({ status: 409, body: { code: 'MARKET_INVITATION_ACCEPTED' } })
    const again = await call('/invitations', owner, 'POST', invitation)
    expect(again).toMatchObject({ status: 409, body: { code: 'MARKET_MEMBER_EXISTS' } })
  })

  test('admit an address that nobody else admits', async () => {
    const owner = await ownerHeaders()
    const refused = await signIn(hubs.one, 'daiyu')
    expect((await refused.open(hubs.one.url)).body).toContain('Sign in with')
    await call('/invitations', owner, 'POST', { Email: 'daiyu@example.org', Role: 'viewer' })
    await signIn(hubs.one, 'daiyu')
    expect(await rolesOf('daiyu@example.org')).toEqual(['viewer'])
  })

  test('are accepted by their link, by whoever is signed in, with a form of the hub only', async () => {
    const owner = await ownerHeaders()
    const { body } = await call('/invitations', owner, 'POST', {
      Email: 'x@y.example',
      Role: 'viewer',
    })
    const stranger = await new Browser().open(body.Link)
    expect([stranger.status, stranger.body]).toEqual([
      401,
      expect.stringContaining('You are invited'),
    ])
    const browser = await signIn(hubs.one, 'bo')
    const page = await browser.open(body.Link)
    expect(page.body).toContain('Invitation to Corner Shop')
    const token = new URL(body.Link).searchParams.get('token') ?? ''
    const foreign = await fetch(`${hubs.one.url}/invitations`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', cookie: browser.cookiesFor(hubs.one.url) },
      body: new URLSearchParams({ token }),
    })
    expect([foreign.status, await rolesOf('bo@example.com')]).toEqual([403, []])
    const accepted = await browser.submit(page, {})
    expect(accepted.body).toContain('Invitation accepted')
    // It leads on.
    expect(accepted.body).toContain('href="/console/"')
    expect(await rolesOf('bo@example.com')).toEqual(['viewer'])
    expect((await browser.open(body.Link)).status).toBe(404)
  })

  test('are void once they are revoked, replaced or expired', async () => {
    const owner = await ownerHeaders()
    const { database } = hubs.store
    const bo = expectDone(await addUser(database, { email: 'bo@example.com' })).userId
    const tokenOf = ({ body }: ApiAnswer) => new URL(body.Link).searchParams.get('token') ?? ''
    const first = await call('/invitations', owner, 'POST', invitation)
    const second = await call('/invitations', owner, 'POST', { ...invitation, Role: 'viewer' })
    expect(second.body).toMatchObject({ Id: first.body.Id, Role: 'viewer' })
    expect(await acceptByLink(database, bo, keptOf(tokenOf(first)))).toBe(false)
    expect((await call(`/invitations/${second.body.Id}`, owner, 'DELETE')).status).toBe(204)
    expect(await acceptByLink(database, bo, keptOf(tokenOf(second)))).toBe(false)
    const third = await call('/invitations', owner, 'POST', invitation)
    await execute(database, sql`update hub.invitations set expires_at = now()`)
    expect((await call('/invitations', owner)).body).toMatchObject([{ Status: 'EXPIRED' }])
    expect(await acceptByLink(database, bo, keptOf(tokenOf(third)))).toBe(false)
    await signIn(hubs.one, 'bo')
    expect(await rolesOf('bo@example.com')).toEqual([])
  })

  test('are void while the person who invited, or whose agent did, is no owner', async () => {
    const { database } = hubs.store
    const person = await ownerHeaders()
    await endApprovals(person)
    const agent = bearer(
      await connectAgent(hubs.one, 'ann', { scope: hubNames.scopes.merchant.join(' ') }),
    )
    const key = await keyOf(hubs, hubs.corner, hubNames.scopes.merchant)
    for (const [headers, Email] of [
      [person, 'alias@example.com'],
      [agent, 'by-agent@example.com'],
      [key, 'by-key@example.com'],
    ] as const) {
      const { status } = await call('/invitations', headers, 'POST', { Email, Role: 'owner' })
      expect([Email, status]).toEqual([Email, 201])
    }
    const statuses = async () =>
      (await call('/invitations', key)).body.map(({ Status }: { Status: string }) => Status)
    const annAs = async (role: Role) =>
      expectDone(
        await setRole(database, { email: ANN, customerId: hubs.corner.customer.customerId, role }),
      )
    await addPerson('eve@example.com', 'owner')
    await annAs('operator')
    expect(await statuses()).toEqual(['EXPIRED', 'EXPIRED', 'OPEN'])
    const { userId } = expectDone(await addUser(database, { email: 'alias@example.com' }))
    expect(await acceptByAddress(database, userId, 'alias@example.com')).toEqual([])
    expect(await isInvited(database, 'alias@example.com')).toBe(false)
    await annAs('owner')
    expect(await statuses()).toEqual(['OPEN', 'OPEN', 'OPEN'])
    expectDone(await removePerson(database, ANN, { force: false }))
    expect(await acceptByAddress(database, userId, 'alias@example.com')).toEqual([])
    expect(await isInvited(database, 'by-key@example.com')).toBe(true)
  })

  test('are accepted once by thirty people at the same time, and by one person thirty times', async () => {
    const { database } = hubs.store
    const ids = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        return expectDone(await addUser(database, { email: `p${index}@shop.example` })).userId
      }),
    )
    const { customerId } = hubs.corner.customer
    const invitedBy = { kind: 'system', id: 'test', label: 'Test' } as const
    const input = { customerId, email: 'z@shop.example', role: 'owner', invitedBy } as const
    const issued = expectDone(await invite(database, input))
    const won = await Promise.all(ids.map((id) => acceptByLink(database, id, keptOf(issued.token))))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(await listMembers(database, customerId)).toHaveLength(1)

    await Promise.all(
      [hubs.corner, hubs.kiosk].map(async ({ customer }) => {
        const { customerId } = customer
        await invite(database, { ...input, customerId, email: 'q@shop.example' })
      }),
    )
    const [, , id = ''] = ids
    const accepted = await Promise.all(
      Array.from({ length: 30 }, () => acceptByAddress(database, id, 'q@shop.example')),
    )
    expect(accepted.flat()).toHaveLength(2)
  })

  test('stay open for a user who is removed at that moment', async () => {
    const { database } = hubs.store
    const { userId } = expectDone(await addUser(database, { email: 'gone@shop.example' }))
    const { customerId } = hubs.corner.customer
    const invitedBy = { kind: 'system', id: 'test', label: 'Test' } as const
    const input = { customerId, email: 'y@shop.example', role: 'owner', invitedBy } as const
    const issued = expectDone(await invite(database, input))
    const { accepting } = await transaction(database, async (tx) => {
      await execute(tx, sql`delete from hub.users where user_id = ${userId}`)
      const waits = acceptByLink(database, userId, keptOf(issued.token))
      const blocked = sql`select from pg_locks where not granted and locktype = 'transactionid'`
      await expect.poll(async () => (await query(database, blocked)).length).toBeGreaterThan(0)
      return { accepting: waits }
    })
    expect(await accepting).toBe(false)
    expect(await isInvited(database, 'y@shop.example')).toBe(true)
  })

  test('store no token, and refuse what is no address', async () => {
    const owner = await ownerHeaders()
    const keyed = { ...owner, 'idempotency-key': 'invited-once' }
    const { body } = await call('/invitations', keyed, 'POST', invitation)
    const token = new URL(body.Link).searchParams.get('token') ?? 'x'
    const row = await queryFirst(hubs.store.database, sql`select * from hub.invitations`)
    const claims = await query(
      hubs.store.database,
      sql`select status, body from marketplace.idempotency_keys`,
    )
    expect(claims).toEqual([{ status: 201, body: null }])
    expect(JSON.stringify(row)).not.toContain(token)
    const results = await query(
      hubs.store.database,
      sql`select encode(result, 'escape') as text from marketplace.idempotency_effects`,
    )
    expect(JSON.stringify(results)).not.toContain(token)
    const repeat = await call('/invitations', keyed, 'POST', invitation)
    expect([repeat.status, repeat.body]).toEqual([201, body])
    for (const Email of ['', 'nobody', 'a b@shop.example', `${'x'.repeat(250)}@y.example`]) {
      const answer = await call('/invitations', owner, 'POST', { ...invitation, Email })
      expect([Email, answer.status, answer.body.errors?.[0]?.path]).toEqual([Email, 400, '/Email'])
    }
  })
})

describe('agents', () => {
  test('are listed with their access, and revoked for their person only', async () => {
    const [, [, owner = {}] = []] = await owners(hubs.corner)
    await signIn(hubs.one, 'bo')
    await addPerson('bo@example.com', 'viewer')
    const bos = await connectAgent(hubs.one, 'bo', { scope: 'orders:read' })
    const { body } = await call('/agents', owner)
    expect(body).toMatchObject([
      { Person: { Email: ANN }, Access: [{ Resource: `${hubs.one.url}/v2` }] },
      { Person: { Email: 'bo@example.com' }, ClientId: bos.clientId },
    ])
    const [anns, other] = body
    const eventsOfBo = async () => {
      const { body: events } = await call('/events?types=agent.*', owner)
      return events.filter((event: LoggedEvent) => event.Subject?.Id === other.Id)
    }
    await expect.poll(eventsOfBo).toHaveLength(1)
    expect((await call(`/agents/${other.Id}`, owner)).body).toMatchObject(other)
    expect((await call(`/agents/${other.Id}`, owner, 'DELETE')).status).toBe(204)
    expect((await call(`/agents/${other.Id}`, owner)).status).toBe(404)
    expect((await call('/agents', owner)).body).toEqual([anns])
    await expect
      .poll(async () => (await callApi(hubs.one, '/orders/new', bearer(bos))).status)
      .toBe(401)
    // The log has it: the consent when the token was issued, and the revocation by the owner.
    expect(await eventsOfBo()).toMatchObject([
      {
        Type: 'agent.connected',
        Sequence: 1,
        Actor: { Kind: 'person', Label: 'bo@example.com' },
        Data: { ClientId: bos.clientId, Scopes: ['orders:read'] },
      },
      { Type: 'agent.revoked', Sequence: 2, Actor: { Kind: 'person' }, Data: { Scopes: [] } },
    ])
  })

  test('of a thousand members cost as many statements as those of two', async () => {
    const { customerId } = hubs.corner.customer
    const headers = await keyOf(hubs, hubs.corner, ADMINISTRATION)
    const { database } = hubs.store
    onTestFinished(async () => {
      const many = sql`select user_id from hub.users where email like '%@many.example'`
      await execute(database, sql`delete from oauth.mcp_connections where client_id = 'robot'`)
      await execute(database, sql`delete from hub.members where user_id in (${many})`)
      await execute(database, sql`delete from hub.users where user_id in (${many})`)
    })
    const people = async (from: number, to: number) => {
      await execute(
        database,
        sql`
        with people as (
          insert into hub.users (email, email_key)
          select 'p' || n || '@many.example', 'p' || n || '@many.example' from generate_series(${from}::int, ${to}::int) n
          returning user_id
        ), members as (
          insert into hub.members (user_id, customer_id, role) select user_id, ${customerId}, 'viewer' from people
        )
        insert into oauth.mcp_connections (sub, client_id, client_name, resource, redirect_host, scope, expires_at)
        select user_id::text, 'robot', 'Robot', ${`${hubs.one.url}/v2`}, 'app.example', 'orders:read', now() + interval '1 hour' from people`,
      )
    }
    const read = async () => {
      const sent = vi.spyOn(pg.Client.prototype, 'query')
      const { body } = await call('/agents?pageSize=1000', headers)
      const texts = sent.mock.calls.map(([first]) => JSON.stringify(first))
      sent.mockRestore()
      return [body.length, texts.filter((text) => /mcp_connections|hub\.members/.test(text)).length]
    }
    await people(1, 2)
    const [two, statements] = await read()
    await people(3, 1_000)
    expect([two, await read()]).toEqual([2, [1_000, statements]])
  })

  test('are ended by their own person, whatever the role, and by nobody else without agents:write', async () => {
    const browser = await signIn(hubs.one, 'bo')
    await addPerson('bo@example.com', 'viewer')
    const viewer = asPage(hubs.one, browser, hubs.corner)
    const own = await connectAgent(hubs.one, 'bo', { scope: 'agents:read orders:read' })
    await owners(hubs.corner)
    const { body: agents } = await call('/agents', viewer)
    const idOf = (email: string) =>
      agents.find((one: { Person: { Email: string } }) => one.Person.Email === email).Id
    const foreign = await call(`/agents/${idOf(ANN)}`, viewer, 'DELETE')
    expect([foreign.status, foreign.body.detail]).toEqual([
      403,
      expect.stringContaining('agents:write'),
    ])
    // An agent does not end itself in the name of its person.
    const byAgent = await call(`/agents/${idOf('bo@example.com')}`, bearer(own), 'DELETE')
    expect(byAgent.status).toBe(403)
    expect((await call(`/agents/${idOf('bo@example.com')}`, viewer, 'DELETE')).status).toBe(204)
    const left = (await call('/agents', viewer)).body
    expect(left).toMatchObject([{ Person: { Email: ANN } }])
  })

  test('are published to each customer of their person, also when the person is removed', async () => {
    const [, [, owner = {}] = []] = await owners(hubs.corner)
    const email = 'bo@example.com'
    await signIn(hubs.one, 'bo')
    const id = Number(await addPerson(email, 'viewer'))
    await connectAgent(hubs.one, 'bo', { scope: 'orders:read' })
    const typesOf = async () => {
      const { body } = await call('/events?types=agent.*,member.removed', owner)
      return body.flatMap(({ Type, Subject, Data }: LoggedEvent) =>
        Data.PersonId === id || (Data.Email === email && Subject?.Id === String(id)) ? Type : [],
      )
    }
    await expect.poll(typesOf).toEqual(['agent.connected'])
    // What no request of the hub has done is published by the next comparison, once, by whichever node.
    const rescope = sql`update oauth.mcp_connections set scope = 'orders:read products:read' where sub = ${String(id)}`
    await execute(hubs.store.database, rescope)
    await Promise.all(Array.from({ length: 4 }, () => recordAllAgents(hubs.store.database)))
    expect(await typesOf()).toEqual(['agent.connected', 'agent.updated'])
    await removePerson(hubs.store.database, email, { force: false })
    const all = ['agent.connected', 'agent.updated', 'member.removed', 'agent.revoked']
    expect(await typesOf()).toEqual(all)
    await recordAllAgents(hubs.store.database)
    expect(await typesOf()).toEqual(all)
  })

  test('are ended while another customer of their person moves, whose log gets the event afterwards', async () => {
    const { database } = hubs.store
    await owners(hubs.corner)
    const [, [, owner = {}] = []] = await owners(hubs.corner)
    await signIn(hubs.one, 'bo')
    const id = Number(await addPerson('bo@example.com', 'viewer'))
    const { customerId } = hubs.kiosk.customer
    expectDone(await addMember(database, { email: 'bo@example.com', customerId, role: 'viewer' }))
    await connectAgent(hubs.one, 'bo', { scope: 'orders:read' })
    const typesAt = async ({ customer }: Shop) =>
      (
        await query<{ type: string }>(
          database,
          sql`
          select type from marketplace.events
          where customer_id = ${customer.customerId} and type like 'agent.%' and (data ->> 'PersonId')::int = ${id} order by event_id`,
        )
      ).map(({ type }) => type)
    await expect.poll(async () => await typesAt(hubs.kiosk)).toEqual(['agent.connected'])
    await freezeCustomer(database, customerId, () => {})
    try {
      const { body: agents } = await call('/agents', owner)
      const own = agents.find((one: { Person: { Id: number } }) => one.Person.Id === id)
      expect((await call(`/agents/${own.Id}`, owner, 'DELETE')).status).toBe(204)
      await recordAllAgents(database)
      expect(await typesAt(hubs.corner)).toEqual(['agent.connected', 'agent.revoked'])
      expect(await typesAt(hubs.kiosk)).toEqual(['agent.connected'])
    } finally {
      await thawCustomer(database, customerId)
    }
    await recordAllAgents(database)
    expect(await typesAt(hubs.kiosk)).toEqual(['agent.connected', 'agent.revoked'])
  })

  test('stand in the history of what they do, with their person', async () => {
    await addPerson(ANN, 'operator')
    const agent = await connectAgent(hubs.one, 'ann', { scope: 'orders:read orders:write' })
    const [order] = hubs.corner.orders
    const path = `/orders/id/${order?.Id}/history`
    const body = {
      OrderId: order?.Id,
      MerchantOrderReference: 'A-1',
      Lines: [{ OrderLineId: order?.Lines[0]?.Id, MerchantOrderLineReference: 'A-1-1' }],
    }
    const done = await call('/orders/acknowledge', bearer(agent), 'POST', body)
    expect(done.status).toBeLessThan(300)
    const { body: events } = await call(path, bearer(agent))
    const { Actor: actor } = events.at(-1)
    expect(actor).toMatchObject({
      Kind: 'agent',
      Id: agent.clientId,
      Label: 'Stock agent',
      Person: { Label: ANN },
    })
  })
})
