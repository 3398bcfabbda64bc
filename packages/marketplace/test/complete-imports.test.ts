import { query, sql } from '@entrepot/database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimNext } from '../src/catalogue/imports/claim-store.ts'
import { findDoubt } from '../src/catalogue/imports/completion.ts'
import { runImports } from '../src/catalogue/imports/run-import.ts'
import { refuse, type WorkLimit } from '../src/index.ts'
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

const HEAD = 'MerchantProductReference,Name,Price,Stock\n'
const file = (...references: readonly (string | number)[]) =>
  HEAD + references.map((reference) => `P-${reference},Product ${reference},1,2\n`).join('')
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

async function upload(content: string, parameters = '') {
  const { status, body } = await api.raw({
    method: 'POST',
    url: `/v2/imports${parameters}`,
    headers: { 'x-api-key': api.merchantKey, 'content-type': 'text/csv' },
    payload: content,
  })
  expect([status, body]).toMatchObject([202, { Status: 'queued' }])
  return body.Id as number
}

const apply = async (signal = new AbortController().signal) =>
  await runImports(api.database, api.customer.customerId, signal)

const read = async (id: number) => (await api.merchant('GET', `/v2/imports/${id}`)).body

async function importText(content: string, parameters = '') {
  const id = await upload(content, parameters)
  await apply()
  return await read(id)
}

/** The references of the active products. */
const active = async () => {
  const rows = await query<{ reference: string }>(
    api.database,
    sql`select merchant_product_reference as reference from marketplace.products where is_active order by 1`,
  )
  return rows.map(({ reference }) => reference)
}

const COMPLETE = '?complete=true'

test('a complete import deactivates what earlier imports of its source brought, and the file lacks', async () => {
  await importText(file(...upTo(10)))
  await importText(file('other'), '?source=other%20shop')
  await api.merchant('POST', '/v2/products', [{ MerchantProductReference: 'OWN', Name: 'Own' }])
  const kept = upTo(10).filter((number) => number !== 3)
  const planned = await importText(file(...kept, 'new'), '?complete=true&dryRun=true')
  expect(planned).toMatchObject({ Status: 'done', DeactivatedCount: 1, CreatedCount: 1, Notes: [] })
  expect(await active()).toContain('P-3')
  const done = await importText(file(...kept, 'new'), COMPLETE)
  expect(done).toMatchObject({
    Status: 'done',
    Source: 'entrepot',
    IsComplete: true,
    DeactivatedCount: 1,
    CreatedCount: 1,
    UnchangedCount: 9,
  })
  expect(await active()).toEqual(
    ['OWN', ...kept.map((number) => `P-${number}`), 'P-new', 'P-other'].sort(),
  )
  const events = await query(
    api.database,
    sql`select from marketplace.events where type = 'products.changed'`,
  )
  expect(events.length).toBeGreaterThan(0)
  expect(await importText(file(...kept, 'new'), COMPLETE)).toMatchObject({ DeactivatedCount: 0 })
  expect(await importText(file(3))).toMatchObject({ UpdatedCount: 1, DeactivatedCount: 0 })
  expect(await active()).toContain('P-3')
})

test('a product belongs to the source that has brought it last', async () => {
  await importText(file(...upTo(10)), '?source=one')
  await importText(file(0), '?source=two')
  const nine = upTo(10).slice(1)
  expect(await importText(file(...nine), '?source=one&complete=true')).toMatchObject({
    Source: 'one',
    DeactivatedCount: 0,
  })
  expect(await active()).toHaveLength(10)
})

test('an import whose sender is stopped while it is completed deactivates nothing more', async () => {
  await importText(file(...upTo(10)))
  const id = await upload(file(...upTo(8)), COMPLETE)
  let batches = 0
  const limit: WorkLimit = {
    // The file is one batch, and what it does not have is another.
    async take() {
      batches += 1
      return batches > 1 ? refuse('MARKET_FORBIDDEN', 'Stopped.') : undefined
    },
    giveBack: async () => {},
  }
  const { customerId } = api.customer
  await runImports(api.database, customerId, new AbortController().signal, null, limit)
  expect(await read(id)).toMatchObject({
    ...{ Status: 'failed', Problem: 'Stopped.', UnchangedCount: 8, DeactivatedCount: 0 },
  })
  expect(await active()).toHaveLength(10)
})

test('more than 30 % are deactivated only with a confirmation', async () => {
  await importText(file(...upTo(10)))
  const seven = upTo(6)
  const planned = await importText(file(...seven), '?complete=true&dryRun=true')
  expect(planned).toMatchObject({
    Status: 'done',
    DeactivatedCount: 4,
    Notes: [expect.stringContaining('4 of the 10 active products')],
  })
  const refused = await importText(file(...seven), COMPLETE)
  expect(refused).toMatchObject({
    Status: 'failed',
    UnchangedCount: 6,
    DeactivatedCount: 0,
    Problem: expect.stringMatching(/^4 of the 10 active products.*confirmDeactivation=true/),
  })
  expect(await active()).toHaveLength(10)
  const confirmed = await importText(file(...seven), '?complete=true&confirmDeactivation=true')
  expect(confirmed).toMatchObject({ Status: 'done', DeactivatedCount: 4, Problem: null })
  expect(await active()).toHaveLength(6)
})

test('new products of the file do not hide how many are gone', async () => {
  await importText(file(...upTo(10)))
  const renamed = upTo(100).map((number) => `new-${number}`)
  expect(await importText(file(...renamed), COMPLETE)).toMatchObject({
    Status: 'failed',
    CreatedCount: 100,
    DeactivatedCount: 0,
  })
})

