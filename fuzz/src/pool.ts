/** Values that exist: what answers contained, for use in later requests. */
import type { Random } from '@entrepot/test-support/random'

/** A value of JSON. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json }
export type JsonObject = { readonly [name: string]: Json }

const KEPT = 40

export class Pool {
  readonly #values = new Map<string, Json[]>()
  readonly #orders: JsonObject[] = []
  readonly #deliveries: Json[] = []

  /** Keeps the values of an answer by the names of their properties. */
  learn(answer: Json, depth = 0): void {
    if (depth > 6 || answer === null || typeof answer !== 'object') return
    if (Array.isArray(answer)) {
      for (const item of answer.slice(0, 20)) this.learn(item, depth + 1)
      return
    }
    const object = answer as JsonObject
    if (Array.isArray(object.Lines) && 'Corrections' in object) keep(this.#orders, object)
    for (const [name, value] of Object.entries(object)) {
      if (typeof value === 'string' || typeof value === 'number') this.#add(name, value)
      this.learn(value, depth + 1)
    }
  }

  /** Keeps what names the records of an answer, for the paths of calls of the same collection, such as `shipments`. */
  learnRecords(path: string, answer: Json): void {
    for (const record of [answer].flat().slice(0, 20)) {
      this.#learnDelivery(path, record)
      for (const [name, value] of Object.entries(record ?? {})) {
        const parameter = parameterOf(path, name)
        if (parameter !== undefined && value !== null) this.#add(keyOf(path, parameter), value)
      }
    }
  }

  /** A delivery is known by two Ids: its own is of use with that of its webhook only. */
  #learnDelivery(path: string, record: Json): void {
    const webhookId = /^\/v2\/webhooks\/(\d+)\/deliveries/.exec(path)?.[1]
    const deliveryId = (record as JsonObject | null)?.Id
    if (webhookId === undefined || deliveryId === undefined) return
    keep(this.#deliveries, { webhookId, deliveryId })
  }

  /** The Ids of a known delivery and its webhook, or undefined. */
  delivery(random: Random): JsonObject | undefined {
    return this.#deliveries.length === 0 ? undefined : (random.pick(this.#deliveries) as JsonObject)
  }

  /** A value for a parameter of a path that names a record of its collection, or undefined. */
  pickRecord(random: Random, path: string, parameter: string): Json | undefined {
    const values = this.#values.get(keyOf(path, parameter))
    return values && random.pick(values)
  }

  /** A known value for a property or parameter, or undefined. */
  pick(random: Random, name: string): Json | undefined {
    const end = /id$/i.test(name) ? 'Id' : /reference$/i.test(name) ? 'Reference' : undefined
    const values = [
      ...(this.#values.get(name) ?? []),
      ...(end === undefined ? [] : (this.#values.get(end) ?? [])),
    ]
    return values.length === 0 ? undefined : random.pick(values)
  }

  /** An order that has a value for this property if one is known. */
  order(random: Random, property: string): JsonObject | undefined {
    const having = this.#orders.filter((order) => order[property] != null)
    const orders = having.length > 0 ? having : this.#orders
    return orders.length === 0 ? undefined : random.pick(orders)
  }

  #add(name: string, value: Json): void {
    const ends = /Reference$/.test(name) ? [name, 'Reference'] : [name]
    for (const key of ends) {
      const known = this.#values.get(key) ?? []
      this.#values.set(key, known)
      if (!known.includes(value)) keep(known, value)
    }
  }
}

/** The parameter of paths that names a record by this property. */
function parameterOf(path: string, property: string): string | undefined {
  if (property === 'CurrencyCode') return 'currency'
  if (property === 'Date') return 'date'
  if (property === 'customerId' || property === 'webhookId') return property
  // The order of a fulfilment does not name the fulfilment.
  if (/^(Merchant|Channel)Order/.test(property) && !path.startsWith('/v2/orders')) return undefined
  if (property === 'Id' && /\/(deliveries|test)(\/|$)/.test(path)) return 'deliveryId'
  return /(Id|Reference)$/.exec(property)?.[0].toLowerCase()
}

function keyOf(path: string, parameter: string): string {
  return `${path.split('/')[2]} ${parameter}`
}

function keep<T>(values: T[], value: T): void {
  values.push(value)
  if (values.length > KEPT) values.shift()
}
