/** Stores the sample orders through the rules that the calls of /v2 use. */
import { type Database, transaction } from '@entrepot/database'
import {
  type Actor,
  acknowledgeOrder,
  type Channel,
  type Customer,
  createFulfilment,
  createOrderIntake,
  decideReturn,
  draftBackorder,
  draftCancellation,
  draftReturn,
  draftShipment,
  expectDone,
  type Fulfil,
  listChannels,
  listOrders,
  type OrderRow,
} from '@entrepot/marketplace'
import { type DatedOrder, dateBackOrders, orderEventsByTime } from './dates-store.ts'
import { changeSampleOffers, openSampleOffers, readOfferedPrices } from './offers.ts'
import { planSampleOrders, type SampleOrder } from './order-plan.ts'
import { lockSample } from './store.ts'

/** Orders that are stored together. Less than a page, so that the new order of somebody who is quicker is on the first page of new orders. */
const AT_ONCE = 50

/** Who sends and who processes the orders. */
export interface SampleActors {
  readonly merchant: Actor
  /** By the id of the channel. */
  readonly channels: ReadonlyMap<number, Actor>
}

/**
 * Stores the sample orders, if the customer has no order, and what the channels are offered before and after them. Nodes that start at the
 * same time store them once.
 *
 * @throws Error if a rule refuses one of them
 */
export async function storeSampleOrders(
  database: Database,
  customer: Customer,
  actors: SampleActors,
): Promise<void> {
  await transaction(database, async (tx) => {
    await lockSample(tx)
    if ((await listOrders(tx, customer, {}, 1)).orders.length > 0) return
    const channels = await listChannels(tx, customer.customerId)
    await openSampleOffers(database, customer, channels, actors.merchant)
    const [shop, market] = channels as [Channel, Channel]
    const prices = [
      await readOfferedPrices(database, customer, shop.channelId),
      await readOfferedPrices(database, customer, market.channelId),
    ] as const
    const now = new Date()
    const plan = planSampleOrders(now, prices)
    for (let start = 0; start < plan.length; start += AT_ONCE) {
      const part = plan.slice(start, start + AT_ONCE)
      const orders = await takeOrders(database, customer, channels, actors, part)
      await processOrders(database, customer, actors.merchant, part, orders)
      const dates = part.map(({ times }, index) => ({
        id: orders[index]?.Id ?? 0,
        times: datesOf(times, now),
      }))
      await dateBackOrders(database, customer.customerId, dates)
    }
    await orderEventsByTime(tx, customer.customerId)
    await changeSampleOffers(database, customer, channels, actors.merchant)
  })
}

/** The times of a plan, which are in hours before now, as dates. */
function datesOf(times: SampleOrder['times'], now: Date): DatedOrder['times'] {
  const dates = Object.entries(times).map(([step, hours]) => [
    step,
    new Date(now.getTime() - hours * 3_600_000),
  ])
  return Object.fromEntries(dates)
}

async function takeOrders(
  database: Database,
  customer: Customer,
  channels: readonly Channel[],
  actors: SampleActors,
  plan: readonly SampleOrder[],
): Promise<readonly OrderRow[]> {
  const takeOrder = createOrderIntake(database)
  return await Promise.all(
    plan.map(async (one) => {
      const channel = channels[one.channel] as Channel
      const actor = actors.channels.get(channel.channelId)
      const origin = { customer, channel, ...(actor && { actor }) }
      return expectDone(await takeOrder(origin, one.request)).order
    }),
  )
}

/** Acknowledges, ships and takes back, each step for all orders at once, so that the steps share their transactions. */
async function processOrders(
  database: Database,
  customer: Customer,
  actor: Actor,
  plan: readonly SampleOrder[],
  orders: readonly OrderRow[],
): Promise<void> {
  const fulfil = createFulfilment(database)
  const caller = { customer, channel: null, actor }
  const each = async (
    step: keyof SampleOrder['times'],
    work: (order: SampleOrder, stored: OrderRow) => Promise<unknown>,
  ) => {
    await Promise.all(
      plan.map(async (one, index) => {
        if (one.times[step] !== undefined) await work(one, orders[index] as OrderRow)
      }),
    )
  }
  const record = async (draft: Parameters<Fulfil>[1]) => {
    expectDone(await fulfil(caller, draft))
  }
  await each('acknowledged', async (one, stored) => {
    const request = acknowledgement(one, stored)
    expectDone(await acknowledgeOrder(database, customer, request, actor))
  })
  await each('backordered', async (one) => await record(draftBackorder(backorder(one))))
  await each('cancelled', async (one) => await record(draftCancellation(cancellation(one))))
  await each('shipped', async (one) => await record(draftShipment(shipment(one))))
  await each('returned', async (one) => await record(draftReturn(returned(one))))
  await each('decided', async (one) => {
    const decision = { Status: 'ACCEPTED' as const }
    expectDone(await decideReturn(database, caller, returnReference(one), decision))
  })
}

const reference = ({ number }: SampleOrder) => `ORD-${number}`
const lineReference = (order: SampleOrder, line: number) => `${reference(order)}-${line + 1}`
const returnReference = (order: SampleOrder) => `RET-${order.number}`

const allLines = (order: SampleOrder) =>
  order.request.Lines.map(({ Quantity }, index) => ({
    MerchantOrderLineReference: lineReference(order, index),
    Quantity,
  }))

const acknowledgement = (order: SampleOrder, { Id, Lines }: OrderRow) => ({
  OrderId: Id,
  MerchantOrderReference: reference(order),
  Lines: Lines.map((line, index) => ({
    OrderLineId: line.Id,
    MerchantOrderLineReference: lineReference(order, index),
  })),
})

const shipment = (order: SampleOrder) => ({
  MerchantShipmentReference: `SHP-${order.number}`,
  MerchantOrderReference: reference(order),
  Method: order.number % 3 === 0 ? 'DHL' : 'PostNL',
  TrackTraceNo: `3SENT${order.number}`,
  Lines: allLines(order),
})

const backorder = (order: SampleOrder) => ({
  MerchantBackorderReference: `BCK-${order.number}`,
  MerchantOrderReference: reference(order),
  Lines: allLines(order),
})

const cancellation = (order: SampleOrder) => ({
  MerchantReference: `CAN-${order.number}`,
  MerchantOrderReference: reference(order),
  ReasonCode: 'NOT_IN_STOCK' as const,
  Lines: allLines(order),
})

const returned = (order: SampleOrder) => ({
  MerchantReturnReference: returnReference(order),
  MerchantOrderReference: reference(order),
  Reason: 'PRODUCT_UNSATISFACTORY' as const,
  CustomerComment: 'It looks different from the picture.',
  Lines: [{ MerchantOrderLineReference: lineReference(order, 0), Quantity: order.returned }],
})
