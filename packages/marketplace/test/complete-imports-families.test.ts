import { query, sql } from '@entrepot/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runImports } from '../src/catalogue/imports/run-import.ts'
import { createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  // The tests apply the files themselves.
  api = await createTestApi({}, { background: false })
})
afterAll(async () => await api.close())
beforeEach(async () => {
  await api.database.query('truncate marketplace.products, marketplace.imports cascade')
})

async function importText(content: string, parameters = '') {
  const { status, body } = await api.raw({
    method: 'POST',
    url: `/v2/imports${parameters}`,
    headers: { 'x-api-key': api.merchantKey, 'content-type': 'text/csv' },
    payload: content,
  })
  expect([status, body]).toMatchObject([202, { Status: 'queued' }])
  await runImports(api.database, api.customer.customerId, new AbortController().signal)
  return (await api.merchant('GET', `/v2/imports/${body.Id}`)).body
}

/** Active products of the family, with their parents. */
const family = async () => {
  const rows = await query<{ reference: string; parent: string | null }>(
    api.database,
    sql`
    select merchant_product_reference as reference, parent_reference as parent from marketplace.products
    where is_active and merchant_product_reference not like 'X%' order by 1`,
  )
  return Object.fromEntries(rows.map(({ reference, parent }) => [reference, parent]))
}

/** Products that every file has, so that few of them are gone. */
const others = (row: (reference: string) => string) =>
  Array.from({ length: 9 }, (_, index) => row(`X${index}`)).join('')

interface Case {
  readonly head: string
  readonly other: (reference: string) => string
  readonly before: string
  readonly after: string
  readonly stays: Readonly<Record<string, string | null>>
  readonly gone: number
}

const GOOGLE = {
  head: 'id\ttitle\tlink\titem_group_id\tprice\n',
  other: (reference: string) => `${reference}\tMug\t\t\t1 EUR\n`,
  before: 'G1\tMug\t\tGFAM\t1 EUR\nG2\tMug\t\tGFAM\t1 EUR\n',
}
const SHOPIFY = {
  head: 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\n',
  other: (reference: string) => `h-${reference},Mug,Title,Default Title,${reference},1\n`,
  before: 'sfam,Mug,Size,S,S1,1\nsfam,,,M,S2,1\n',
}
const WOOCOMMERCE = {
  head: 'Type,SKU,Name,Parent,Regular price\n',
  other: (reference: string) => `simple,${reference},Mug,,1\n`,
  before: 'variable,WFAM,Mug,,\nvariation,W1,Mug S,WFAM,1\nvariation,W2,Mug M,WFAM,1\n',
}
const WIX = {
  head: 'handleId,fieldType,name,sku,price,productOptionName1,productOptionDescription1\n',
  other: (reference: string) => `h-${reference},Product,Mug,${reference},1,,\n`,
  before: 'wfam,Product,Mug,,1,Size,\nwfam,Variant,,V1,1,,S\nwfam,Variant,,V2,1,,M\n',
}
const OWN = {
  head: 'MerchantProductReference,Name,Price,ParentMerchantReference\n',
  other: (reference: string) => `${reference},Mug,1,\n`,
  before: 'PA,Mug,,\nPA-1,Mug S,1,PA\nPA-2,Mug M,1,PA\n',
}

const CASES: Readonly<Record<string, Case>> = {
  'Google, alone in its group': {
    ...GOOGLE,
    ...{ after: 'G1\tMug\t\tGFAM\t1 EUR\n', stays: { G1: null }, gone: 2 },
  },
  'Google, without a group': {
    ...GOOGLE,
    ...{ after: 'G1\tMug\t\t\t1 EUR\n', stays: { G1: null }, gone: 2 },
  },
  Shopify: { ...SHOPIFY, after: 'sfam,Mug,Size,S,S1,1\n', stays: { S1: null }, gone: 2 },
  WooCommerce: { ...WOOCOMMERCE, after: 'simple,W1,Mug S,,1\n', stays: { W1: null }, gone: 2 },
  Wix: { ...WIX, after: 'wfam,Product,Mug,V1,1,,\n', stays: { V1: null }, gone: 2 },
  'our own columns, with a parent that has no row': {
    ...OWN,
    after: 'PA-1,Mug S,1,PA\nPA-2,Mug M,1,PA\n',
    stays: { PA: null, 'PA-1': 'PA', 'PA-2': 'PA' },
    gone: 0,
  },
  'our own columns, with a new child of that parent only': {
    ...OWN,
    after: 'PA-3,Mug L,1,PA\n',
    stays: { PA: null, 'PA-3': 'PA' },
    gone: 2,
  },
  'our own columns, with a child whose row is refused': {
    ...OWN,
    after: 'PA-1,Mug S,much,\n',
    stays: { PA: null, 'PA-1': 'PA' },
    gone: 1,
  },
}

test.each(Object.entries(CASES))(
  'a complete import leaves a product of its file on sale when its family changes: %s',
  async (_, { head, other, before, after, stays, gone }) => {
    const rest = others(other)
    expect(await importText(head + rest + before, '?source=fam')).toMatchObject({ FailedCount: 0 })
    const file = head + rest + after
    const planned = await importText(file, '?source=fam&complete=true&dryRun=true')
    expect(planned).toMatchObject({ Status: 'done', DeactivatedCount: gone })
    const done = await importText(file, '?source=fam&complete=true')
    expect(done).toMatchObject({ Status: 'done', DeactivatedCount: gone })
    expect(await family()).toEqual(stays)
    const again = await importText(file, '?source=fam&complete=true')
    expect(again).toMatchObject({ UpdatedCount: 0, DeactivatedCount: 0 })
  },
)

test('a file that says nothing of parents leaves children on sale with the parent that it lacks', async () => {
  await importText(OWN.head + others(OWN.other) + OWN.before)
  const head = 'MerchantProductReference,Name,Price\n'
  const file = `${head}${others((reference) => `${reference},Mug,1\n`)}PA-1,Mug S,1\n`
  expect(await importText(file, '?complete=true')).toMatchObject({ DeactivatedCount: 1 })
  expect(await family()).toEqual({ PA: null, 'PA-1': 'PA' })
})

test('an item of Google that is refused has one row in the report, also if it is alone in its group', async () => {
  const file = `${GOOGLE.head}G1\tMug\t\tGFAM\t-1 EUR\nG2\tMug\t\tGTWO\t1 EUR\n`
  expect(await importText(file)).toMatchObject({ CreatedCount: 1, FailedCount: 1 })
})
