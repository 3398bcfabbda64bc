import { execute, queryFirst, sql } from '@entrepot/database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())
beforeEach(async () => {
  await execute(
    api.database,
    sql`delete from marketplace.products where parent_reference is not null`,
  )
  await execute(api.database, sql`delete from marketplace.products`)
})

const item = (reference: string, more: object = {}) => ({
  MerchantProductReference: reference,
  Name: reference,
  ...more,
})
const read = async (reference: string) =>
  (await api.merchant('GET', `/v2/products/${reference}`)).body

describe('POST /v2/products with an array', () => {
  test('creates and changes products, and an invalid item does not prevent others from being stored', async () => {
    await api.merchant('POST', '/v2/products', item('OLD', { Price: 1, Brand: 'B' }))
    const answer = await api.merchant('POST', '/v2/products', [
      item('NEW', { Price: 2 }),
      { MerchantProductReference: 'OLD', Price: 3 },
      item('NEGATIVE', { Price: -1, Colour: 'red' }),
      { MerchantProductReference: 'NAMELESS' },
      'no object',
      null,
    ])
    expect(answer).toMatchObject({ status: 200, body: { AcceptedCount: 2, RejectedCount: 4 } })
    expect(answer.body.ProductMessages).toEqual([
      {
        Name: 'NEGATIVE',
        Reference: 'NEGATIVE',
        Warnings: [],
        Errors: ['Item 2/Colour: is not a known property', 'Item 2/Price: must be at least 0'],
        IsConflict: false,
      },
      {
        Name: null,
        Reference: 'NAMELESS',
        Warnings: [],
        Errors: ['Item 3/Name: is required and must not be empty'],
        IsConflict: false,
      },
      {
        Name: null,
        Reference: null,
        Warnings: [],
        Errors: ['Item 4: must be object'],
        IsConflict: false,
      },
      {
        Name: null,
        Reference: null,
        Warnings: [],
        Errors: ['Item 5: must be object'],
        IsConflict: false,
      },
    ])
    expect(await read('NEW')).toMatchObject({ Price: 2 })
    expect(await read('OLD')).toMatchObject({ Price: 3, Brand: 'B', Name: 'OLD' })
  })

  test('makes an inactive product active again', async () => {
    await api.merchant('POST', '/v2/products', item('BACK'))
    await api.merchant('DELETE', '/v2/products/BACK')
    await api.merchant('POST', '/v2/products', [item('BACK')])
    expect((await read('BACK')).IsActive).toBe(true)
    await api.merchant('POST', '/v2/products', [item('BACK', { IsActive: false })])
    expect((await read('BACK')).IsActive).toBe(false)
  })

  test('accepts children before, after or inside their parents', async () => {
    const answer = await api.merchant('POST', '/v2/products', [
      item('C1', { ParentMerchantReference: 'P' }),
      item('P'),
      item('C2', { ParentMerchantReference: 'P' }),
      item('Q', { Children: [item('Q1')] }),
      item('Q2', { ParentMerchantReference: 'Q' }),
    ])
    expect(answer.body).toMatchObject({ AcceptedCount: 5, RejectedCount: 0 })
    expect((await read('P')).Children).toEqual(['C1', 'C2'])
    expect((await read('Q')).Children).toEqual(['Q1', 'Q2'])
  })

  test('if a parent is refused, refuses only the children that need it', async () => {
    const answer = await api.merchant('POST', '/v2/products', [
      item('C1', { ParentMerchantReference: 'BAD' }),
      item('BAD', { Price: -1 }),
      item('GOOD'),
      item('C2', { ParentMerchantReference: 'GOOD' }),
      item('C3', { ParentMerchantReference: 'C2' }),
      item('X', { ParentMerchantReference: 'Y' }),
      item('Y', { ParentMerchantReference: 'X' }),
    ])
    expect(answer.body).toMatchObject({ AcceptedCount: 2, RejectedCount: 5 })
    expect((await read('GOOD')).Children).toEqual(['C2'])
  })

  test('refuses a chain of 10,000 products, each the parent of the one before, item by item', async () => {
    const chain = Array.from({ length: 10_000 }, (_, index) =>
      item(`L${index}`, index < 9_999 ? { ParentMerchantReference: `L${index + 1}` } : {}),
    )
    const answer = await api.merchant('POST', '/v2/products', chain)
    expect(answer).toMatchObject({ status: 200, body: { AcceptedCount: 2, RejectedCount: 9_998 } })
  })

  test('reports the position of the first item if two items have the same reference', async () => {
    const answer = await api.merchant('POST', '/v2/products', [null, item('D'), item('D')])
    expect(answer.body.ProductMessages[1].Errors[0]).toContain('is already used by item 1')
  })

  test('refuses the second of two items with the same reference', async () => {
    const answer = await api.merchant('POST', '/v2/products', [
      item('DUP', { Price: 1 }),
      item('DUP', { Price: 2 }),
    ])
    expect(answer.body).toMatchObject({ AcceptedCount: 1, RejectedCount: 1 })
    expect(answer.body.ProductMessages[0].Errors[0]).toContain('is already used by item 0')
    expect((await read('DUP')).Price).toBe(1)
  })

  test('warns that the price of a parent is not used', async () => {
    const answer = await api.merchant('POST', '/v2/products', [
      item('WP', { Price: 5, Children: [item('WP-1')] }),
    ])
    expect(answer.body).toMatchObject({ AcceptedCount: 1, RejectedCount: 0 })
    expect(answer.body.ProductMessages[0].Warnings).toHaveLength(1)
  })

  test('accepts 10,000 products, and refuses a call with one more completely', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => item(`M${index}`))
    const over = await api.merchant('POST', '/v2/products', [...many, item('ONE-MORE')])
    expect(over).toMatchObject({ status: 400, body: { code: 'MARKET_INVALID_INPUT' } })
    const nested = [item('M0', { Children: many.slice(1) }), item('ONE-MORE')]
    expect((await api.merchant('POST', '/v2/products', nested)).status).toBe(400)
    const taken = await api.merchant('POST', '/v2/products', many)
    expect(taken.body).toMatchObject({ AcceptedCount: 10_000, RejectedCount: 0 })
    const row = await queryFirst(
      api.database,
      sql`select count(*)::int as count from marketplace.products`,
    )
    expect(row?.count).toBe(10_000)
  })

  test('accepts an empty array', async () => {
    expect(await api.merchant('POST', '/v2/products', [])).toMatchObject({
      status: 200,
      body: { AcceptedCount: 0, RejectedCount: 0, ProductMessages: [] },
    })
  })
})
