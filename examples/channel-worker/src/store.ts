/** The database of the channel: one SQLite file with its catalogue and its orders. Each function is one transaction. */
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Input, OfferToStore, ProductToRemove, ProductToStore } from '@entrepot/client'

/** The body of an order, as the hub takes it. */
export type Order = Input<'createOrder'>['body'] & { readonly ChannelReference: string }

/** A product in the shop. */
export interface Article {
  readonly reference: string
  readonly merchantReference: string
  readonly name: string | null
  readonly price: number | null
  readonly stock: number
}

/** An order that the hub does not have yet, as far as the channel knows. */
export interface WaitingOrder {
  readonly reference: string
  /** The same in every attempt, also after a crash: the hub recognises a repeated call by it. */
  readonly idempotencyKey: string
  readonly order: Order
}

/** The store of a channel. */
export type Store = ReturnType<typeof openStore>

const TABLES = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists articles (
    reference text primary key,
    merchant_reference text not null unique,
    name text,
    price real,
    stock integer not null default 0
  ) strict;
  create table if not exists orders (
    reference text primary key,
    idempotency_key text not null,
    body text not null,
    hub_id integer,
    refusal text
  ) strict;`

/** Opens the database, and creates it if it is missing. */
export function openStore(file: string) {
  const database = new DatabaseSync(file)
  database.exec(TABLES)
  return {
    /** Stores a product, which may be there already, and returns the reference of the channel. */
    create(product: ProductToStore): string {
      const { MerchantProductReference: merchant, Name: name } = product
      const reference = `article-${merchant}`
      database
        .prepare(
          `insert into articles (reference, merchant_reference, name) values (?, ?, ?)
           on conflict (merchant_reference) do update set name = excluded.name`,
        )
        .run(reference, merchant, name)
      return reference
    },
    /** Returns whether the channel has the product. */
    update({ ChannelProductReference: reference, Name: name }: ProductToStore): boolean {
      const statement = database.prepare('update articles set name = ? where reference = ?')
      return statement.run(name, reference).changes > 0
    },
    remove({ ChannelProductReference, MerchantProductReference }: ProductToRemove): void {
      database
        .prepare('delete from articles where reference = ? and merchant_reference = ?')
        .run(ChannelProductReference, MerchantProductReference)
    },
    offer({ ChannelProductReference, Price, Stock }: OfferToStore): void {
      database
        .prepare('update articles set price = ?, stock = ? where reference = ?')
        .run(Price, Stock, ChannelProductReference)
    },
    /** Stores an order of a shopper. From now on it reaches the hub, whatever happens. */
    placeOrder(order: Order): void {
      database
        .prepare(
          `insert into orders (reference, idempotency_key, body) values (?, ?, ?)
           on conflict (reference) do nothing`,
        )
        .run(order.ChannelReference, randomUUID(), JSON.stringify(order))
    },
    /** The orders to send, oldest first. */
    waitingOrders(): readonly WaitingOrder[] {
      const rows = database
        .prepare(
          'select * from orders where hub_id is null and refusal is null order by rowid limit 100',
        )
        .all() as { reference: string; idempotency_key: string; body: string }[]
      return rows.map(({ reference, idempotency_key, body }) => ({
        reference,
        idempotencyKey: idempotency_key,
        order: JSON.parse(body),
      }))
    },
    markSent(reference: string, hubId: number): void {
      database.prepare('update orders set hub_id = ? where reference = ?').run(hubId, reference)
    },
    /** The hub will never take this order: a person has to look at it. */
    markRefused(reference: string, refusal: string): void {
      database.prepare('update orders set refusal = ? where reference = ?').run(refusal, reference)
    },
    /** All products, sorted by the merchant's reference. */
    articles(): readonly Article[] {
      const rows = database.prepare('select * from articles order by merchant_reference').all()
      return rows.map((row) => ({
        reference: String(row.reference),
        merchantReference: String(row.merchant_reference),
        name: row.name as string | null,
        price: row.price as number | null,
        stock: Number(row.stock),
      }))
    },
    close: () => database.close(),
  }
}
