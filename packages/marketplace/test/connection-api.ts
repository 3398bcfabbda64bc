/** Connections of shops, for tests. */
import { createApiKey, expectDone, SCOPES } from '../src/index.ts'
import type { Answer, TestApi } from './api.ts'

/** The settings of a connection of the merchant. */
export const A_CONNECTION = {
  Name: 'Shop in Antwerp',
  Shop: 'medusa',
  Role: 'merchant',
  Settings: { url: 'https://shop.example.com' },
}

/** The settings of a connection of a channel. */
export const A_CHANNEL_CONNECTION = { ...A_CONNECTION, Shop: 'vendure', Role: 'channel' }

/** A way to make calls with one key. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Answer>

/** Calls of the merchant with all scopes. */
export async function sendAsMerchant(
  api: TestApi,
  customerId: string = api.customer.customerId,
): Promise<Send> {
  const terms = { kind: 'merchant', label: 'All scopes' } as const
  const request = { ...terms, scopes: [...SCOPES.merchant] }
  const { key } = expectDone(await createApiKey(api.database, customerId, request))
  return async (method, path, body) => await api.merchant(method, `/v2${path}`, body, { key })
}

/** Calls of a channel with all scopes. */
export async function sendAsChannel(
  api: TestApi,
  channelId: number = api.channel.channelId,
): Promise<Send> {
  const terms = { kind: 'channel', label: 'All scopes', channelId } as const
  const request = { ...terms, scopes: [...SCOPES.channel] }
  const { key } = expectDone(await createApiKey(api.database, api.customer.customerId, request))
  return async (method, path, body) => await api.merchant(method, `/v2${path}`, body, { key })
}

/** A connection that is leased. */
export interface Leased {
  readonly path: string
  readonly id: number
  readonly lease: number
}

/** Creates a connection, and takes its lease. */
export async function leasedConnection(send: Send, change: object = {}): Promise<Leased> {
  const created = await send('POST', '/connections', { ...A_CONNECTION, ...change })
  const path = `/connections/${created.body.Id}`
  const { body } = await takeLease(send, path)
  return { path, id: created.body.Id, lease: body.Number }
}

/** Takes or renews a lease. */
export async function takeLease(send: Send, path: string, change: object = {}): Promise<Answer> {
  return await send('PUT', `${path}/lease`, { Holder: 'one', Seconds: 60, ...change })
}

/** A run that has done something. */
export const aRun = (lease: number, change: object = {}) => ({
  Lease: lease,
  StartedAt: '2026-11-26T08:00:00.000Z',
  FinishedAt: '2026-11-26T08:00:01.000Z',
  Trigger: 'schedule',
  IsDryRun: false,
  Outcome: 'ok',
  Steps: [{ Step: 'orders', Read: 1, Written: 1, Unchanged: 0, Failed: 0, Milliseconds: 20 }],
  ...change,
})
