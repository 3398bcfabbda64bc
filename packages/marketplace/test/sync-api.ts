/** What tests of synchronisation do: a fresh customer with a channel for each test, and the calls of both in short. */
import {
  createApiKey,
  createChannel,
  expectDone,
  type NewChannel,
  putOfferRules,
} from '../src/index.ts'
import { type Answer, createParties, type TestApi } from './api.ts'

export interface Lists {
  readonly create: readonly string[]
  readonly update: readonly string[]
  readonly remove: readonly string[]
}

/** The three lists by merchant reference. */
export function listsOf(body: Record<string, { MerchantProductReference: string }[]>): Lists {
  const names = (list: string) => (body[list] ?? []).map((view) => view.MerchantProductReference)
  return {
    create: names('ToBeCreated'),
    update: names('ToBeUpdated'),
    remove: names('ToBeRemoved'),
  }
}

export const NOTHING: Lists = { create: [], update: [], remove: [] }

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A channel and its key, as tests use them. */
export function shopOf(api: TestApi, channelId: number, key: string) {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => await api.channelCall(method, path, body, { key, headers })
  const withToken = (token?: string) => (token === undefined ? {} : { 'entrepot-sync': token })
  return {
    channelId,
    key,
    call,
    /** Polls data: the raw answer. */
    poll: async (query = '') => await call('GET', `/v2/products/data${query}`),
    /** Polls data: the lists by reference. */
    lists: async (query = '') => listsOf((await call('GET', `/v2/products/data${query}`)).body),
    offers: async (query = '') =>
      (await call('GET', `/v2/products/offers${query}`)).body as {
        MerchantProductReference: string
        ChannelProductReference: string
        Price: number | null
        Stock: number
      }[],
    ack: async (body: unknown, token?: string) =>
      await call('POST', '/v2/products/data', body, withToken(token)),
    ackOffers: async (body: unknown, token?: string) =>
      await call('POST', '/v2/products/offers', body, withToken(token)),
    /** Lists products under the references `c-<merchant reference>`, without having been served. */
    async list(...references: readonly string[]) {
      return await call('POST', '/v2/products/data', {
        Created: references.map((reference) => ({
          MerchantReference: reference,
          ChannelReference: `c-${reference}`,
        })),
      })
    },
    /** Polls and acknowledges everything, data and offers, until nothing is left; answers how many polls had something. */
    async settle(useToken = false): Promise<number> {
      return (await settle(call, useToken)).rounds
    },
    /** The same; answers the last view of each product that came to be created or updated. */
    async drain(useToken = false): Promise<ReadonlyMap<string, Record<string, unknown>>> {
      return (await settle(call, useToken)).views
    },
  }
}

type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>

interface View {
  readonly MerchantProductReference: string
  readonly ChannelProductReference: string
}

async function settle(call: Call, useToken: boolean) {
  const views = new Map<string, Record<string, unknown>>()
  const tokenOf = (answer: Answer): Record<string, string> =>
    useToken ? { 'entrepot-sync': String(answer.headers['entrepot-sync']) } : {}
  const reference = (view: View) => view.ChannelProductReference
  for (let rounds = 0; ; rounds += 1) {
    const data = await call('GET', '/v2/products/data')
    const offers = await call('GET', '/v2/products/offers')
    const { ToBeCreated, ToBeUpdated, ToBeRemoved } = data.body
    const all: View[] = [...ToBeCreated, ...ToBeUpdated, ...ToBeRemoved]
    if (all.length + offers.body.length === 0) return { rounds, views }
    for (const view of [...ToBeCreated, ...ToBeUpdated]) {
      views.set(view.MerchantProductReference, view)
    }
    const Created = ToBeCreated.map((view: View) => ({
      MerchantReference: view.MerchantProductReference,
      ChannelReference: `c-${view.MerchantProductReference}`,
    }))
    const body = {
      Created,
      Updated: ToBeUpdated.map(reference),
      Removed: ToBeRemoved.map(reference),
    }
    await call('POST', '/v2/products/data', body, tokenOf(data))
    await call('POST', '/v2/products/offers', offers.body.map(reference), tokenOf(offers))
  }
}

/** A customer of its own with one channel. Unless it is guarded, prices may move by any amount. */
export async function openShop(
  api: TestApi,
  channel: Partial<NewChannel> = {},
  { isGuarded = false } = {},
) {
  const { customer, merchantKey } = await createParties(api.database)
  const { customerId } = customer
  const addShop = async (settings: Partial<NewChannel> = {}) => {
    const name = `Shop ${Math.random()}`
    const { channelId } = expectDone(
      await createChannel(api.database, customerId, { name, ...settings }),
    )
    if (!isGuarded) {
      expectDone(await putOfferRules(api.database, customer, channelId, { GuardPercent: 0 }))
    }
    const { key } = expectDone(
      await createApiKey(api.database, customerId, {
        kind: 'channel',
        channelId,
        label: 'Shop',
      }),
    )
    return shopOf(api, channelId, key)
  }
  const merchant = async (method: string, path: string, body?: unknown) =>
    await api.merchant(method, path, body, { key: merchantKey })
  const shop = await addShop(channel)
  return {
    ...shop,
    customerId,
    merchantKey,
    addShop,
    merchant,
    /** Creates or changes products. */
    async put(...items: readonly Record<string, unknown>[]) {
      const { body } = await merchant(
        'POST',
        '/v2/products',
        items.map((item) => ({ Name: 'Thing', ...item })),
      )
      if (body.RejectedCount !== 0) throw new Error(JSON.stringify(body))
    },
    patch: async (reference: string, change: unknown) =>
      await merchant('PATCH', `/v2/products/${reference}`, change),
    off: async (reference: string) => await merchant('DELETE', `/v2/products/${reference}`),
    on: async (reference: string) =>
      await merchant('PATCH', `/v2/products/${reference}`, { IsActive: true }),
    settings: async (change: unknown, id = shop.channelId) =>
      await merchant('PATCH', `/v2/channels/${id}`, change),
    status: async (id = shop.channelId) => (await merchant('GET', `/v2/channels/${id}/sync`)).body,
    reset: async (id = shop.channelId) => await merchant('POST', `/v2/channels/${id}/sync/reset`),
  }
}

export const product = (reference: string, fields: Record<string, unknown> = {}) => ({
  MerchantProductReference: reference,
  Name: `Name of ${reference}`,
  ...fields,
})
