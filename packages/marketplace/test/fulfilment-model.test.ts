/**
 * Random sequences of everything that can be done to orders, by the API, against a model that knows only the arithmetic of units:
 * what is open is the quantity without what was shipped and cancelled, and no record takes more units than there are. The model shares no
 * code with the hub.
 */
import { execute, executeScript, query, sql } from '@entrepot/database'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, createTestApi, type TestApi } from './api.ts'
import {
  acknowledgedOrder,
  aRecord,
  createProducts,
  type Path,
  placeOrder,
  record,
} from './fulfilment-api.ts'

let api: TestApi
let runs = 0
beforeAll(async () => {
  api = await createTestApi()
  await createProducts(api)
})
afterAll(async () => await api.close())

const PRICES = [9.95, 0.5]
const QUANTITIES = [4, 3]

/** What the model knows of a line. */
class ModelLine {
  shipped = 0
  cancelled = 0
  manco = 0
  backordered = 0
  returned = 0
  refunded = 0
  readonly quantity: number

  constructor(quantity: number) {
    this.quantity = quantity
  }

  get open() {
    return this.quantity - this.shipped - this.cancelled
  }

  available(path: Path): number {
    if (path === 'backorders') return this.open - this.backordered
    return path === 'returns' ? this.shipped - this.returned : this.open
  }

  move(path: Path, count: number): void {
    if (path === 'shipments') this.shipped += count
    if (path === 'cancellations') this.cancelled += count
    if (path === 'backorders') this.backordered += count
    if (path === 'returns') this.returned += count
    this.backordered = Math.min(this.backordered, this.open)
  }
}

/** A return that the model knows. */
interface ModelReturn {
  readonly reference: string
  readonly counts: readonly number[]
  decided: boolean
}

/** A shipment that the model knows. */
interface ModelShipment {
  readonly reference: string
  readonly counts: readonly number[]
  isVoided: boolean
}

class Model {
  readonly order: string
  readonly lines = QUANTITIES.map((quantity) => new ModelLine(quantity))
  readonly returns: ModelReturn[] = []
  readonly records: { path: Path; body: object; answer: Answer }[] = []
  readonly shipments: ModelShipment[] = []
  isClosed = false

  constructor(order: string) {
    this.order = order
  }

  get status(): string {
    const sum = (name: keyof ModelLine) =>
      this.lines.reduce((total, line) => total + Number(line[name]), 0)
    if (this.isClosed) return 'CLOSED'
    if (sum('cancelled') === sum('quantity')) return 'CANCELED'
    if (sum('open') > 0) return sum('open') === sum('backordered') ? 'IN_BACKORDER' : 'IN_PROGRESS'
    if (sum('returned') === sum('shipped')) return 'RETURNED'
    return sum('manco') > 0 ? 'MANCO' : 'SHIPPED'
  }
}

type Command = fc.AsyncCommand<Model, TestApi>

/** Creates a record of so many units of each line. */
class Create implements Command {
  readonly path: Path
  readonly counts: readonly number[]
  readonly isManco: boolean

  constructor(path: Path, counts: readonly number[], isManco: boolean) {
    this.path = path
    this.counts = counts
    this.isManco = isManco
  }

  check(): boolean {
    return this.counts.some((count) => count > 0)
  }

  async run(model: Model): Promise<void> {
    const { path, counts } = this
    const named = Object.fromEntries(
      counts.map((count, index) => [index + 1, count]).filter(([, count]) => count),
    )
    const isManco = path === 'cancellations' && this.isManco
    const body = aRecord(path, model.order, named, isManco ? { ReasonCode: 'DAMAGED' } : {})
    const answer = await api.merchant('POST', `/v2/${path}`, body)
    const isPossible = counts.every(
      (count, index) => count <= (model.lines[index]?.available(path) ?? 0),
    )
    const isShut = model.isClosed && path !== 'returns'
    expect(answer.status).toBe(isPossible && !isShut ? 201 : 409)
    if (answer.status !== 201) {
      expect(answer.body.code).toBe(isShut ? 'MARKET_ORDER_STATUS' : 'MARKET_QUANTITY_EXCEEDED')
      return
    }
    model.records.push({ path, body, answer })
    for (const [index, count] of counts.entries()) {
      const line = model.lines[index] as ModelLine
      line.move(path, count)
      if (isManco) line.manco += count
    }
    if (path === 'shipments') {
      const reference = answer.body.MerchantShipmentReference
      model.shipments.push({ reference, counts, isVoided: false })
    }
    if (path === 'returns') {
      model.returns.push({ reference: answer.body.MerchantReturnReference, counts, decided: false })
    }
  }

  toString(): string {
    return `${this.path} ${this.counts}${this.isManco ? ' manco' : ''}`
  }
}

/** Accepts so many units of each line of a return, and rejects the rest. */
class Decide implements Command {
  readonly which: number
  readonly accepted: readonly number[]

  constructor(which: number, accepted: readonly number[]) {
    this.which = which
    this.accepted = accepted
  }

