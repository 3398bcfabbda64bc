/** Reads what Tryton has done with the orders of the hub. */
import type { ReadPage, ShopFulfilments, ShopReturn } from '../../adapter/merchant.ts'
import { changedSince, type Feed, readChanges } from './changes.ts'
import {
  type Move,
  mapFulfilments,
  mapReturn,
  type Package,
  type Sale,
  type SaleLine,
  type Shipment,
} from './map/fulfilment.ts'
import { MARKED } from './map/mark.ts'
import type { Reader } from './products.ts'
import type { Domain, Row, Tryton } from './rpc.ts'
import type { Setup } from './setup.ts'
import { timestamp } from './values.ts'

const DECIDED = ['processing', 'done', 'cancelled']
const RETURNED = ['processing', 'done']

/** Returns of one order. */
const MAX_RETURNS = 1_000

export function readFulfilments(
  reader: Reader,
  cursor: string | undefined,
): AsyncGenerator<ReadPage<ShopFulfilments>> {
  const { tryton } = reader
  return readChanges(
    tryton,
    {
      watched: ['sale.sale', 'sale.line', 'stock.move', 'stock.shipment.out'],
      ids: (since, after, limit) => {
        const domain: Domain = [
          ['id', '>', after],
          ['reference', 'like', MARKED],
          ['origin', '=', null],
          ['state', 'in', DECIDED],
          ...(since === undefined ? [] : [changedSales(since, 'stock.shipment.out')]),
        ]
        return idsOf(tryton, domain, limit)
      },
      read: (ids) => readFulfilmentsOfSales(reader, ids),
    } satisfies Feed<ShopFulfilments>,
    cursor,
  )
}

async function readFulfilmentsOfSales(
  { tryton, setup }: Reader,
  ids: readonly number[],
): Promise<readonly ShopFulfilments[]> {
  const sales = await readSales(tryton, ids)
  const moves = await readMoves(tryton, ids)
  const shipments = await readShipments(tryton, moves, await setup())
  return sales.map((sale) => {
    const own = ofSale(sale, moves)
    const named = new Set(own.map(({ shipment }) => shipment))
    const used = shipments.filter(({ id }) => named.has(`stock.shipment.out,${id}`))
    return mapFulfilments(sale, own, used)
  })
}

export async function readFulfilmentsOf(
  reader: Reader,
  shopOrderId: string,
): Promise<ShopFulfilments | undefined> {
  const domain: Domain = [
    ['id', '=', Number(shopOrderId)],
    ['state', 'in', DECIDED],
  ]
  const ids = await idsOf(reader.tryton, domain, 1)
  if (ids.length === 0) return undefined
  const [found] = await readFulfilmentsOfSales(reader, ids)
  return found
}

/** Returns of Tryton are sales that refer to the sale, with negative quantities. */
export async function* readReturns(
  reader: Reader,
  cursor: string | undefined,
): AsyncGenerator<ReadPage<ShopReturn>> {
  const { tryton } = reader
  const feed: Feed<ShopReturn> = {
    watched: ['sale.sale', 'stock.move', 'stock.shipment.out.return'],
    ids: (since, after, limit) => {
      const domain: Domain = [
        ['id', '>', after],
        ['origin.reference', 'like', MARKED, 'sale.sale'],
        ['state', 'in', RETURNED],
        ...(since === undefined ? [] : [changedSales(since, 'stock.shipment.out.return')]),
      ]
      return idsOf(tryton, domain, limit)
    },
    read: async (ids) => readReturnSales(tryton, ids),
  }
  yield* readChanges(tryton, feed, cursor)
}

export async function readReturnsOf(
  { tryton }: Reader,
  shopOrderId: string,
): Promise<readonly ShopReturn[]> {
  const domain: Domain = [
    ['origin', '=', `sale.sale,${shopOrderId}`],
    ['state', 'in', RETURNED],
  ]
  return await readReturnSales(tryton, await idsOf(tryton, domain, MAX_RETURNS))
}

async function readReturnSales(
  tryton: Tryton,
  ids: readonly number[],
): Promise<readonly ShopReturn[]> {
  const heads = await tryton.read('sale.sale', ids, ['origin'])
  const origins = new Map(heads.map(({ id, origin }) => [id, Number(String(origin).split(',')[1])]))
  const sales = await readSales(tryton, ids)
  const originals = await readSales(tryton, [...new Set(origins.values())])
  const moves = await readMoves(tryton, ids)
  const states = await readReturnStates(tryton, moves)
  return sales.flatMap((sale) => {
    const origin = originals.find(({ id }) => id === origins.get(sale.id))
    if (origin === undefined) return []
    const own = ofSale(sale, moves)
    const named = [...new Set(own.map(({ shipment }) => shipment))]
    const shipmentStates = named.flatMap((name) => states.get(name ?? '') ?? [])
    const mapped = mapReturn({ sale, origin, moves: own, shipmentStates })
    return mapped === undefined ? [] : [mapped]
  })
}