test('a product whose row is refused or left out is in the file', async () => {
  await importText(file(...upTo(10)))
  const bad = 'P-0,,1,2\nP-1,One,much,2\n'
  expect(await importText(file(...upTo(10).slice(2)) + bad, COMPLETE)).toMatchObject({
    Status: 'done',
    FailedCount: 1,
    DeactivatedCount: 0,
  })
  expect(await active()).toHaveLength(10)
})

test('nothing is deactivated if rows without a reference cannot be read, unless that is confirmed', async () => {
  await importText(file(...upTo(10)))
  const torn = `${file(...upTo(9))}"P-9" x,Nine,1,2\n`
  expect(await importText(torn, COMPLETE)).toMatchObject({
    Status: 'failed',
    DeactivatedCount: 0,
    Problem: expect.stringContaining('1 of its rows cannot be read'),
  })
  expect(await importText(torn, '?complete=true&confirmDeactivation=true')).toMatchObject({
    Status: 'done',
    DeactivatedCount: 1,
  })
})

test('nothing is deactivated if the file cannot be read to its end', async () => {
  await importText(file(...upTo(10)))
  const broken = `${file(...upTo(9))}"never closed,Nine,1,2\n`
  const failed = await importText(broken, '?complete=true&confirmDeactivation=true')
  expect(failed).toMatchObject({ Status: 'failed', DeactivatedCount: 0 })
  expect(failed.Problem).toContain('never closed')
  expect(await active()).toHaveLength(10)
})

test.each([1, 2, 3])(
  'a complete import that is interrupted in pass %i deactivates each product once',
  async (pass) => {
    await importText(file(...upTo(6_000)))
    const gone = 1_500
    const id = await upload(file(...upTo(6_000 - gone)), COMPLETE)
    const customerId = api.customer.customerId
    const stop = new AbortController()
    const first = runImports(api.database, customerId, stop.signal)
    await expect
      .poll(async () => {
        const { UnchangedCount } = await read(id)
        return UnchangedCount
      })
      .toBeGreaterThan(0)
    stop.abort()
    await first.catch(() => undefined)
    if (pass > 1) {
      // As a node leaves it that has applied the whole file, and has deactivated 500 products.
      const claim = await claimNext(
        api.database,
        customerId,
        '00000000-0000-4000-8000-000000000000',
        null,
      )
      expect(claim).toMatchObject({ importId: String(id), known: 6_000 })
      await api.database.query(
        `update marketplace.imports set pass = ${pass}, position = 0, unchanged = 4500,
           deactivated = ${pass === 3 ? 500 : 0}, claim = null, claimed_until = null where import_id = ${id}`,
      )
      if (pass === 3) {
        await api.database.query(
          `update marketplace.products set is_active = false where merchant_product_reference in (
             select merchant_product_reference from marketplace.products
             where substr(merchant_product_reference, 3)::int >= 4500 order by 1 limit 500)`,
        )
      }
    }
    await apply()
    expect(await read(id)).toMatchObject({
      Status: 'done',
      UnchangedCount: 4_500,
      DeactivatedCount: gone,
    })
    expect(await active()).toHaveLength(4_500)
  },
)

test('a dry run that is interrupted counts from the beginning', async () => {
  await importText(file(...upTo(10)))
  const id = await upload(file(...upTo(9)), '?complete=true&dryRun=true')
  await api.database.query(
    `update marketplace.imports set status = 'running', pass = 3, deactivated = 1, unchanged = 9 where import_id = ${id}`,
  )
  await apply()
  expect(await read(id)).toMatchObject({ UnchangedCount: 9, DeactivatedCount: 1, Status: 'done' })
})

describe('findDoubt', () => {
  const some = { source: 'shop', known: 100, missing: 30, unnamed: 0 }

  test.each([
    [some, false],
    [{ ...some, missing: 31 }, true],
    [{ ...some, missing: 1, unnamed: 1 }, true],
    [{ ...some, missing: 0, unnamed: 1 }, false],
    [{ ...some, known: 0, missing: 0 }, false],
    [{ ...some, known: 3, missing: 1 }, true],
  ])('%j is doubtful: %s', (completion, isDoubtful) => {
    expect(findDoubt(completion) !== undefined).toBe(isDoubtful)
  })
})

describe('what holds for a file as a whole', () => {
  const SHOPIFY = 'Handle,Title,Variant SKU,Variant Price,Variant Inventory Tracker\n'

  test('an import that ends without any stock says how to set it', async () => {
    const text = `${SHOPIFY}m,Mug,M,1,\nn,Jar,N,1,\n`
    for (const parameters of ['?dryRun=true', '']) {
      expect(await importText(text, parameters)).toMatchObject({
        Notes: [expect.stringMatching(/2 of its products.*unmanagedStock \(--unmanaged-stock\)/)],
      })
    }
    expect(await importText(text, '?unmanagedStock=5')).toMatchObject({ Notes: [] })
    // The products have stock now.
    expect(await importText(text)).toMatchObject({ Notes: [] })
  })

  test('rows without a reference or a price are counted with their reasons', async () => {
    const text = `${HEAD}A,One,,1\nB,Two,,1\n,Three,1,1\n,Four,1,1\n,Five,1,1\nC,Six,"much",1\nD,Seven,"more",1\nA,Twice,1,1\n`
    const done = await importText(text)
    expect(done).toMatchObject({ Status: 'done', CreatedCount: 2, FailedCount: 6 })
    expect(done.Reasons).toEqual([
      { Kind: 'error', Message: 'has no reference', Count: 3 },
      { Kind: 'error', Message: 'Price is not a number such as 1299.50: "…"', Count: 2 },
      {
        Kind: 'note',
        Message: 'has no price, so channels get it without one or not at all',
        Count: 2,
      },
      { Kind: 'error', Message: 'has the reference of row …', Count: 1 },
    ])
  })
})