  check(model: Readonly<Model>): boolean {
    return model.returns.length > 0
  }

  async run(model: Model): Promise<void> {
    const known = model.returns[this.which % model.returns.length] as ModelReturn
    const lines = known.counts
      .map((count, index) => ({
        index,
        count,
        accepted: Math.min(count, this.accepted[index] ?? 0),
      }))
      .filter(({ count }) => count > 0)
    const body = {
      Lines: lines.map(({ index, count, accepted }) => ({
        MerchantOrderLineReference: `${model.order}-${index + 1}`,
        AcceptedQuantity: accepted,
        RejectedQuantity: count - accepted,
      })),
    }
    const path = `/v2/returns/${known.reference}`
    const before = await api.merchant('GET', path)
    const answer = await api.merchant('PUT', path, body)
    if (known.decided) {
      expect([200, 409]).toContain(answer.status)
      expect((await api.merchant('GET', path)).body).toEqual(before.body)
      return
    }
    expect(answer.status).toBe(200)
    known.decided = true
    let refund = 0
    for (const { index, count, accepted } of lines) {
      const line = model.lines[index] as ModelLine
      line.returned -= count - accepted
      line.refunded += Math.round(accepted * (PRICES[index] ?? 0) * 100)
      refund += Math.round(accepted * (PRICES[index] ?? 0) * 100)
    }
    expect(Math.round(answer.body.RefundInclVat * 100)).toBe(refund)
  }

  toString(): string {
    return `decide ${this.which} ${this.accepted}`
  }
}

/** Voids a shipment: its units are open again, unless they are returned. */
class Void implements Command {
  readonly which: number

  constructor(which: number) {
    this.which = which
  }

  check(model: Readonly<Model>): boolean {
    return model.shipments.length > 0
  }

  async run(model: Model): Promise<void> {
    const known = model.shipments[this.which % model.shipments.length] as ModelShipment
    const answer = await api.merchant('POST', `/v2/shipments/${known.reference}/void`)
    const isPossible = known.counts.every((count, index) => {
      const { shipped, returned } = model.lines[index] as ModelLine
      return count === 0 || shipped - count >= returned
    })
    expect(answer.status).toBe(known.isVoided || isPossible ? 200 : 409)
    if (answer.status !== 200 || known.isVoided) return
    known.isVoided = true
    for (const [index, count] of known.counts.entries()) {
      const line = model.lines[index] as ModelLine
      line.shipped -= count
    }
  }

  toString(): string {
    return `void ${this.which}`
  }
}

/** Sends a record again, as it was. */
class Repeat implements Command {
  readonly which: number

  constructor(which: number) {
    this.which = which
  }

  check(model: Readonly<Model>): boolean {
    return model.records.length > 0
  }

  async run(model: Model): Promise<void> {
    const { path, body, answer } = model.records[this.which % model.records.length] as never as {
      path: Path
      body: object
      answer: Answer
    }
    const again = await api.merchant('POST', `/v2/${path}`, body)
    expect([again.status, again.body.Id]).toEqual([200, answer.body.Id])
  }

  toString(): string {
    return `repeat ${this.which}`
  }
}

/** Closes or reopens the order. */
class Close implements Command {
  readonly isClosed: boolean

  constructor(isClosed: boolean) {
    this.isClosed = isClosed
  }

  check(): boolean {
    return true
  }

  async run(model: Model): Promise<void> {
    const name = this.isClosed ? 'close' : 'reopen'
    const answer = await api.merchant('POST', `/v2/orders/${model.order}/${name}`)
    model.isClosed = this.isClosed
    expect([answer.status, answer.body.Status]).toEqual([200, model.status])
  }

  toString(): string {
    return this.isClosed ? 'close' : 'reopen'
  }
}

async function expectAsModel(model: Model): Promise<void> {
  const { body } = await api.merchant('GET', `/v2/orders/${model.order}`)
  expect(body.Status).toBe(model.status)
  for (const [index, line] of model.lines.entries()) {
    expect(body.Lines[index]).toMatchObject({
      ShippedQuantity: line.shipped,
      CancelledQuantity: line.cancelled,
      MancoQuantity: line.manco,
      BackorderQuantity: line.backordered,
      ReturnedQuantity: line.returned,
    })
  }
  const rows = await query<{ refunded: string; sums: boolean }>(
    api.database,
    sql`
    select round(l.refunded_incl_vat * 100)::text as refunded,
      (o.shipped, o.cancelled, o.backordered, o.returned, o.manco) = (
        select sum(shipped), sum(cancelled), sum(backordered), sum(returned), sum(manco)
        from marketplace.order_lines where order_id = o.order_id) as sums
    from marketplace.order_lines l join marketplace.orders o using (customer_id, order_id)
    where o.merchant_reference = ${model.order} order by l.line_number`,
  )
  expect(rows.map((row) => Number(row.refunded))).toEqual(model.lines.map((line) => line.refunded))
  expect(rows.every((row) => row.sums)).toBe(true)
}

