/** Channels: they create orders, cancel them before the acknowledgement, and announce returns. */

import type { ChannelAccess } from '../world/shops.ts'
import type { Body, Reading } from './client.ts'
import { type Actor, insist, type KnownOrder, remember } from './shop-state.ts'

/** Maximum difference between the order date that the hub sets and the clock of the tool, in milliseconds. */
const DATE_TOLERANCE_MS = 120_000

/** One round of a channel. It usually creates an order. */
export async function channelRound(actor: Actor, channel: ChannelAccess): Promise<void> {
  const { random } = actor
  const rounds = [order, order, order, orderUnknown, cancel, announceReturn, list]
  await random.pick(rounds)(actor, channel)
}

async function order(actor: Actor, channel: ChannelAccess): Promise<void> {
  const products = [...actor.state.products]
  if (products.length === 0) return
  const count = actor.random.int(1, 3)
  await place(
    actor,
    channel,
    Array.from({ length: count }, () => actor.random.pick(products)),
  )
}

/** Creates an order for a product that does not exist yet. The hub stores it with the status REQUIRES_CORRECTION. */
async function orderUnknown(actor: Actor, channel: ChannelAccess): Promise<void> {
  if (actor.state.toCorrect.size > 20 || actor.random.chance(0.5)) return
  const missing = `LATE-${actor.name}-${actor.next()}`
  const placed = await place(actor, channel, [missing], 'incorrect')
  if (placed) actor.state.toCorrect.set(missing, placed)
}

async function place(
  actor: Actor,
  channel: ChannelAccess,
  products: readonly string[],
  block?: 'incorrect',
): Promise<KnownOrder | undefined> {
  const { random, state } = actor
  const reference = `${actor.name}-${actor.next()}`
  const thing = `order/${state.shop.id}/${channel.id}/${reference}`
  const lines = products.map((product, index) => ({
    ChannelReference: String(index + 1),
    MerchantProductReference: product,
    Quantity: random.int(1, 6),
    UnitPriceInclVat: random.int(1, 50_000) / 100,
  }))
  const shipping = random.int(0, 1_000) / 100
  const cents = lines.reduce(
    (sum, { Quantity, UnitPriceInclVat }) => sum + Quantity * Math.round(UnitPriceInclVat * 100),
    Math.round(shipping * 100),
  )
  const reply = await insist(actor, {
    key: channel.key,
    method: 'POST',
    path: '/v2/orders',
    body: {
      ChannelReference: reference,
      Email: 'ann@example.com',
      CurrencyCode: 'EUR',
      ShippingCostsInclVat: shipping,
      ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
      Lines: lines,
    },
    intent: {
      name: 'POST /orders',
      makes: [thing],
      sets: { [`${thing}/total`]: cents, [`${thing}/lines`]: linesText(lines) },
      ...(block && { blocks: [`${block} ${thing}`] }),
    },
    read: (body) => ({
      ...readOrder(thing, reference, body),
      ...dateMismatch(body.OrderDate, body.CreatedAt),
    }),
  })
  if (reply.status !== 200 && reply.status !== 201) return undefined
  const known: KnownOrder = {
    thing,
    id: reply.body.Id,
    channelId: channel.id,
    reference,
    merchantReference: `M-${reference}`,
    lines: lines.map(({ ChannelReference, Quantity }) => ({
      line: ChannelReference,
      quantity: Quantity,
    })),
  }
  state.orders.set(thing, known)
  return known
}

/** The lines of an order as a register: references and quantities, which never change. */
function linesText(lines: readonly Body[]): string {
  return lines.map(({ ChannelReference, Quantity }) => `${ChannelReference}:${Quantity}`).join(' ')
}

/** The facts in the answer to a call about an order. */
export function readOrder(thing: string, reference: string, body: Body): Reading {
  return {
    saw: {
      [`${thing}/total`]: Math.round(body.OriginalTotalInclVat * 100),
      [`${thing}/lines`]: linesText(body.Lines),
    },
    constants: { [`${thing}/id`]: body.Id },
    mismatch:
      body.ChannelReference === reference
        ? undefined
        : `asked for ${reference}, got ${body.ChannelReference}`,
  }
}

/** An order without a date gets the date of the database, even if the clock of the hub is wrong. */
function dateMismatch(orderDate: string, createdAt: string): Reading {
  const off = Date.parse(orderDate) - Date.parse(createdAt)
  return Math.abs(off) > DATE_TOLERANCE_MS
    ? { mismatch: `OrderDate is ${Math.round(off / 1000)} s off CreatedAt` }
    : {}
}

async function cancel(actor: Actor, channel: ChannelAccess): Promise<void> {
  const open = [...actor.state.orders.values()].filter(({ channelId }) => channelId === channel.id)
  if (open.length === 0) return
  const known = actor.random.pick(open)
  const { line } = actor.random.pick(known.lines)
  const reference = `X-${actor.name}-${actor.next()}`
  const { id } = actor.state.shop
  const thing = `cancellation/${id}/channel-${channel.id}-${reference}`
  await insist(actor, {
    key: channel.key,
    method: 'POST',
    path: '/v2/cancellations',
    body: {
      ChannelCancellationReference: reference,
      ChannelOrderReference: known.reference,
      ReasonCode: actor.random.pick(['NOT_IN_STOCK', 'CLIENT_CANCELLED']),
      Lines: [{ ChannelOrderLineReference: line, Quantity: 1 }],
    },
    intent: {
      name: 'POST /cancellations (channel)',
      needs: [known.thing],
      makes: [thing],
      sets: { [`${thing}/lines`]: `${line}:1` },
      claims: { kind: 'cancellation', order: known.thing, lines: { [line]: 1 } },
      blocks: [`cancelled ${known.thing}`],
      blockedBy: [`acknowledged ${known.thing}`, `incorrect ${known.thing}`],
    },
  })
}

async function announceReturn(actor: Actor, channel: ChannelAccess): Promise<void> {
  const shipped = actor.state.shipped.filter(({ channelId }) => channelId === channel.id)
  if (shipped.length === 0) return
  const known = actor.random.pick(shipped)
  const { line } = actor.random.pick(known.lines)
  const reference = `R-${actor.name}-${actor.next()}`
  const merchantReference = `channel-${channel.id}-${reference}`
  const thing = `return/${actor.state.shop.id}/${merchantReference}`
  const reply = await insist(actor, {
    key: channel.key,
    method: 'POST',
    path: '/v2/returns',
    body: {
      ChannelReturnReference: reference,
      ChannelOrderReference: known.reference,
      Reason: 'PRODUCT_DEFECT',
      Lines: [{ ChannelOrderLineReference: line, Quantity: 1 }],
    },
    intent: {
      name: 'POST /returns (channel)',
      needs: [known.thing],
      makes: [thing],
      sets: { [`${thing}/lines`]: `${line}:1` },
      claims: { kind: 'return', order: known.thing, lines: { [line]: 1 } },
    },
  })
  if (reply.status === 201) {
    remember(actor.state.returns, { reference: merchantReference, order: known })
  }
}

async function list(actor: Actor, channel: ChannelAccess): Promise<void> {
  const kind = actor.random.pick(['shipments', 'cancellations', 'backorders', 'returns'])
  const since = new Date(Date.now() - 60_000).toISOString()
  await actor.send({
    key: channel.key,
    method: 'GET',
    path: `/v2/${kind}?pageSize=20&createdSince=${encodeURIComponent(since)}`,
    intent: { name: `GET /${kind} (channel)` },
  })
}
