/** A channel's own store, as it becomes by processing answers; and what it should be, worked out from the products apart. */
import { type Database, query, sql } from '@entrepot/database'
import { expect } from 'vitest'

type View = Readonly<Record<string, unknown>> & {
  readonly MerchantProductReference: string
  readonly ChannelProductReference: string
}

/** What a product looks like where tests compare it. */
interface Seen {
  readonly name: unknown
  readonly description: unknown
  readonly brand: unknown
  readonly parent: unknown
}

const seenOf = (view: View): Seen => ({
  name: view.Name,
  description: view.Description,
  brand: view.Brand,
  parent: view.ParentMerchantReference,
})

/** The store of a channel: it adds, writes over and deletes as it is told. What it is to write over and has not, it says. */
export class Copy {
  readonly data = new Map<string, Seen>()
  readonly offers = new Map<string, string>()

  /** Processes an answer of data; answers the acknowledgement. */
  takeData(body: Record<'ToBeCreated' | 'ToBeUpdated' | 'ToBeRemoved', View[]>) {
    for (const view of body.ToBeCreated) {
      this.data.set(`c-${view.MerchantProductReference}`, seenOf(view))
    }
    const [known, unknown] = [true, false].map((isKnown) =>
      body.ToBeUpdated.filter((view) => this.data.has(view.ChannelProductReference) === isKnown),
    ) as [View[], View[]]
    for (const view of known) this.data.set(view.ChannelProductReference, seenOf(view))
    for (const { ChannelProductReference } of body.ToBeRemoved) {
      this.data.delete(ChannelProductReference)
      this.offers.delete(ChannelProductReference)
    }
    return {
      Created: body.ToBeCreated.map(({ MerchantProductReference }) => ({
        MerchantReference: MerchantProductReference,
        ChannelReference: `c-${MerchantProductReference}`,
      })),
      Updated: known.map((view) => view.ChannelProductReference),
      Removed: [...body.ToBeRemoved, ...unknown].map((view) => view.ChannelProductReference),
    }
  }

  /** Processes an answer of offers; answers the acknowledgement. */
  takeOffers(body: readonly View[]): readonly string[] {
    for (const { ChannelProductReference: reference, Price, Stock } of body) {
      if (this.data.has(reference)) this.offers.set(reference, `${Price}/${Stock}`)
    }
    return body.map((view) => view.ChannelProductReference)
  }
}

interface Row {
  readonly reference: string
  readonly parent: string | null
  readonly active: boolean
  readonly name: string
  readonly description: string | null
  readonly brand: string | null
  readonly offer: string
}

/** Checks that a copy is what the products of the customer make it, and the orders of which no unit has left. */
export async function expectCopy(
  connection: Database,
  customerId: string,
  mode: 'flat' | 'grouped',
  copy: Copy,
): Promise<void> {
  const rows = await query<Row>(
    connection,
    sql`
    select merchant_product_reference as reference, parent_reference as parent, is_active as active, name,
      nullif(description, '') as description, nullif(brand, '') as brand,
      coalesce(price::float8::text, 'null') || '/' || greatest(0, stock - coalesce((
        select sum(l.quantity) from marketplace.order_lines l join marketplace.orders o using (customer_id, order_id)
        where l.customer_id = p.customer_id and l.merchant_product_reference = p.merchant_product_reference and o.closed_at is null
      ), 0)) as offer
    from marketplace.products p where customer_id = ${customerId}`,
  )
  const products = new Map(rows.map((row) => [row.reference, row]))
  const isActive = (row: Row) => row.active && (products.get(row.parent ?? '')?.active ?? true)
  const childrenOf = (row: Row) => rows.filter((child) => child.parent === row.reference)
  const data = new Map<string, Seen>()
  const offers = new Map<string, string>()
  for (const row of rows) {
    const children = childrenOf(row)
    const isParent = children.length > 0
    const isThere = isParent ? mode === 'grouped' && children.some(isActive) : true
    if (!isActive(row) || !isThere) continue
    const parent = mode === 'flat' ? products.get(row.parent ?? '') : undefined
    data.set(`c-${row.reference}`, {
      name: row.name,
      description: row.description ?? parent?.description ?? null,
      brand: row.brand ?? parent?.brand ?? null,
      parent: row.parent,
    })
    if (!isParent) offers.set(`c-${row.reference}`, row.offer)
  }
  const sorted = (map: ReadonlyMap<string, unknown>) =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1))
  expect(sorted(copy.data)).toEqual(sorted(data))
  // Of a product that became a parent the channel may keep an offer that it no longer needs.
  const sold = [...copy.offers].filter(([reference]) => offers.has(reference))
  expect(sorted(new Map(sold))).toEqual(sorted(offers))
}
