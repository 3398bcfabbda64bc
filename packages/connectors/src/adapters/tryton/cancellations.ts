/**
 * Cancels units of a sale that is processed. Its lines cannot change any more, so the units are moved to a shipment of their own, which is
 * cancelled, and which carries the mark; then Tryton is told not to make its moves again. Each step can be repeated.
 */
import type { CancellationToWrite, ShopUnits } from '../../adapter/merchant.ts'
import { NOT_IN_SHOP, type Outcome } from '../../adapter/outcomes.ts'
import type { Writer } from './orders.ts'
import { outcomeOf, refuse } from './outcome.ts'
import type { Row, Tryton } from './rpc.ts'
import { date, decimal, type Value } from './values.ts'

const SHIPMENT = 'stock.shipment.out'

export function writeCancellation(
  writer: Writer,
  write: CancellationToWrite,
): Promise<Outcome<string>> {
  const what = `Tryton did not cancel the units of the sale ${write.shopOrderId}.`
  return outcomeOf('cancellation_refused', what, async () => {
    const { tryton } = writer
    const sale = Number(write.shopOrderId)
    const [row] = await tryton.search('sale.sale', [['id', '=', sale]], ['state', 'number'])
    if (row === undefined) {
      return refuse(NOT_IN_SHOP, `Tryton has no sale ${sale}.`, 'Let the connector write it again.')
    }
    // It has no units left. Each cancellation needs an id of its own.
    if (row.state === 'cancelled') return `sale-${sale}-${write.cancellation.Id}`
    if (row.state === 'confirmed') {
      return refuse(
        'sale_not_processed',
        `Tryton has not processed the sale ${row.number} yet.`,
        'See that a worker of Tryton runs (trytond-worker), and retry.',
      )
    }
    const lines = write.units.map(({ shopLineId }) => Number(shopLineId))
    const cancelled = await findCancelled(tryton, write.mark)
    const shipment = cancelled ?? (await collect(tryton, row, write))
    await reduce(tryton, lines, shipment, write.mark)
    await press(tryton, shipment)
    await ignore(tryton, sale, shipment)
    return String(shipment)
  })
}

async function findCancelled(tryton: Tryton, mark: string): Promise<number | undefined> {
  const domain = [['reference', '=', mark]]
  const [found] = await tryton.search(SHIPMENT, domain, ['id'], { limit: 1 })
  return found?.id
}

/** Makes the shipment with the units to be cancelled. */
async function collect(
  tryton: Tryton,
  sale: Row,
  { units, mark }: CancellationToWrite,
): Promise<number> {
  const lines = units.map(({ shopLineId }) => Number(shopLineId))
  const moves = await readMoves(tryton, lines)
  const shipments = await readShipments(tryton, moves)
  const copies = units.map((unit) => copyOf(unit, sale, moves, shipments))
  const model = [...shipments.values()].find(isEarly)
  return tryton.create(SHIPMENT, {
    reference: mark,
    ...pick(model ?? { id: 0 }, ['company', 'customer', 'delivery_address', 'warehouse']),
    outgoing_moves: [['create', copies]],
  })
}

/** A move of the cancelled units, like the one that would have brought them to the buyer. */
function copyOf(
  { shopLineId, quantity }: ShopUnits,
  sale: Row,
  moves: readonly Row[],
  shipments: ReadonlyMap<number, Row>,
): Value {
  const own = moves.filter((move) => lineOf(move) === Number(shopLineId) && isOpen(move))
  const open = own.filter((move) => isEarly(shipments.get(shipmentOf(move))))
  const [first] = open
  if (first === undefined || sumOf(open) < quantity) {
    const state = own.length > 0 ? 'picked' : 'shipped or cancelled'
    refuse(
      'units_not_open',
      `Of the sale ${sale.number}, ${sumOf(open)} units can be cancelled, and not ${quantity}: the others are ${state}.`,
      'Decide in Tryton: take the shipment back to the state Waiting and retry, or let it go and take the goods back.',
    )
  }
  return { ...pick(first, COPIED), quantity }
}

const COPIED = [
  'origin',
  'product',
  'uom',
  'from_location',
  'to_location',
  'company',
  'unit_price',
  'currency',
  'planned_date',
]

/** Takes units off the open moves until a line has no more moves than units. */
async function reduce(
  tryton: Tryton,
  lines: readonly number[],
  shipment: number,
  mark: string,
): Promise<void> {
  const moves = await readMoves(tryton, lines)
  const changes = await excessOf(tryton, lines, moves, shipment)
  const shipments = [...Map.groupBy(changes, ({ move }) => shipmentOf(move))]
  for (const [id, own] of shipments) await reduceShipment(tryton, id, own, emptyMark(mark))
  const empty = await tryton.search(SHIPMENT, [['reference', '=', emptyMark(mark)]], ['id'])
  const ids = moves.map(shipmentOf).filter((id) => id !== shipment && id !== 0)
  await release(tryton, new Set([...ids, ...empty.map(({ id }) => id)]))
}

/** The reference of a shipment that has lost all its goods: no move leads to it any more. */
const emptyMark = (mark: string) => `${mark}/empty`

interface Change {
  readonly move: Row
  /** What is left of the move. */
  readonly quantity: number
}

