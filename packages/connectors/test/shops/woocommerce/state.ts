/** What a shop of the stand-in has, and what it is set to. */

export type Json = Readonly<Record<string, unknown>>
export type Record_ = Record<string, unknown>

export interface Meta {
  id: number
  key: string
  value: unknown
}

export interface StoredProduct {
  readonly id: number
  parentId: number
  type: string
  status: string
  name: string
  sku: string
  ean: string
  description: string
  shortDescription: string
  regularPrice: string
  salePrice: string
  saleFrom: number
  taxStatus: string
  taxClass: string
  managesStock: boolean
  stock: number | null
  stockStatus: string
  backorders: string
  attributes: Record_[]
  images: Record_[]
  image: Record_ | null
  meta: Meta[]
  created: number
  modified: number
}

export interface StoredLine {
  readonly id: number
  readonly kind: 'line' | 'shipping' | 'fee'
  name: string
  productId: number
  variationId: number
  quantity: number
  taxClass: string
  taxStatus: string
  /** Net, with six decimals. */
  subtotal: number
  total: number
  methodId: string
  meta: Meta[]
}

export interface StoredOrder {
  readonly id: number
  /** Random letters. */
  readonly key: string
  status: string
  fields: Record_
  lines: StoredLine[]
  meta: Meta[]
  created: number
  modified: number
  paid: number | null
  completed: number | null
  refunds: StoredRefund[]
  notes: Record_[]
}

export interface StoredRefund {
  readonly id: number
  readonly amount: number
  readonly reason: string
  readonly created: number
  readonly isFull: boolean
  readonly lines: readonly {
    readonly id: number
    readonly of: StoredLine
    readonly quantity: number
    readonly total: number
    readonly taxes: readonly { readonly id: number; readonly total: number }[]
  }[]
}

export interface Rate {
  readonly id: number
  readonly country: string
  readonly rate: string
  readonly name: string
  readonly class: string
}

export interface ShopKey {
  readonly key: string
  readonly secret: string
  readonly may: 'read_write' | 'read' | 'write'
}

export class ShopState {
  readonly products = new Map<number, StoredProduct>()
  readonly orders = new Map<number, StoredOrder>()
  readonly webhooks = new Map<number, Record_>()
  readonly nonces = new Set<string>()
  readonly keys: ShopKey[] = [
    { key: 'ck_shop', secret: 'cs_shop', may: 'read_write' },
    { key: 'ck_read', secret: 'cs_read', may: 'read' },
    { key: 'ck_write', secret: 'cs_write', may: 'write' },
  ]
  /** Hours by which the clock of the site is ahead of UTC. */
  zone = 1
  pricesIncludeTax = true
  taxesAreOn = true
  managesStock = true
  /** Whether orders are kept as posts, as in shops from before 2023: then their transaction ids are not searched. */
  keepsPosts = false
  rates: Rate[] = [
    { id: 1, country: 'NL', rate: '21.0000', name: 'BTW 21%', class: 'standard' },
    { id: 2, country: 'NL', rate: '9.0000', name: 'BTW 9%', class: 'reduced-rate' },
    { id: 3, country: 'DE', rate: '19.0000', name: 'MwSt 19%', class: 'standard' },
  ]
  /** How often each image was fetched. */
  readonly fetched: string[] = []
  address = ''
  #lastId = 9

  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  /** What the shop has now. */
  backup() {
    return structuredClone({ products: this.products, orders: this.orders, lastId: this.#lastId })
  }

  /** Goes back to a backup: ids are given again. */
  restore({ products, orders, lastId }: ReturnType<ShopState['backup']>): void {
    this.products.clear()
    this.orders.clear()
    for (const [id, product] of structuredClone(products)) this.products.set(id, product)
    for (const [id, order] of structuredClone(orders)) this.orders.set(id, order)
    this.#lastId = lastId
  }

  /** Dates have whole seconds. */
  now(): number {
    return Math.floor(Date.now() / 1000) * 1000
  }

  local(time: number | null): string | null {
    return time === null ? null : text(time + this.zone * 3_600_000)
  }

  dates(name: string, time: number | null): Json {
    return { [`date_${name}`]: this.local(time), [`date_${name}_gmt`]: gmt(time) }
  }

  variationsOf(parentId: number): StoredProduct[] {
    return [...this.products.values()].filter((one) => one.parentId === parentId)
  }

  /** Rates for an address: the country, or every country. */
  ratesFor(country: string, taxClass: string): Rate[] {
    if (!this.taxesAreOn) return []
    const name = taxClass === '' ? 'standard' : taxClass
    return this.rates.filter((rate) => rate.class === name && rate.country === country)
  }

  /** Writes meta data: a key without id changes the first of its name, null deletes, and numbers and true become texts. */
  writeMeta(meta: Meta[], sent: unknown): void {
    for (const { id, key, value } of (sent ?? []) as Partial<Meta>[]) {
      const found = meta.findIndex((one) => (id ? one.id === id : one.key === key))
      if (value === null) {
        if (found >= 0) meta.splice(found, 1)
      } else if (found >= 0 && meta[found]) meta[found].value = stored(value)
      else if (key) meta.push({ id: this.nextId(), key, value: stored(value) })
    }
  }
}

function stored(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? '1' : ''
  return structuredClone(value)
}

function text(time: number): string {
  return new Date(time).toISOString().slice(0, 19)
}

export function gmt(time: number | null): string | null {
  return time === null ? null : text(time)
}