const counts = fc.tuple(fc.nat(3), fc.nat(2))
const commands = [
  fc
    .tuple(
      fc.constantFrom<Path>('shipments', 'cancellations', 'backorders', 'returns'),
      counts,
      fc.boolean(),
    )
    .map(([path, numbers, isManco]) => new Create(path, numbers, isManco)),
  fc
    .tuple(fc.constantFrom<Path>('shipments', 'returns'), counts)
    .map(([path, numbers]) => new Create(path, numbers, false)),
  fc.tuple(fc.nat(9), counts).map(([which, numbers]) => new Decide(which, numbers)),
  fc.nat(9).map((which) => new Void(which)),
  fc.nat(9).map((which) => new Repeat(which)),
  fc.boolean().map((isClosed) => new Close(isClosed)),
]

const lines = QUANTITIES.map((quantity, index) => ({ quantity, price: PRICES[index] as number }))

/** The units of each line that were answered with 201; one of each was shipped before. */
function sumUp(answers: readonly { readonly path: Path; readonly answer: Answer }[]) {
  const sums = lines.map(() => ({ shipments: 1, cancellations: 0, backorders: 0, returns: 0 }))
  for (const { path, answer } of answers) {
    expect([201, 409]).toContain(answer.status)
    for (const { ChannelOrderLineReference, Quantity } of answer.body.Lines ?? []) {
      const sum = sums[Number(ChannelOrderLineReference) - 1]
      if (sum) sum[path] += Quantity
    }
  }
  return sums
}

describe('random operations on orders', () => {
  test('one after the other lead to the numbers, statuses and refunds of the model', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 25 }), async (sequence) => {
        runs += 1
        const order = `M-${runs}`
        await acknowledgedOrder(api, order, lines)
        const model = new Model(order)
        await fc.asyncModelRun(() => ({ model, real: api }), sequence)
        await expectAsModel(model)
      }),
      { numRuns: 120 },
    )
  })

  test('at the same time lead to lines that match all 201 answers, and no number exceeds its limit', {
    timeout: 600_000,
  }, async () => {
    const step = fc.tuple(
      fc.constantFrom<Path>('shipments', 'shipments', 'cancellations', 'backorders', 'returns'),
      fc.tuple(fc.nat(2), fc.nat(2)).filter(([a, b]) => a + b > 0),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        runs += 1
        const order = `P-${runs}`
        await acknowledgedOrder(api, order, lines)
        await record(api, 'shipments', order, { 1: 1, 2: 1 })
        const answers = await Promise.all(
          steps.map(async ([path, [first, second]]) => ({
            path,
            answer: await record(api, path, order, {
              ...(first && { 1: first }),
              ...(second && { 2: second }),
            }),
          })),
        )
        const sums = sumUp(answers)
        const { body } = await api.merchant('GET', `/v2/orders/${order}`)
        for (const [index, sum] of sums.entries()) {
          const line = body.Lines[index]
          expect([line.ShippedQuantity, line.CancelledQuantity, line.ReturnedQuantity]).toEqual([
            sum.shipments,
            sum.cancellations,
            sum.returns,
          ])
          const open = line.Quantity - line.ShippedQuantity - line.CancelledQuantity
          expect(open).toBeGreaterThanOrEqual(0)
          expect(line.BackorderQuantity).toBeLessThanOrEqual(Math.min(open, sum.backorders))
          expect(line.ReturnedQuantity).toBeLessThanOrEqual(line.ShippedQuantity)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('the tables refuse rows that violate the arithmetic', () => {
  test.each([
    'shipped = quantity + 1',
    'cancelled = quantity - shipped + 1',
    'shipped = -1',
    'backordered = quantity - shipped - cancelled + 1',
    'returned = shipped + 1',
    'manco = cancelled + 1',
    'refunded_incl_vat = original_unit_price_incl_vat * returned + 0.01',
    'refunded_excl_vat = refunded_incl_vat + 0.01',
  ])('order_lines: %s', async (change) => {
    const update = executeScript(api.database, `update marketplace.order_lines set ${change}`)
    await expect(update).rejects.toMatchObject({ code: '23514' })
  })

  test.each([
    'shipped = units - cancelled + 1',
    'backordered = units - shipped - cancelled + 1',
    'returned = shipped + 1',
    'manco = cancelled + 1',
    'refunded_shipping_incl_vat = original_shipping_costs_incl_vat + 0.01',
  ])('orders: %s', async (change) => {
    const update = executeScript(api.database, `update marketplace.orders set ${change}`)
    await expect(update).rejects.toMatchObject({ code: '23514' })
  })

  test('shipped units of an order that is not acknowledged', async () => {
    await placeOrder(api, 'NOT-YET', [{ quantity: 1 }])
    const update = execute(
      api.database,
      sql`update marketplace.orders set shipped = 1 where channel_reference = 'NOT-YET'`,
    )
    await expect(update).rejects.toMatchObject({ constraint: 'orders_unacknowledged' })
  })
})
