/** Parents and children on flat and grouped channels. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { NOTHING, openShop, product } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

const family = [
  product('P', { Description: 'of the parent', Brand: 'Acme', ExtraData: { a: 'P', b: 'P' } }),
  product('P-1', { ParentMerchantReference: 'P', ExtraData: { a: '1' } }),
  product('P-2', { ParentMerchantReference: 'P', Description: 'its own', Brand: '' }),
]
const child = (reference: string, parent: string) =>
  product(reference, { ParentMerchantReference: parent })

describe('a flat channel', () => {
  test('gets no parents, and sees their changes only in inherited fields', async () => {
    const shop = await openShop(api)
    await shop.put(...family)
    const { body } = await shop.poll()
    expect(body.ToBeCreated).toMatchObject([
      {
        MerchantProductReference: 'P-1',
        Description: 'of the parent',
        Brand: 'Acme',
        ExtraData: { a: '1', b: 'P' },
      },
      {
        MerchantProductReference: 'P-2',
        Description: 'its own',
        Brand: 'Acme',
        ExtraData: { a: 'P', b: 'P' },
      },
    ])
    await shop.settle()
    await shop.patch('P', { Name: 'Another name', Size: 'XL', Price: 3 })
    expect(await shop.lists()).toEqual(NOTHING)
    await shop.patch('P', { Description: 'changed' })
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['P-1'] })
    expect((await shop.merchant('GET', '/v2/products/P-1')).body.Description).toBeNull()
  })

  test('changes of a parent and of its child in one call are one update', async () => {
    const shop = await openShop(api)
    await shop.put(...family)
    await shop.settle()
    await shop.put(product('P', { Brand: 'New' }), product('P-1', { Color: 'red' }))
    const { body } = await shop.poll()
    expect(body.ToBeUpdated).toMatchObject([
      { MerchantProductReference: 'P-1', Brand: 'New', Color: 'red' },
      { MerchantProductReference: 'P-2', Brand: 'New' },
    ])
    await shop.settle()
    expect(await shop.lists()).toEqual(NOTHING)
  })
})

describe('a grouped channel', () => {
  test('gets parents before their children, without inheritance', async () => {
    const shop = await openShop(api, { mode: 'grouped' })
    await shop.put(child('A-1', 'Z'), product('Z', { Brand: 'Acme' }), product('S'))
    const { body } = await shop.poll()
    expect(body.ToBeCreated).toMatchObject([
      { MerchantProductReference: 'Z', Brand: 'Acme' },
      { MerchantProductReference: 'S' },
      { MerchantProductReference: 'A-1', Brand: null, ParentMerchantReference: 'Z' },
    ])
  })

  test('a child is never sent in an earlier answer than its parent, however small the pages are', async () => {
    const shop = await openShop(api, { mode: 'grouped' })
    const parents = Array.from({ length: 6 }, (_, index) => `Z${index}`)
    await shop.put(
      ...parents.map((parent) => product(parent)),
      ...parents.flatMap((parent) => [1, 2, 3].map((n) => child(`${n}-of-${parent}`, parent))),
    )
    const listed = new Set<string>()
    for (let round = 0; listed.size < 24; round += 1) {
      expect(round).toBeLessThan(60)
      const { body } = await shop.poll(`?maxCount=${1 + (round % 3)}`)
      expect(body.ToBeCreated.length).toBeLessThanOrEqual(1 + (round % 3))
      for (const view of body.ToBeCreated) {
        if (view.ParentMerchantReference) expect(listed).toContain(view.ParentMerchantReference)
        listed.add(view.MerchantProductReference)
      }
      await shop.list(
        ...body.ToBeCreated.map(
          (view: { MerchantProductReference: string }) => view.MerchantProductReference,
        ),
      )
    }
  })

  test('children whose parent is not acknowledged do not block other products', async () => {
    const shop = await openShop(api, { mode: 'grouped' })
    await shop.put(
      product('Z'),
      ...[1, 2, 3, 4, 5, 6].map((n) => child(`A${n}`, 'Z')),
      product('S'),
    )
    const seen = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      const { create } = await shop.lists('?maxCount=1')
      for (const reference of create) seen.add(reference)
    }
    expect([...seen].toSorted()).toEqual(['S', 'Z'])
  })

  test('children are removed before their parent, and a parent without active children is not sent', async () => {
    const shop = await openShop(api, { mode: 'grouped' })
    await shop.put(product('P'), child('A', 'P'), child('B', 'P'), product('Q'), child('Q-1', 'Q'))
    await shop.off('Q-1')
    expect(await shop.lists()).toEqual({ ...NOTHING, create: ['P', 'A', 'B'] })
    await shop.settle()
    await shop.off('P')
    expect(await shop.lists()).toEqual({ ...NOTHING, remove: ['A', 'B', 'P'] })
    const { remove } = await shop.lists('?maxCount=2')
    expect(remove.toSorted()).toEqual(['A', 'B'])
    await shop.settle()
    await shop.on('P')
    await shop.settle()
    await shop.off('A')
    expect(await shop.lists()).toEqual({ ...NOTHING, remove: ['A'] })
    await shop.off('B')
    expect(await shop.lists()).toEqual({ ...NOTHING, remove: ['B', 'A', 'P'] })
    await shop.on('B')
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['P', 'B'], remove: ['A'] })
  })

  test('gets a parent if it selects one of its children', async () => {
    const shop = await openShop(api, { mode: 'grouped' })
    await shop.put(
      ...[product('P'), child('A', 'P'), product('Q', { Brand: 'X' }), child('B', 'Q')],
      product('C', { ParentMerchantReference: 'P', Brand: 'X' }),
    )
    await shop.settings({ Selection: { Brands: ['X'] } })
    expect(await shop.lists()).toEqual({ ...NOTHING, create: ['Q', 'P', 'B', 'C'] })
    await shop.settle()
    await shop.patch('C', { Brand: 'Y' })
    expect(await shop.lists()).toEqual({ ...NOTHING, remove: ['C', 'P'] })
  })

  test('parents are never in the offers', async () => {
    const shop = await openShop(api, { mode: 'grouped' })
    await shop.put(product('P', { Price: 1, Stock: 1 }), child('A', 'P'))
    await shop.list('P', 'A')
    expect((await shop.offers()).map((offer) => offer.MerchantProductReference)).toEqual(['A'])
  })
})

describe.each([['flat'], ['grouped']] as const)('on a %s channel', (mode) => {
  test('a child that moves to another parent is updated, and so are the parents', async () => {
    const shop = await openShop(api, { mode })
    await shop.put(product('P'), child('A', 'P'), product('Q'), child('B', 'Q'))
    await shop.settle()
    await shop.patch('A', { ParentMerchantReference: 'Q' })
    // Without children P is a product of its own: a flat channel gets it now.
    const own = mode === 'flat' ? { create: ['P'] } : {}
    expect(await shop.lists()).toEqual({ ...NOTHING, ...own, update: ['A'] })
    await shop.settle()
    await shop.patch('A', { ParentMerchantReference: 'P' })
    const back = mode === 'flat' ? { remove: ['P'] } : {}
    expect(await shop.lists()).toEqual({ ...NOTHING, ...back, update: ['A'] })
    await shop.settle()
  })

  test('the children of a deactivated parent are removed, and created again with it', async () => {
    const shop = await openShop(api, { mode })
    await shop.put(product('P'), child('A', 'P'), child('B', 'P'))
    await shop.settle()
    await shop.off('P')
    const parents = mode === 'flat' ? [] : ['P']
    expect(await shop.lists()).toEqual({ ...NOTHING, remove: ['A', 'B', ...parents] })
    await shop.settle()
    await shop.off('B')
    await shop.on('P')
    expect(await shop.lists()).toEqual({ ...NOTHING, create: [...parents, 'A'] })
  })
})

test('switching the mode creates or removes parents, and updates children that look different', async () => {
  const shop = await openShop(api)
  await shop.put(...family, product('S'))
  await shop.settle()
  await shop.settings({ Mode: 'grouped' })
  expect(await shop.lists()).toEqual({ create: ['P'], update: ['P-1', 'P-2'], remove: [] })
  await shop.settle()
  await shop.settings({ Mode: 'flat' })
  expect(await shop.lists()).toEqual({ create: [], update: ['P-1', 'P-2'], remove: ['P'] })
  await shop.settle()
  expect(await shop.status()).toMatchObject({ Listed: 3, IsComplete: true })
})
