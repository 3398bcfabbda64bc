import type { Schemas } from '@entrepot/client'
import type { Client } from '@entrepot/rest'
import type { ChannelShop } from './channel.ts'
import type { MerchantShop } from './merchant.ts'
import type { Finding } from './outcomes.ts'

/** What a shop is for the hub: it sells from its own stock (`merchant`), or it sells the products of the hub (`channel`). */
export type Role = 'merchant' | 'channel'

/** One field of the form with which a shop is connected. */
export interface SettingField {
  /** The name in `Settings` of the connection: `url`, `salesChannelId`. */
  readonly name: string
  /** The words of the shop itself: "Sales channel". */
  readonly label: string
  /** Where in the shop this value is found, or what it changes: one or two sentences. */
  readonly help: string
  readonly type: 'text' | 'url' | 'number' | 'boolean' | 'choice'
  /** Of `choice`. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  readonly required?: boolean
  readonly default?: string | number | boolean
  /** The roles to which the field applies. @default all roles of the adapter */
  readonly roles?: readonly Role[]
}

/** A secret that the connector needs: from its environment or its sealed file, never from the hub. */
export interface SecretField {
  /** The name in {@link ShopContext.secrets}: `apiKey`. */
  readonly name: string
  readonly label: string
  /** How to create it in the shop, and the least rights that it needs. */
  readonly help: string
  readonly required?: boolean
}

/** What an adapter says of itself. It is plain data: the console makes its form of it, and `doctor` its questions. */
export interface ShopDescription {
  /** The name on the wire, in lower case: `vendure`. */
  readonly shop: string
  /** The name for people: "Vendure 3". */
  readonly title: string
  readonly roles: readonly Role[]
  readonly settings: readonly SettingField[]
  readonly secrets: readonly SecretField[]
  /** The guide: `docs/guides/shops/vendure.md`. */
  readonly guide: string
  /**
   * Which orders of the hub the counts of a merchant's shop leave out: those that the shop has, because it takes them off its stock at once, or
   * none (null), because it counts what is on the shelf. `CountsExclude` of the customer has to be the same.
   *
   * @default 'acknowledged'
   */
  readonly countsExclude?: CountsExclude
}

/** What counts of a shop leave out, as the hub names it. */
export type CountsExclude = Schemas['CustomerResponse']['CountsExclude']

/** What an adapter gets to reach one shop. */
export interface ShopContext {
  readonly role: Role
  /** As described by `settings`; checked for presence and type before. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  readonly secrets: Readonly<Record<string, string>>
  /** Sends the requests: with time limits and without retries of its own for writes. Its calls are counted. */
  readonly http: Client
}

/** The shop behind a connection. Methods of {@link MerchantShop} or {@link ChannelShop} that are missing are steps that a run leaves out. */
export interface Shop {
  readonly merchant?: MerchantShop
  readonly channel?: ChannelShop
  /**
   * Checks that everything is there that the connection needs: address, rights of the key, stock location, countries, taxes.
   *
   * @returns what was found, each with what to do; without an `error`, the connection can run
   */
  check(): Promise<readonly Finding[]>
  /**
   * Of a webhook of the shop: checks the signature in constant time, and says which reads to wake. Content of a hint is never used.
   *
   * @returns undefined if the signature is wrong
   */
  readHint?(hint: Hint): readonly Step[] | undefined
}

/** A webhook as it arrived. */
export interface Hint {
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * The steps of a run, in the order in which they run. Stock is read last, so that a count is never older than what the hub knows of the orders
 * that it contains.
 */
export const MERCHANT_STEPS = [
  'products',
  'orders',
  'cancellations',
  'fulfilments',
  'returns',
  'stock',
] as const
export const CHANNEL_STEPS = [
  'catalogue',
  'orders',
  'shipments',
  'cancellations',
  'returns',
  'refunds',
] as const
export type Step = (typeof MERCHANT_STEPS)[number] | (typeof CHANNEL_STEPS)[number]

/** An adapter: what it says of itself, and how to open a shop. Opening makes no call. */
export interface Adapter {
  readonly description: ShopDescription
  open(context: ShopContext): Shop
}
