/** A receiver of webhooks on loopback, and a marketplace that delivers to it. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeDatabase, type Database, openDatabase, transaction } from '@entrepot/database'
import { expect, vi } from 'vitest'
import { createApiKey, expectDone, type MarketplaceOptions, SCOPES } from '../src/index.ts'
import { appendEvents } from '../src/kit/events/store.ts'
import { SYSTEM } from '../src/kit/principals/actor.ts'
import type { DeliveryClock } from '../src/webhooks/work/work-parts.ts'
import { createTestApi, type TestApi } from './api.ts'

/** A request that a receiver got. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  readonly json: any
}

export interface Receiver {
  readonly url: string
  readonly host: string
  readonly received: Received[]
  /** Waits until so many requests have arrived for a path. */
  arrived(path: string, count: number): Promise<Received[]>
  /** How the requests of a path are answered, from now on. @default 204 */
  answer(path: string, how: (response: ServerResponse, request: Received) => void): void
  close(): Promise<void>
}

/** Starts a receiver. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const answers = new Map<string, (response: ServerResponse, request: Received) => void>()
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    const one = { path, headers: request.headers, body, json: JSON.parse(body) }
    received.push(one)
    const answer = answers.get(path)
    if (answer) answer(response, one)
    else response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    received,
    async arrived(path, count) {
      const of = () => received.filter((one) => one.path === path)
      await vi.waitFor(() => expect(of().length).toBeGreaterThanOrEqual(count), WAIT)
      return of()
    },
    answer: (path, how) => void answers.set(path, how),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Conditions are waited for, and not for long on a machine that is idle. */
export const WAIT = { timeout: 20_000, interval: 20 }

/** Secrets of a test hub. */
export const SECRETS = ['a secret of at least thirty-two characters']

/** A clock that tests move. Jitter is none. */
export interface TestClock extends DeliveryClock {
  advance(milliseconds: number): void
}

export function createTestClock(): TestClock {
  let shift = 0
  return {
    shift: () => shift,
    random: () => 0.5,
    advance: (milliseconds) => {
      shift += milliseconds
    },
  }
}

export interface WebhookApi extends TestApi {
  readonly receiver: Receiver
  readonly clock: TestClock
  /** A key with all scopes. */
  readonly admin: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  call(method: string, path: string, body?: unknown): Promise<any>
  /** Creates a webhook for a path of the receiver. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  hook(path: string, more?: object): Promise<any>
  /** Waits until a delivery fulfils a condition. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  delivery(webhookId: number, index: number, condition: object): Promise<any>
}

/** Starts a marketplace that listens, and delivers to a receiver. */
export async function createWebhookApi(
  options: Partial<MarketplaceOptions> = {},
): Promise<WebhookApi> {
  const receiver = await startReceiver()
  const clock = createTestClock()
  const webhooks = { secrets: SECRETS, allowHosts: [receiver.host], clock, ...options.webhooks }
  const api = await createTestApi({}, { ...options, webhooks })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const admin = await addAdmin(api.database, api.customer.customerId)
  const call: WebhookApi['call'] = async (method, path, body) => {
    const answer = await api.merchant(method, `/v2${path}`, body, { key: admin })
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  return {
    ...api,
    receiver,
    clock,
    admin,
    call,
    async hook(path, more = {}) {
      const body = { Url: `${receiver.url}${path}`, Types: ['channel.*'], ...more }
      return await call('POST', '/webhooks', body)
    },
    async delivery(webhookId, index, condition) {
      return await vi.waitFor(async () => {
        const all = await call('GET', `/webhooks/${webhookId}/deliveries`)
        const one = all.toReversed()[index]
        expect(one).toMatchObject(condition)
        return await call('GET', `/webhooks/${webhookId}/deliveries/${one.Id}`)
      }, WAIT)
    },
    async close() {
      await api.close()
      await receiver.close()
    },
  }
}

export async function addAdmin(database: Database, customerId: string): Promise<string> {
  const scopes = [...SCOPES.merchant]
  return expectDone(
    await createApiKey(database, customerId, { kind: 'merchant', label: 'Admin', scopes }),
  ).key
}

/** Stores events about a channel, in one transaction, as the calls do. */
export async function happen(
  { database, customer: { customerId } }: Pick<TestApi, 'database' | 'customer'>,
  channelId: number,
  count = 1,
  data: object = {},
): Promise<void> {
  const event = {
    type: 'channel.updated',
    subject: { kind: 'channel', id: channelId },
    channelId,
    actor: SYSTEM,
    data: { ...data },
  } as const
  await transaction(database, async (tx) => {
    await appendEvents(
      tx,
      customerId,
      Array.from({ length: count }, () => event),
    )
  })
}

/** Stores an event about a channel as a program does that is no node: the node is not notified. */
export async function happenElsewhere(
  { url, customer }: Pick<TestApi, 'url' | 'customer'>,
  channelId: number,
): Promise<void> {
  const database = await openDatabase({ url, maxConnections: 1 })
  await happen({ database, customer }, channelId).finally(() => closeDatabase(database, 1_000))
}
