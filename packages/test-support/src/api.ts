/** The API with a shop, in the process of the test. */
import type { Database } from '@entrepot/database'
import { createApiKey, expectDone, marketplace, migrations } from '@entrepot/marketplace'
import Fastify, { type FastifyInstance } from 'fastify'
import { createTestDatabase } from './postgres/postgres.ts'
import { createShop, type Shop } from './shop.ts'

/** The API with a shop of some new orders. */
export interface ShopApi {
  readonly app: FastifyInstance
  readonly database: Database
  readonly shop: Shop
  /** A key of the merchant. */
  readonly key: string
  /** A key of the channel. */
  readonly channelKey: string
  stop(): Promise<void>
}

/**
 * Starts the API: call it with `app.inject`.
 *
 * @param orders at least one
 * @param background whether jobs run, such as the one that finds out which products are short
 */
export async function startShopApi(
  orders: number,
  scopes: readonly string[],
  background = false,
): Promise<ShopApi> {
  const store = await createTestDatabase({ migrations: [migrations] })
  const { database } = store
  const shop = await createShop(database, 'Corner Shop', orders)
  const app = Fastify({ routerOptions: { maxParamLength: 500 } })
  await app.register(marketplace, { database, background })
  // Jobs begin when the host listens.
  if (background) await app.listen({ host: '127.0.0.1', port: 0 })
  const wanted = { kind: 'merchant' as const, label: 'Agent', scopes: [...scopes] }
  const { key } = expectDone(await createApiKey(database, shop.customer.customerId, wanted))
  const channelId = shop.orders[0]?.ChannelId
  const ofChannel = { kind: 'channel' as const, label: 'Web', channelId: Number(channelId) }
  const issued = await createApiKey(database, shop.customer.customerId, ofChannel)
  return {
    ...{ app, database, shop, key, channelKey: expectDone(issued).key },
    async stop() {
      await app.close()
      await store.drop()
    },
  }
}
