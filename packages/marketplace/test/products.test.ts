import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

const FULL = {
  MerchantProductReference: 'FULL',
  ChannelProductReference: 'shop-full',
  Name: 'Everything',
  Description: '<p>Line one\nline two</p>',
  Details: 'More',
  Brand: 'Brand',
  Size: 'L',
  Color: 'Red',
  Ean: '4006381333931',
  ManufacturerProductNumber: 'M-1',
  Stock: 7,
  Price: 19.99,
  MSRP: 24.5,
  PurchasePrice: 0.0001,
  DiscountRate: 12.5,
  VatRate: 9,
  ShippingCost: 3.95,
  ShippingTime: '2 days',
  Url: 'https://shop.example/full',
  ImageUrl: 'https://shop.example/full.jpg',
  CategoryTrail: 'Home > Kitchen',
  ExtraData: { material: 'clay', ünïcode: '✓' },
}

describe('POST /v2/products with one product', () => {
  test('creates it with 201 and returns every field as it was sent', async () => {
    const created = await api.merchant('POST', '/v2/products', FULL)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ ...FULL, IsActive: true, Children: [] })
    expect(created.body.Id).toBeTypeOf('number')
    expect(Date.parse(created.body.CreatedAt)).not.toBeNaN()
    const { Warnings, ...stored } = created.body
    expect(Warnings).toEqual([])
    expect(await api.merchant('GET', '/v2/products/FULL')).toMatchObject({
      status: 200,
      body: stored,
    })
  })

  test('requires only a reference and a name, and sets the stock to 0', async () => {
    const created = await api.merchant('POST', '/v2/products', {
      MerchantProductReference: 'BARE',
      Name: 'Bare',
      Description: null,
    })
    expect(created).toMatchObject({ status: 201, body: { Stock: 0, Price: null, VatRate: null } })
  })

  test('answers 409 if the reference exists, active or not, and changes nothing', async () => {
    await api.merchant('POST', '/v2/products', { MerchantProductReference: 'TWICE', Name: 'First' })
    const second = { MerchantProductReference: 'TWICE', Name: 'Second' }
    expect(await api.merchant('POST', '/v2/products', second)).toMatchObject({
      status: 409,
      body: { code: 'MARKET_PRODUCT_EXISTS', status: 409 },
    })
    await api.merchant('DELETE', '/v2/products/TWICE')
    expect((await api.merchant('POST', '/v2/products', second)).status).toBe(409)
    const { body } = await api.merchant('GET', '/v2/products/TWICE')
    expect(body).toMatchObject({ Name: 'First', IsActive: false })
  })

  test('distinguishes references that differ only in case', async () => {
    for (const reference of ['84997a', '84997A']) {
      const created = await api.merchant('POST', '/v2/products', {
        MerchantProductReference: reference,
        Name: reference,
      })
      expect(created.status).toBe(201)
    }
    expect((await api.merchant('GET', '/v2/products/84997a')).body.Name).toBe('84997a')
    expect((await api.merchant('GET', '/v2/products/84997A')).body.Name).toBe('84997A')
  })

  test('stores nested children with their parent, and returns their references', async () => {
    const created = await api.merchant('POST', '/v2/products', {
      MerchantProductReference: 'TEE',
      Name: 'T-shirt',
      Children: [
        { MerchantProductReference: 'TEE-S', Name: 'T-shirt S', Size: 'S', Stock: 3 },
        {
          MerchantProductReference: 'TEE-M',
          Name: 'T-shirt M',
          ParentMerchantReference: 'TEE',
        },
      ],
    })
    expect(created).toMatchObject({ status: 201, body: { Children: ['TEE-M', 'TEE-S'] } })
    const { body } = await api.merchant('GET', '/v2/products/TEE-S')
    expect(body).toMatchObject({ ParentMerchantReference: 'TEE', Size: 'S', Stock: 3 })
  })

  test('stores nothing of a product if one of its children is refused', async () => {
    const refused = await api.merchant('POST', '/v2/products', {
      MerchantProductReference: 'HALF',
      Name: 'Half',
      Children: [
        { MerchantProductReference: 'HALF-1', Name: 'One' },
        { MerchantProductReference: 'HALF-2' },
        { MerchantProductReference: 'HALF-1', Name: 'One again' },
        { MerchantProductReference: 'HALF-3', Name: 'Three', ParentMerchantReference: 'OTHER' },
      ],
    })
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map((issue: { path: string }) => issue.path).sort()).toEqual([
      '/Children/1/Name',
      '/Children/2/MerchantProductReference',
      '/Children/3/ParentMerchantReference',
    ])
    for (const reference of ['HALF', 'HALF-1', 'HALF-3']) {
      expect((await api.merchant('GET', `/v2/products/${reference}`)).status).toBe(404)
    }
  })
})