async function excessOf(
  tryton: Tryton,
  lines: readonly number[],
  moves: readonly Row[],
  shipment: number,
): Promise<readonly Change[]> {
  const rows = await tryton.read('sale.line', lines, ['quantity', 'moves_recreated'])
  const shipments = await readShipments(tryton, moves)
  const isReducible = (move: Row) =>
    isOpen(move) && shipmentOf(move) !== shipment && isEarly(shipments.get(shipmentOf(move)))
  return rows.flatMap((line) => {
    const recreated = new Set(line.moves_recreated as readonly number[])
    const own = moves.filter((move) => lineOf(move) === line.id && !recreated.has(move.id))
    let excess = sumOf(own) - Number(line.quantity)
    const changes: Change[] = []
    for (const move of own.filter(isReducible)) {
      const taken = Math.min(excess, Number(move.quantity))
      if (taken > 0) changes.push({ move, quantity: Number(move.quantity) - taken })
      excess -= Math.max(0, taken)
    }
    return changes
  })
}

async function reduceShipment(
  tryton: Tryton,
  id: number,
  changes: readonly Change[],
  emptyReference: string,
): Promise<void> {
  await tryton.press(SHIPMENT, 'draft', [id])
  const [row] = await tryton.read(SHIPMENT, [id], ['outgoing_moves'])
  const before = row?.outgoing_moves as readonly number[]
  const kept = changes.filter(({ quantity }) => quantity > 0)
  const gone = changes.filter(({ quantity }) => quantity <= 0).map(({ move }) => move.id)
  const writes: Value[] = kept.map(({ move, quantity }) => ['write', [move.id], { quantity }])
  if (gone.length > 0) writes.push(['delete', gone])
  const isEmpty = before.every((move) => gone.includes(move))
  const content = { outgoing_moves: writes, ...(isEmpty && { reference: emptyReference }) }
  await tryton.call(`model.${SHIPMENT}.write`, [[id], content])
}

/** Gives shipments that were taken back to draft to the warehouse again; those without goods are done with. */
async function release(tryton: Tryton, ids: ReadonlySet<number>): Promise<void> {
  const rows = await tryton.read(SHIPMENT, [...ids], ['state', 'outgoing_moves'])
  for (const { id, state, outgoing_moves } of rows) {
    if (state !== 'draft') continue
    const isEmpty = (outgoing_moves as readonly number[]).length === 0
    await tryton.press(SHIPMENT, isEmpty ? 'cancel' : 'wait', [id])
  }
}

async function press(tryton: Tryton, shipment: number): Promise<void> {
  const [row] = await tryton.read(SHIPMENT, [shipment], ['state'])
  if (row?.state !== 'cancelled') await tryton.press(SHIPMENT, 'cancel', [shipment])
}

/** Answers the question of Tryton what becomes of cancelled moves: they are not made again. Moves that a person has cancelled stay open. */
async function ignore(tryton: Tryton, sale: number, shipment: number): Promise<void> {
  const domain = [
    ['shipment', '=', `${SHIPMENT},${shipment}`],
    ['state', '=', 'cancelled'],
  ]
  const fields = ['sale_exception_state']
  const moves = await tryton.search('stock.move', domain, fields)
  const open = moves.filter(({ sale_exception_state }) => !sale_exception_state).map(({ id }) => id)
  if (open.length === 0) return
  const wizard = 'wizard.sale.handle.shipment.exception'
  const [session] = await tryton.call<readonly [number]>(`${wizard}.create`, [])
  const answer = { ask: { recreate_moves: [], domain_moves: open } }
  const context = { active_model: 'sale.sale', active_id: sale, active_ids: [sale] }
  await tryton.call(`${wizard}.execute`, [session, answer, 'handle'], context)
  await tryton.call(`${wizard}.delete`, [session])
}

const MOVE_FIELDS = [...COPIED, 'quantity', 'state', 'shipment']

function readMoves(tryton: Tryton, lines: readonly number[]): Promise<readonly Row[]> {
  const origins = lines.map((id) => `sale.line,${id}`)
  return tryton.search('stock.move', [['origin', 'in', origins]], MOVE_FIELDS)
}

async function readShipments(
  tryton: Tryton,
  moves: readonly Row[],
): Promise<ReadonlyMap<number, Row>> {
  const ids = [...new Set(moves.map(shipmentOf).filter((id) => id !== 0))]
  const fields = ['state', 'company', 'customer', 'delivery_address', 'warehouse']
  const rows = await tryton.read(SHIPMENT, ids, fields)
  return new Map(rows.map((row) => [row.id, row]))
}

const lineOf = ({ origin }: Row) => Number(String(origin).split(',')[1])

/** 0 for a move without shipment. */
const shipmentOf = ({ shipment }: Row) =>
  String(shipment).startsWith(`${SHIPMENT},`) ? Number(String(shipment).split(',')[1]) : 0

const isOpen = ({ state }: Row) => state === 'draft' || state === 'assigned'

/** Nobody has taken its goods from the shelf yet. */
const isEarly = (shipment: Row | undefined) =>
  ['draft', 'waiting', 'assigned'].includes(String(shipment?.state))

const sumOf = (moves: readonly Row[]) =>
  moves.reduce((sum, { quantity }) => sum + Number(quantity), 0)

/** Copies fields. Decimals and days were read as texts. */
function pick(row: Row, names: readonly string[]): { readonly [name: string]: Value } {
  return Object.fromEntries(names.map((name) => [name, toValue(name, row[name])]))
}

function toValue(name: string, value: unknown): Value {
  if (typeof value !== 'string') return (value ?? null) as Value
  if (name === 'unit_price') return decimal(value)
  return name === 'planned_date' ? date(value) : value
}
