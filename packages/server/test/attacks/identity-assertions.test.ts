/** Assertions of a company's identity provider about its people: whom they let an agent act for, and how far. Two nodes. */
import { expectDone } from '@entrepot/marketplace'
import {
  type AssertingIssuer,
  signToken,
  startAssertingIssuer,
} from '@entrepot/test-support/asserting-issuer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, removeMember, setRole } from '../../src/people/members/members.ts'
import type { Role } from '../../src/people/members/roles.ts'
import { addUser, bindUser, removeUser } from '../../src/people/users/users.ts'
import { runEntrepot } from '../../src/testing.ts'
import { callApi, startTwoHubs, type TwoHubs } from '../two-hubs.ts'

const SECRET = 'the-secret-of-an-assistant-which-is-long-enough'

let hubs: TwoHubs
let company: AssertingIssuer
let count = 0
beforeAll(async () => {
  company = await startAssertingIssuer()
  hubs = await startTwoHubs({
    settings: `
devIdp: {enabled: true}
plugins:
  sign-in:
    package: '@entrepot/oauth'
    mcp:
      clients:
        assistant: {clientSecret: ${SECRET}, grantTypes: ['urn:ietf:params:oauth:grant-type:jwt-bearer']}
      identityAssertions:
        ${company.issuer}:
          clients: assistant
          emailDomains: acme.example
          groups: {staff: viewer, leads: operator}
`,
  })
})
afterAll(async () => {
  await hubs?.end()
  await company?.close()
})

/** A user with this role at the first customer. */
async function admit(role?: Role): Promise<{ email: string; subject: string; userId: string }> {
  count += 1
  const email = `person-${count}@acme.example`
  const { userId } = expectDone(await addUser(hubs.store.database, { email }))
  const { customerId } = hubs.corner.customer
  if (role) expectDone(await addMember(hubs.store.database, { email, customerId, role }))
  return { email, subject: `U-${count}`, userId }
}

