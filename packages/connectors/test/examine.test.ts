/** What `doctor` says of the settings of a merchant: they have to fit what the counts of the shop contain. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccount } from '../src/core/connector/accounts.ts'
import { examineAccount } from '../src/core/connector/examine.ts'
import { ADAPTERS } from '../src/index.ts'
import { type Harness, startHarness } from './support/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

type Keeping = Parameters<Harness['merchant']['changeCustomer']>[0]['body']

/** What is said about the stock with these settings. */
async function stockFinding(settings: Keeping) {
  await harness.merchant.changeCustomer({ body: settings })
  const account = await openAccount({ hub: harness.hub.url, key: harness.merchantKey })
  const findings = await examineAccount(account, ADAPTERS)
  await account.client.close()
  return findings.at(-1)
}

const SHELF: Keeping = { StockKeeper: 'merchant', CountsExclude: null }
const AT_IMPORT: Keeping = { StockKeeper: 'merchant', CountsExclude: 'acknowledged' }

test.each([
  ['tryton', SHELF, AT_IMPORT, 'more is offered', 'CountsExclude null'],
  ['medusa', AT_IMPORT, SHELF, 'less is offered', 'CountsExclude "acknowledged"'],
  ['woocommerce', AT_IMPORT, SHELF, 'less is offered', 'CountsExclude "acknowledged"'],
  ['shopify', AT_IMPORT, SHELF, 'less is offered', 'CountsExclude "acknowledged"'],
])(
  'the counts of %s fit the settings for what they contain, and others are a warning',
  async (shop, right, other, effect, remedy) => {
    const id = await harness.connect(shop)
    expect(await stockFinding(right)).toMatchObject({ level: 'ok' })
    expect(await stockFinding(other)).toEqual({
      level: 'warning',
      message: expect.stringContaining(effect),
      remedy: expect.stringContaining(remedy),
    })
    expect(await stockFinding({ StockKeeper: 'hub', CountsExclude: null })).toMatchObject({
      level: 'warning',
      remedy: expect.stringContaining(remedy),
    })
    await harness.merchant.deleteConnection({ id })
  },
)

test('two shops whose counts contain different orders are a warning, unless one of them has no counts for the hub', async () => {
  await harness.connect('tryton')
  const id = await harness.connect('shopify')
  expect(await stockFinding(SHELF)).toMatchObject({
    level: 'warning',
    remedy: expect.stringContaining('"steps"'),
  })
  const Settings = { url: 'https://shop.example', steps: 'orders' }
  await harness.merchant.changeConnection({ id, body: { Settings } } as never)
  expect(await stockFinding(SHELF)).toMatchObject({ level: 'ok' })
})