describe('GET, PUT, PATCH and DELETE /v2/products/<ref>', () => {
  test('a reference can contain any characters, percent-encoded in the path', async () => {
    for (const reference of ['a/b', 'a b', 'ü✓', '100%', 'a?b#c', '..x', 'a+b', '😀'.repeat(64)]) {
      const path = `/v2/products/${encodeURIComponent(reference)}`
      const product = { MerchantProductReference: reference, Name: 'Odd' }
      expect((await api.merchant('POST', '/v2/products', product)).status).toBe(201)
      expect((await api.merchant('GET', path)).body.MerchantProductReference).toBe(reference)
      expect((await api.merchant('PATCH', path, { Stock: 2 })).body.Stock).toBe(2)
      expect((await api.merchant('DELETE', path)).status).toBe(200)
    }
  })

  test('PATCH changes named values, removes values with null and keeps the rest (RFC 7396)', async () => {
    await api.merchant('POST', '/v2/products', { ...FULL, MerchantProductReference: 'PATCHED' })
    const patched = await api.merchant('PATCH', '/v2/products/PATCHED', {
      Price: 5,
      Brand: null,
      Stock: null,
    })
    const expected = {
      ...FULL,
      MerchantProductReference: 'PATCHED',
      Price: 5,
      Brand: null,
      Stock: 0,
    }
    expect(patched).toMatchObject({ status: 200, body: expected })
  })

  test('PATCH accepts application/merge-patch+json', async () => {
    await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MP', Name: 'MP' })
    const patched = await api.merchant(
      'PATCH',
      '/v2/products/MP',
      { Price: 1 },
      {
        headers: { 'content-type': 'application/merge-patch+json' },
      },
    )
    expect(patched).toMatchObject({ status: 200, body: { Price: 1 } })
  })

  test('PUT replaces: values that are not named are removed', async () => {
    await api.merchant('POST', '/v2/products', { ...FULL, MerchantProductReference: 'PUT' })
    const replaced = await api.merchant('PUT', '/v2/products/PUT', { Name: 'New', Stock: 1 })
    expect(replaced).toMatchObject({
      status: 200,
      body: { Name: 'New', Stock: 1, Price: null, Brand: null, ExtraData: null, IsActive: true },
    })
    expect((await api.merchant('PUT', '/v2/products/PUT', { Stock: 2 })).body.errors).toEqual([
      { path: '/Name', message: 'is required and must not be empty' },
    ])
  })

  test('PUT and PATCH answer 404 for an unknown product and create nothing', async () => {
    for (const method of ['PUT', 'PATCH']) {
      const answer = await api.merchant(method, '/v2/products/NOBODY', { Name: 'x' })
      expect(answer).toMatchObject({ status: 404, body: { code: 'MARKET_NOT_FOUND' } })
    }
    expect((await api.merchant('GET', '/v2/products/NOBODY')).status).toBe(404)
  })

  test('the reference of a product cannot change', async () => {
    await api.merchant('POST', '/v2/products', { MerchantProductReference: 'FIXED', Name: 'F' })
    const body = { MerchantProductReference: 'OTHER', Name: 'F' }
    expect(await api.merchant('PUT', '/v2/products/FIXED', body)).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/MerchantProductReference' }] },
    })
  })

  test('DELETE deactivates, also if it is repeated, and PATCH with IsActive reactivates the product', async () => {
    await api.merchant('POST', '/v2/products', { MerchantProductReference: 'OFF', Name: 'Off' })
    expect(await api.merchant('DELETE', '/v2/products/OFF')).toMatchObject({
      status: 200,
      body: {},
    })
    expect((await api.merchant('DELETE', '/v2/products/OFF')).status).toBe(200)
    expect((await api.merchant('GET', '/v2/products/OFF')).body.IsActive).toBe(false)
    expect((await api.merchant('PATCH', '/v2/products/OFF', { Price: 1 })).body.IsActive).toBe(
      false,
    )
    expect((await api.merchant('PUT', '/v2/products/OFF', { Name: 'O' })).body.IsActive).toBe(false)
    const back = await api.merchant('PATCH', '/v2/products/OFF', { IsActive: true })
    expect(back.body.IsActive).toBe(true)
    expect((await api.merchant('DELETE', '/v2/products/NEVER')).status).toBe(404)
  })

  test('a child of an inactive parent is inactive until the parent is active again', async () => {
    await api.merchant('POST', '/v2/products', {
      MerchantProductReference: 'P',
      Name: 'P',
      Children: [{ MerchantProductReference: 'P-1', Name: 'P 1' }],
    })
    const isActive = async () => (await api.merchant('GET', '/v2/products/P-1')).body.IsActive
    await api.merchant('DELETE', '/v2/products/P')
    expect(await isActive()).toBe(false)
    await api.merchant('PATCH', '/v2/products/P', { IsActive: true })
    expect(await isActive()).toBe(true)
  })

  test('a change without an effect leaves UpdatedAt unchanged', async () => {
    const product = { ...FULL, MerchantProductReference: 'SAME' }
    const { body } = await api.merchant('POST', '/v2/products', product)
    const reordered = { ExtraData: { ünïcode: '✓', material: 'clay' }, Price: 19.99 }
    expect((await api.merchant('PATCH', '/v2/products/SAME', reordered)).body).toEqual(body)
    await api.merchant('POST', '/v2/products', [product])
    const { Warnings: _, ...stored } = body
    expect((await api.merchant('GET', '/v2/products/SAME')).body).toEqual(stored)
  })
})

