/** What is measured of each peer: the same work, by the public API of each. */
import type { Database } from '@entrepot/database'

/** One kind of work. */
export interface Operation {
  /** Calls in flight. */
  readonly inFlight: number
  /** @param number never the same twice */
  run(number: number): Promise<void>
}

/** The kinds of work, in the order in which they are measured. */
export const KINDS = ['order', 'upsert', 'list', 'read'] as const
export type Kind = (typeof KINDS)[number]

/** A running server with its catalogue. */
export interface Peer {
  readonly name: string
  /** The first process of the server. */
  readonly pid: number
  readonly database: Database
  readonly operations: Readonly<Record<Kind, Operation>>
  close(): Promise<unknown>
}

/** Products of one upsert. */
export const UPSERTED = 1_000

/** Products of one page of changes. */
export const LISTED = 100

/** Products that are created by the API of a peer. Those above are copies of their rows. */
export const CREATED = 1_000

/** What a peer does by its public API. */
export interface PublicApi {
  /** Accepts an order of three lines. @returns its id */
  order(number: number): Promise<string>
  /** Changes the names and prices of the first products. */
  update(count: number, number: number): Promise<void>
  /** Lists up to {@link LISTED} products that have changed since a time. @returns how many */
  list(since: string): Promise<number>
  /** Reads an order. @returns how many lines it has */
  read(order: string): Promise<number>
}

/** The kinds of work, each with a check of its answer. */
export async function operationsOf({
  order,
  update,
  list,
  read,
}: PublicApi): Promise<Peer['operations']> {
  const known = await order(0)
  let since: string | undefined
  const listChanged = async (number: number) => {
    if (since === undefined) {
      since = new Date().toISOString()
      await update(LISTED, number)
    }
    expectCount('changed products', await list(since), LISTED)
  }
  return {
    order: { inFlight: 8, run: async (number) => void (await order(number)) },
    upsert: { inFlight: 1, run: async (number) => await update(UPSERTED, number) },
    list: { inFlight: 4, run: listChanged },
    read: { inFlight: 8, run: async () => expectCount('lines', await read(known), 3) },
  }
}

function expectCount(what: string, count: number, expected: number): void {
  if (count !== expected) throw new Error(`${count} ${what} instead of ${expected}`)
}

export const skuOf = (index: number) => `SKU-${index}`

/** A price in cents that differs from the one of the call before. */
export const priceOf = (index: number, call: number) => 1_000 + ((index + 7 * call) % 9_000)

/** The units of a product in stock: more than all orders take. */
export const STOCK = 10_000_000

/** The three products of an order. */
export const linesOf = (number: number) =>
  [0, 1, 2].map((line) => ({ index: (3 * number + line) % CREATED, quantity: line + 1 }))

/** Where the buyer lives. */
export const BUYER = {
  firstName: 'Ann',
  lastName: 'de Vries',
  email: 'ann@example.com',
  street: 'Kade 1',
  zipCode: '3011 AA',
  city: 'Rotterdam',
} as const
