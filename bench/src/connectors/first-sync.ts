/**
 * Measures the first synchronisation of 10,000 products into an empty Vendure shop: the connector, through the hub and the Admin API, against the
 * importer of Vendure, which reads a CSV file inside the process of the shop. Both shops keep their data in memory.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@entrepot/client'
import { ADAPTERS, createConnector, total } from '@entrepot/connectors'
import type { Database } from '@entrepot/database'
import {
  createApiKey,
  createChannel,
  createCustomer,
  expectDone,
  SCOPES,
} from '@entrepot/marketplace'
import { startVendure } from '../../../packages/connectors/shops/start-vendure.ts'
import { makeBed } from '../hub.ts'
import { printTable, say } from '../measure.ts'

const IMPORT = fileURLToPath(
  new URL('../../../packages/connectors/shops/vendure/import.js', import.meta.url),
)

/** Seconds of both. */
export interface FirstSync {
  readonly products: number
  readonly connector: number
  readonly importer: number
}

/** Needs `npm run connectors:prepare -- vendure`. */
export async function firstSync({ quick }: { readonly quick: boolean }): Promise<FirstSync> {
  const products = quick ? 300 : 10_000
  const importer = await importIntoShop(products)
  say(`importer of Vendure: ${products} products in ${importer.toFixed(1)} s`)
  const connector = await synchronize(products)
  say(`connector: ${products} products in ${connector.toFixed(1)} s`)
  printTable([
    { name: 'importer of Vendure', perSecond: Math.round(products / importer) },
    { name: 'connector', perSecond: Math.round(products / connector) },
  ])
  return { products, connector, importer }
}

const productOf = (index: number) => ({
  MerchantProductReference: `P-${index}`,
  Name: `Product ${index}`,
  Description: 'A product of the benchmark.',
  VatRate: 21,
  Price: 10 + (index % 100),
  Stock: 1 + (index % 50),
})

const HEADER =
  'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets'

async function importIntoShop(count: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-first-sync-'))
  try {
    const file = join(folder, 'products.csv')
    const rows = Array.from({ length: count }, (_, index) => {
      const { Name, MerchantProductReference, Description, Price, Stock } = productOf(index)
      const slug = MerchantProductReference.toLowerCase()
      return `${Name},${slug},${Description},,,,,${MerchantProductReference},${Price},Standard,${Stock},true,,`
    })
    await writeFile(file, `${[HEADER, ...rows].join('\n')}\n`)
    const { stdout } = await promisify(execFile)(process.execPath, [IMPORT, file])
    const { imported, errors, seconds } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    if (imported !== count) throw new Error(`${imported} of ${count} imported: ${errors}`)
    return seconds
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function synchronize(count: number): Promise<number> {
  const bed = await makeBed()
  const shop = await startVendure()
  try {
    const { hub, database } = await bed.hub('first-sync')
    const { merchantKey, channelKey, channelId } = await createMerchant(database)
    const merchant = createClient({ hub: hub.url, key: merchantKey })
    for (let begin = 0; begin < count; begin += 1_000) {
      const length = Math.min(1_000, count - begin)
      const body = Array.from({ length }, (_, index) => productOf(begin + index))
      await merchant.createProducts({ body })
    }
    const connection = { Name: 'Vendure', Shop: 'vendure', Role: 'channel' } as const
    const Settings = { url: shop.adminApi }
    await merchant.createConnection({ body: { ...connection, ChannelId: channelId, Settings } })
    await merchant.close()
    const connector = createConnector({
      ...{ hub: hub.url, key: channelKey, adapters: ADAPTERS },
      secrets: () => ({ apiKey: shop.apiKey }),
    })
    const started = performance.now()
    const [report] = await connector.runOnce()
    const seconds = (performance.now() - started) / 1_000
    await connector.close()
    // Each product is written, and then its offer.
    if (report === undefined || total(report, 'written') !== 2 * count) {
      throw new Error(`not all products were written: ${JSON.stringify(report)}`)
    }
    return seconds
  } finally {
    await shop.end('SIGKILL')
    await bed.close()
  }
}

/** A customer with a channel, and keys of both with all scopes. */
async function createMerchant(database: Database) {
  const settings = { name: 'Merchant', baseCurrency: 'EUR', defaultVatRate: 21 }
  const { customerId } = expectDone(await createCustomer(database, settings))
  const { channelId } = expectDone(await createChannel(database, customerId, { name: 'Vendure' }))
  const issue = async (input: Parameters<typeof createApiKey>[2]) =>
    expectDone(await createApiKey(database, customerId, input)).key
  const label = 'Benchmark'
  return {
    channelId,
    merchantKey: await issue({ kind: 'merchant', label, scopes: [...SCOPES.merchant] }),
    channelKey: await issue({ kind: 'channel', channelId, label, scopes: [...SCOPES.channel] }),
  }
}