describe('the tree of products', () => {
  beforeAll(async () => {
    await api.merchant('POST', '/v2/products', {
      MerchantProductReference: 'ROOT',
      Name: 'Root',
      Children: [{ MerchantProductReference: 'LEAF', Name: 'Leaf' }],
    })
    await api.merchant('POST', '/v2/products', { MerchantProductReference: 'SOLO', Name: 'Solo' })
  })

  test.each([
    ['a parent that does not exist', 'SOLO', 'NOWHERE', 'does not exist'],
    ['a parent that is itself a child', 'SOLO', 'LEAF', 'is itself a child'],
    ['a parent for a product that has children', 'ROOT', 'SOLO', 'this product has children'],
    ['itself as parent', 'SOLO', 'SOLO', 'must not be the product itself'],
  ])('refuses %s', async (_, reference, parent, reason) => {
    const answer = await api.merchant('PATCH', `/v2/products/${reference}`, {
      ParentMerchantReference: parent,
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].path).toBe('/ParentMerchantReference')
    expect(answer.body.errors[0].message).toContain(reason)
  })

  test('refuses children on a child', async () => {
    const answer = await api.merchant('POST', '/v2/products', {
      MerchantProductReference: 'MID',
      Name: 'Mid',
      ParentMerchantReference: 'ROOT',
      Children: [{ MerchantProductReference: 'DEEP', Name: 'Deep' }],
    })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body.errors)).toContain('this product has children')
  })

  test('a child can move to another parent, and become a single product again', async () => {
    const move = (parent: string | null) =>
      api.merchant('PATCH', '/v2/products/LEAF', { ParentMerchantReference: parent })
    expect((await move('SOLO')).body.ParentMerchantReference).toBe('SOLO')
    expect((await api.merchant('GET', '/v2/products/ROOT')).body.Children).toEqual([])
    expect((await move(null)).body.ParentMerchantReference).toBeNull()
  })

  test('a stored child can be changed and reactivated without naming its parent', async () => {
    await api.merchant('POST', '/v2/products', {
      MerchantProductReference: 'CAP',
      Name: 'Cap',
      Children: [{ MerchantProductReference: 'CAP-RED', Name: 'Red cap' }],
    })
    const patched = await api.merchant('PATCH', '/v2/products/CAP-RED', { Stock: 3 })
    expect(patched).toMatchObject({
      status: 200,
      body: { Stock: 3, ParentMerchantReference: 'CAP' },
    })
    const upserted = await api.merchant('POST', '/v2/products', [
      { MerchantProductReference: 'CAP-RED', Stock: 8 },
    ])
    expect(upserted.body).toMatchObject({ AcceptedCount: 1, RejectedCount: 0 })
    await api.merchant('DELETE', '/v2/products/CAP-RED')
    const back = await api.merchant('PATCH', '/v2/products/CAP-RED', { IsActive: true })
    expect(back).toMatchObject({ status: 200, body: { Stock: 8, IsActive: true } })
  })
})

describe('ExtraData', () => {
  test('is merged by PATCH, where null removes a name (RFC 7396), and replaced by PUT', async () => {
    const product = { MerchantProductReference: 'XD', Name: 'XD', ExtraData: { a: '1', b: '2' } }
    await api.merchant('POST', '/v2/products', product)
    const patched = await api.merchant('PATCH', '/v2/products/XD', {
      ExtraData: { a: null, c: '3' },
    })
    expect(patched.body.ExtraData).toEqual({ b: '2', c: '3' })
    const put = await api.merchant('PUT', '/v2/products/XD', { Name: 'XD', ExtraData: { d: '4' } })
    expect(put.body.ExtraData).toEqual({ d: '4' })
    const nulled = await api.merchant('PUT', '/v2/products/XD', {
      Name: 'XD',
      ExtraData: { d: null },
    })
    expect(nulled.status).toBe(400)
  })

  test('does not grow beyond 100 names by patches', async () => {
    const names = (from: number) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`n${from + index}`, 'x']))
    await api.merchant('POST', '/v2/products', {
      MerchantProductReference: 'XG',
      Name: 'XG',
      ExtraData: names(0),
    })
    const grown = await api.merchant('PATCH', '/v2/products/XG', { ExtraData: names(60) })
    expect(grown).toMatchObject({ status: 400, body: { errors: [{ path: '/ExtraData' }] } })
  })
})