const changedSales = (since: string, shipment: string): Domain => [
  'OR',
  ...['', 'lines.', 'lines.moves.'].map((path) => [changedSince(since, path)]),
  [['lines.moves.shipment.write_date', '>=', timestamp(since), shipment]],
]

async function idsOf(tryton: Tryton, domain: Domain, limit: number): Promise<readonly number[]> {
  const rows = await tryton.search('sale.sale', domain, ['id'], { limit })
  return rows.map(({ id }) => id)
}

const ofSale = (sale: Sale, moves: readonly Move[]) => {
  const lines = new Set(sale.lines.map(({ id }) => id))
  return moves.filter(({ line }) => lines.has(line))
}

async function readSales(tryton: Tryton, ids: readonly number[]): Promise<readonly Sale[]> {
  const rows = await tryton.read('sale.sale', ids, ['state', 'total_amount'])
  const fields = ['sale', 'sequence', 'product', 'quantity', 'moves_ignored']
  const lines = await tryton.search('sale.line', [['sale', 'in', ids]], fields)
  const groups = Map.groupBy(lines, ({ sale }) => Number(sale))
  return [...rows]
    .sort((one, other) => one.id - other.id)
    .map(({ id, state, total_amount }) => ({
      id,
      state: String(state),
      total: String(total_amount),
      lines: (groups.get(id) ?? []).map(toSaleLine),
    }))
}

const toSaleLine = (row: Row): SaleLine => ({
  id: row.id,
  sequence: typeof row.sequence === 'number' ? row.sequence : null,
  product: typeof row.product === 'number' ? row.product : null,
  quantity: Number(row.quantity ?? 0),
  ignoredMoves: row.moves_ignored as readonly number[],
})

async function readMoves(tryton: Tryton, sales: readonly number[]): Promise<readonly Move[]> {
  const fields = ['origin', 'internal_quantity', 'state', 'shipment']
  const rows = await tryton.search('stock.move', [['sale', 'in', sales]], fields)
  return rows.map(({ id, origin, internal_quantity, state, shipment }) => ({
    id,
    line: Number(String(origin).split(',')[1]),
    quantity: Number(internal_quantity),
    state: String(state),
    shipment: typeof shipment === 'string' ? shipment : null,
  }))
}

async function readShipments(
  tryton: Tryton,
  moves: readonly Move[],
  { modules }: Setup,
): Promise<readonly Shipment[]> {
  const ids = idsIn(moves, 'stock.shipment.out')
  const fields = ['state', 'reference', ...(modules.carrier ? ['carrier.rec_name'] : [])]
  const rows = await tryton.read('stock.shipment.out', ids, fields)
  const packages = modules.packages ? await readPackages(tryton, ids) : new Map<number, Package[]>()
  return rows.map((row) => {
    const carrier = row['carrier.'] as { readonly rec_name?: string } | null | undefined
    return {
      id: row.id,
      state: String(row.state),
      reference: typeof row.reference === 'string' ? row.reference : null,
      carrier: carrier?.rec_name,
      packages: packages.get(row.id) ?? [],
    }
  })
}

async function readPackages(tryton: Tryton, shipments: readonly number[]) {
  const names = shipments.map((id) => `stock.shipment.out,${id}`)
  const domain = [
    ['shipment', 'in', names],
    ['shipping_reference', '!=', null],
  ]
  const fields = ['shipment', 'shipping_reference', 'shipping_tracking_url']
  const rows = await tryton.search('stock.package', domain, fields)
  const packages = new Map<number, Package[]>()
  for (const { shipment, shipping_reference, shipping_tracking_url: url } of rows) {
    const id = Number(String(shipment).split(',')[1])
    const one = {
      reference: String(shipping_reference),
      url: typeof url === 'string' ? url : undefined,
    }
    packages.set(id, [...(packages.get(id) ?? []), one])
  }
  return packages
}

async function readReturnStates(
  tryton: Tryton,
  moves: readonly Move[],
): Promise<ReadonlyMap<string, string>> {
  const model = 'stock.shipment.out.return'
  const rows = await tryton.read(model, idsIn(moves, model), ['state'])
  return new Map(rows.map(({ id, state }) => [`${model},${id}`, String(state)]))
}

function idsIn(moves: readonly Move[], model: string): readonly number[] {
  const names = new Set(moves.map(({ shipment }) => shipment ?? ''))
  return [...names].flatMap((name) => {
    const [found, id] = name.split(',')
    return found === model ? [Number(id)] : []
  })
}
