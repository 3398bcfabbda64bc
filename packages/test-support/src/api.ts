/** The API with a shop, in the process of the test. */
import { type Database, rehearse } from '@entrepot/database'
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
  /** Runs work whose changes are undone. */
  rehearse<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** Starts the API, which does not listen: call it with `app.inject`. */
export async function startShopApi(orders: number, scopes: readonly string[]): Promise<ShopApi> {
  const store = await createTestDatabase({ migrations: [migrations] })
  const { database } = store
  const shop = await createShop(database, 'Corner Shop', orders)
  const app = Fastify({ routerOptions: { maxParamLength: 500 } })
  await app.register(marketplace, { database, background: false })
  const wanted = { kind: 'merchant' as const, label: 'Agent', scopes: [...scopes] }
  const { key } = expectDone(await createApiKey(database, shop.customer.customerId, wanted))
  return {
    ...{ app, database, shop, key },
    rehearse: async (work) => await rehearse(database, work),
    async stop() {
      await app.close()
      await store.drop()
    },
  }
}
