/** A hub on a loopback port: the marketplace on a fresh database, with one customer. */
import type { AddressInfo } from 'node:net'
import type { Database } from '@entrepot/database'
import {
  createApiKey,
  createChannel,
  createCustomer,
  expectDone,
  marketplace,
  migrations,
  type NewChannel,
} from '@entrepot/marketplace'
import Fastify, { type FastifyInstance } from 'fastify'
import { callApi } from './call-api.ts'
import { createTestDatabase } from './postgres/postgres.ts'

/** The customer of a hub. */
export interface HubCustomer {
  readonly merchantKey: string
  /** Creates a channel of the customer, and returns its key. */
  addChannel(settings?: Partial<NewChannel>): Promise<string>
  /** Calls the hub as the merchant, and returns the body. Throws if the answer is not 2xx. */
  merchant(method: string, path: string, body?: unknown): Promise<unknown>
}

/** A hub that listens. */
export interface TestHub extends HubCustomer {
  readonly url: string
  readonly app: FastifyInstance
  readonly database: Database
  close(): Promise<void>
}

/**
 * Starts a hub with one customer. Needs the test server of {@link createTestDatabase}.
 *
 * @param prepare adds hooks before the routes
 */
export async function startHub(prepare?: (app: FastifyInstance) => unknown): Promise<TestHub> {
  const { database, drop } = await createTestDatabase({ migrations: [migrations] })
  return await startHubOn(database, drop, prepare)
}

/**
 * {@link startHub} on a database that has the migrations.
 *
 * @param drop is called after the hub was closed
 */
export async function startHubOn(
  database: Database,
  drop: () => Promise<void>,
  prepare?: (app: FastifyInstance) => unknown,
): Promise<TestHub> {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } })
  prepare?.(app)
  await app.register(marketplace, { database })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    ...(await createHubCustomer(database, url)),
    ...{ url, app, database },
    async close() {
      await app.close()
      await drop()
    },
  }
}

/** Creates a customer in the database of a hub. */
export async function createHubCustomer(database: Database, url: string): Promise<HubCustomer> {
  const { customerId } = expectDone(
    await createCustomer(database, { name: 'Merchant', baseCurrency: 'EUR', defaultVatRate: 21 }),
  )
  const merchantKey = expectDone(
    await createApiKey(database, customerId, { kind: 'merchant', label: 'Merchant' }),
  ).key
  let channels = 0
  return {
    merchantKey,
    async addChannel(settings = {}) {
      channels += 1
      const name = `Shop ${channels}`
      const { channelId } = expectDone(
        await createChannel(database, customerId, { name, ...settings }),
      )
      const input = { kind: 'channel', channelId, label: name } as const
      return expectDone(await createApiKey(database, customerId, input)).key
    },
    merchant: async (method, path, body) =>
      await callApi(`${url}${path}`, merchantKey, method, body),
  }
}
