/** A stand-in for a WooCommerce shop with the adapter on it, and the people who work in it. */
import type { Schemas } from '@entrepot/client'
import { type Client, createClient } from '@entrepot/rest'
import type { Role, Shop } from '../../src/adapter/adapter.ts'
import type { ReadPage } from '../../src/adapter/merchant.ts'
import { type Query, WooCalls } from '../../src/adapters/woocommerce/api/calls.ts'
import { woocommerce } from '../../src/adapters/woocommerce/index.ts'
import { startWooCommerce, type WooStandIn } from '../shops/woocommerce.ts'

type Settings = Readonly<Record<string, string | number | boolean>>
type Body = Readonly<Record<string, unknown>>

export interface WooHere extends AsyncDisposable {
  readonly shop: WooStandIn
  /** @param client which the adapter uses instead of its own */
  open(role: Role, settings?: Settings, client?: Client): Shop
  /** What people of the shop do in its administration. */
  readonly people: People
}

export interface People {
  get<T = Record<string, never>>(path: string): Promise<T>
  post<T = { readonly id: number }>(path: string, body: Body): Promise<T>
  put<T = { readonly id: number }>(path: string, body: Body): Promise<T>
  /** Into the trash, or for good. */
  remove(path: string, force?: boolean): Promise<void>
}

export async function startWoo(): Promise<WooHere> {
  const shop = await startWooCommerce()
  const http = createClient()
  const contextOf = (role: Role, settings: Settings, client = http) => ({
    role,
    settings: { url: shop.address, ...settings },
    secrets: { key: 'ck_shop', secret: 'cs_shop', webhookSecret: 'hush' },
    http: client,
  })
  const calls = new WooCalls(contextOf('merchant', {}))
  return {
    shop,
    open: (role, settings = {}, client = http) =>
      woocommerce.open(contextOf(role, settings, client)),
    people: peopleOf(calls),
    [Symbol.asyncDispose]: async () => {
      await shop[Symbol.asyncDispose]()
      await close(http)
    },
  }
}

const close = (http: Client) => http.close()

function peopleOf(calls: WooCalls): People {
  const done = async <T>(method: string, path: string, body?: Body, query?: Query): Promise<T> => {
    const reply = await calls.ask<T>(method, path, {
      ...(body && { body }),
      ...(query && { query }),
    })
    if ('body' in reply) return reply.body
    throw new Error(`${method} ${path}: ${reply.refusal.message}`)
  }
  return {
    get: (path) => done('GET', path),
    post: (path, body) => done('POST', path, body),
    put: (path, body) => done('PUT', path, body),
    remove: async (path, force = false) => void (await done('DELETE', path, undefined, { force })),
  }
}

/** All records of a read, and the cursor for the next one. */
export async function readAll<T>(
  pages: AsyncIterable<ReadPage<T>> | undefined,
  before?: string,
): Promise<{ readonly records: T[]; readonly cursor: string | undefined }> {
  const records: T[] = []
  let cursor = before
  for await (const page of pages ?? []) {
    records.push(...page.records)
    cursor = page.cursor ?? cursor
  }
  return { records, cursor }
}

export interface LineOf {
  readonly sku: string
  readonly quantity: number
  readonly price: number
  readonly rate?: number | null
  readonly discount?: number
}

/** An order of the hub with what the adapter reads of it. */
export function orderOf(
  id: number,
  lines: readonly LineOf[],
  more: { readonly shipping?: number; readonly country?: string; readonly total?: number } = {},
): Schemas['OrderResponse'] {
  const sum = lines.reduce(
    (all, { quantity, price, discount = 0 }) =>
      all + Math.round(quantity * price * 100 - discount * 100),
    0,
  )
  const address = {
    FirstName: 'Nora',
    LastName: 'Example',
    CompanyName: null,
    StreetName: 'Harbour street',
    HouseNr: '12',
    HouseNrAddition: 'a',
    ZipCode: '1011 AB',
    City: 'Amsterdam',
    Region: null,
    CountryIso: more.country ?? 'NL',
  }
  return {
    Id: id,
    ChannelId: 2,
    ChannelName: 'Market',
    ChannelReference: `M-${id}`,
    CurrencyCode: 'EUR',
    Email: 'nora@example.com',
    Phone: null,
    PaymentMethod: null,
    VatNo: null,
    BillingAddress: address,
    ShippingAddress: address,
    OriginalTotalInclVat: more.total ?? (sum + Math.round((more.shipping ?? 0) * 100)) / 100,
    OriginalTotalVat: null,
    ShippingVatRate: null,
    Lines: lines.map(({ sku, quantity, price, rate = 21, discount = 0 }, index) => ({
      Id: id * 100 + index,
      MerchantProductReference: sku,
      Quantity: quantity,
      OriginalUnitPriceInclVat: price,
      OriginalDiscountInclVat: discount,
      OriginalOrderDiscountInclVat: 0,
      VatRate: rate,
    })),
  } as unknown as Schemas['OrderResponse']
}