/** What an assistant does: presents an assertion about a person. */
async function present(
  { email, subject }: { email?: string; subject: string },
  claims: Record<string, unknown> = {},
) {
  const now = Math.floor(Date.now() / 1_000)
  const all = {
    ...{ iss: company.issuer, sub: subject, email, aud: hubs.one.url, client_id: 'assistant' },
    ...{ resource: `${hubs.one.url}/v2`, scope: 'orders:read products:write members:write' },
    ...{ groups: ['leads'], jti: crypto.randomUUID(), iat: now, exp: now + 300 },
  }
  const assertion = await signToken(company.key, { ...all, ...claims }, { typ: 'oauth-id-jag+jwt' })
  const response = await fetch(`${hubs.one.url}/oauth/mcp/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      ...{ assertion, client_id: 'assistant', client_secret: SECRET },
    }),
  })
  const body = (await response.json()) as Record<string, string>
  return { status: response.status, body, scope: body.scope, error: body.error }
}

const read = async (token: Awaited<ReturnType<typeof present>>, node = hubs.two) =>
  (await callApi(node, '/orders/new', { authorization: `Bearer ${token.body.access_token}` }))
    .status

test('the scopes are those that the assertion, the group and the role all have, and a promotion does not widen them', async () => {
  const ann = await admit('viewer')
  const token = await present(ann)
  expect([token.status, token.scope]).toEqual([200, 'orders:read'])
  expect(await read(token)).toBe(200)
  const { customerId } = hubs.corner.customer
  expectDone(await setRole(hubs.store.database, { email: ann.email, customerId, role: 'owner' }))
  expect((await present(ann)).scope).toBe('orders:read products:write')
  expect((await present(ann, { groups: ['staff'] })).scope).toBe('orders:read')
  expect((await present(ann, { groups: ['guests'] })).error).toBe('invalid_grant')
  expect((await present(ann, { scope: 'orders:read orders:everything' })).error).toBe(
    'invalid_grant',
  )
  const write = await callApi(
    hubs.one,
    '/products',
    { authorization: `Bearer ${token.body.access_token}` },
    { method: 'POST', body: [] },
  )
  expect(write.status).toBe(403)
})

test('a person who is not a user or not a member gets nothing, and becomes neither', async () => {
  expect((await present({ email: 'nobody@acme.example', subject: 'U-x' })).error).toBe(
    'access_denied',
  )
  expect((await present(await admit())).error).toBe('access_denied')
  const bo = await admit('viewer')
  const elsewhere = { ...bo, email: 'ann@example.com' }
  expect((await present(elsewhere)).error).toBe('access_denied')
  expect((await present(bo, { email_verified: false })).error).toBe('access_denied')
})

test('an account is bound to its user: a later owner of the address gets nothing, and another address changes nothing', async () => {
  const ann = await admit('viewer')
  expect((await present(ann)).status).toBe(200)
  expect((await present({ ...ann, subject: 'U-successor' })).error).toBe('access_denied')
  expect((await present({ subject: ann.subject })).status).toBe(200)
  const bo = await admit('viewer')
  const identity = { provider: 'okta', issuer: company.issuer, subject: bo.subject }
  expectDone(await bindUser(hubs.store.database, bo.email, identity))
  expect((await present({ subject: bo.subject, email: ann.email })).status).toBe(200)
  expect((await present({ ...bo, subject: 'U-other' })).error).toBe('access_denied')
  const eve = await admit('viewer')
  const both = { ...identity, provider: 'other', subject: bo.subject }
  expectDone(await bindUser(hubs.store.database, eve.email, both))
  expect((await present({ subject: bo.subject })).error).toBe('access_denied')
})

test('of many assertions at once about somebody new with two subjects, those with one of them count', async () => {
  const ann = await admit('viewer')
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const subject = `U-race-${count}-${index % 2}`
      return { subject, status: (await present({ ...ann, subject })).status }
    }),
  )
  const accepted = new Set(
    answers.filter(({ status }) => status === 200).map(({ subject }) => subject),
  )
  expect(accepted.size).toBe(1)
})

test('a person who is removed, or loses the membership, loses the tokens within seconds on every node', async () => {
  const [ann, bo] = [await admit('viewer'), await admit('viewer')]
  const tokens = [await present(ann), await present(bo)] as const
  for (const token of tokens) expect(await read(token)).toBe(200)
  expectDone(await removeUser(hubs.store.database, ann.email))
  await expect.poll(() => read(tokens[0]), { timeout: 10_000 }).toBe(401)
  expect((await present(ann)).error).toBe('access_denied')
  const { customerId } = hubs.corner.customer
  await removeMember(hubs.store.database, { email: bo.email, customerId })
  await expect.poll(() => read(tokens[1]), { timeout: 10_000 }).toBe(404)
  expect((await present(bo)).error).toBe('access_denied')
})

test('the operator ends the tokens of a person by the address, or by the account at the provider', async () => {
  const env = { DATABASE_URL: hubs.store.url }
  const [ann, bo] = [await admit('viewer'), await admit('viewer')]
  const made = Math.floor(Date.now() / 1_000)
  const tokens = [await present(ann), await present(bo)] as const
  const first = await runEntrepot(['agents', 'revoke', ann.email], env)
  const second = await runEntrepot(
    ['agents', 'revoke', bo.subject, '--issuer', company.issuer],
    env,
  )
  expect([first.code, second.code]).toEqual([0, 0])
  for (const node of hubs.nodes) {
    for (const token of tokens) {
      await expect.poll(() => read(token, node), { timeout: 10_000 }).toBe(401)
    }
  }
  expect((await present(ann, { iat: made })).error).toBe('invalid_grant')
  const unknown = await runEntrepot(['agents', 'revoke', 'U-x', '--issuer', company.issuer], env)
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('SERVER_NO_USER')])
})
