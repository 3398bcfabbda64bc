import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Scope } from '../src/index.ts'
import { createParties, createTestApi, type TestApi } from './api.ts'
import { AGENT, asPrincipal, PERSON, testPeople } from './people.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({}, { principals: [testPeople] })
})
afterAll(async () => await api.close())

const BOB: Actor = { kind: 'person', id: 'u-2', label: 'bob@example.com' }
const VIEWER: readonly Scope[] = ['orders:read']

/** Calls as a person with all scopes, unless others are given. */
async function as(
  actor: Actor,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  scopes?: readonly Scope[],
) {
  const answer = await api.app.inject({
    ...{ method, url: `/v2/views${path}` },
    headers: asPrincipal({ customer: api.customer, actor, ...(scopes && { scopes }) }),
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const namesFor = async (actor: Actor, query = '') =>
  (await as(actor, 'GET', query)).body.map(({ Name }: { Name: string }) => Name)

test('views are seen by those who saved them, and by all when they are shared', async () => {
  const filter = { status: ['NEW'], country: 'DE', isLate: true, sort: 'shipBy' }
  const own = await as(PERSON, 'POST', '', {
    ...{ Name: 'Own', List: 'orders', Filter: filter, Columns: ['order', 'total'] },
  })
  expect(own).toMatchObject({
    status: 201,
    body: { Name: 'Own', Filter: filter, Columns: ['order', 'total'], IsShared: false },
  })
  await as(BOB, 'POST', '', { Name: 'Shared', List: 'orders', IsShared: true })
  await as(PERSON, 'POST', '', { Name: 'Products', List: 'products', Filter: { inStock: false } })
  expect(await namesFor(PERSON)).toEqual(['Own', 'Products', 'Shared'])
  expect(await namesFor(PERSON, '?list=orders')).toEqual(['Own', 'Shared'])
  // The agent acts for the same person.
  expect(await namesFor(AGENT, '?list=orders')).toEqual(['Own', 'Shared'])
  expect(await namesFor(BOB)).toEqual(['Shared'])
  const { Id } = own.body
  expect((await as(BOB, 'PATCH', `/${Id}`, { Name: 'Taken' })).status).toBe(404)
  expect((await as(BOB, 'DELETE', `/${Id}`)).status).toBe(404)
  expect(
    (await as(PERSON, 'PATCH', `/${Id}`, { Name: 'Mine', IsShared: true })).body,
  ).toMatchObject({
    ...{ Id, Name: 'Mine', Filter: filter, IsShared: true },
  })
  expect(await namesFor(BOB)).toEqual(['Mine', 'Shared'])
  await as(BOB, 'PATCH', `/${Id}`, { IsShared: false })
  expect(await namesFor(PERSON, '?list=orders')).toEqual(['Shared'])
  expect((await as(BOB, 'DELETE', `/${Id}`)).status).toBe(200)
  expect(await namesFor(BOB)).toEqual(['Shared'])
})

test('a viewer has own views, and can neither share nor change shared ones', async () => {
  const view = { Name: 'Viewer', List: 'orders' }
  const { body: own } = await as(PERSON, 'POST', '', view, VIEWER)
  expect(own.IsShared).toBe(false)
  const share = { IsShared: true }
  expect((await as(PERSON, 'PATCH', `/${own.Id}`, share, VIEWER)).status).toBe(403)
  expect((await as(PERSON, 'POST', '', { ...view, ...share }, VIEWER)).status).toBe(403)
  const { body: shared } = await as(BOB, 'POST', '', { ...view, Name: 'Team', ...share })
  const path = `/${shared.Id}`
  expect((await as(PERSON, 'PATCH', path, { Name: 'x' }, VIEWER)).body.code).toBe(
    'MARKET_FORBIDDEN',
  )
  expect((await as(PERSON, 'DELETE', path, undefined, VIEWER)).status).toBe(403)
  expect((await as(PERSON, 'DELETE', path)).status).toBe(200)
  expect((await as(PERSON, 'DELETE', path)).status).toBe(404)
})

test('filters are checked as those of the list, and names are taken once', async () => {
  const save = async (change: object) =>
    await as(PERSON, 'POST', '', { Name: 'Checked', List: 'orders', ...change })
  const refused = await save({ Filter: { status: ['LOST'], cursor: 'x' } })
  expect([refused.status, refused.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    expect.arrayContaining(['/Filter/cursor']),
  ])
  expect((await save({ List: 'keys' })).status).toBe(400)
  expect((await save({ List: 'products', Filter: { country: 'DE' } })).status).toBe(400)
  const at = await Promise.all(Array.from({ length: 8 }, async () => await save({})))
  expect(at.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
  expect(at.find(({ status }) => status === 409)?.body.code).toBe('MARKET_REFERENCE_IN_USE')
  const { customer } = await createParties(api.database, { name: 'Other' })
  const elsewhere = await api.app.inject({
    ...{ method: 'POST', url: '/v2/views', payload: { Name: 'Checked', List: 'orders' } },
    headers: asPrincipal({ customer, actor: PERSON }),
  })
  expect(elsewhere.statusCode).toBe(201)
  const { body } = await save({ Name: 'Other' })
  expect((await as(PERSON, 'PATCH', `/${body.Id}`, { Name: 'Checked' })).status).toBe(409)
  expect((await as(PERSON, 'PATCH', `/${body.Id}`, { Filter: { nope: 1 } })).status).toBe(400)
  expect((await save({ Name: 'Other', IsShared: true })).status).toBe(201)
  const shared = await as(PERSON, 'PATCH', `/${body.Id}`, { IsShared: true })
  expect([shared.status, shared.body.detail]).toEqual([
    409,
    'Another view of yours, or another shared one, has this name: give the view another Name. Nothing was changed.',
  ])
})

test('a person has at most 100 views, however many are saved at once', async () => {
  const many = { kind: 'person', id: 'u-3', label: 'many@example.com' } as const
  const save = async (index: number) =>
    (await as(many, 'POST', '', { Name: `View ${index}`, List: 'orders' })).status
  const statuses = await Promise.all(Array.from({ length: 103 }, (_, index) => save(index)))
  expect(statuses.filter((status) => status === 201)).toHaveLength(100)
  expect(await save(104)).toBe(409)
  const { body: shared } = await as(BOB, 'POST', '', {
    Name: 'Full',
    List: 'orders',
    IsShared: true,
  })
  const unshare = await as(many, 'PATCH', `/${shared.Id}`, { IsShared: false })
  expect([unshare.status, unshare.body.code]).toEqual([409, 'MARKET_TOO_MANY_VIEWS'])
})
