/** Merchants that process orders. Several merchants of one customer work on the same orders at the same time. */
import type { UnitClaim } from '../entries.ts'
import { readOrder } from './orders.ts'
import { type Actor, insist, type KnownOrder, remember } from './shop-state.ts'

type Kind = UnitClaim['kind']

const KINDS: Readonly<Record<Kind, { readonly path: string; readonly field: string }>> = {
  shipment: { path: 'shipments', field: 'MerchantShipmentReference' },
  cancellation: { path: 'cancellations', field: 'MerchantReference' },
  backorder: { path: 'backorders', field: 'MerchantBackorderReference' },
  return: { path: 'returns', field: 'MerchantReturnReference' },
}

/** Fetches the oldest new orders, and acknowledges some. Other clients may acknowledge the same orders with the same references. */
export async function acknowledgeNew(actor: Actor): Promise<void> {
  const { random, state } = actor
  const { status, body } = await actor.send({
    key: state.shop.key,
    method: 'GET',
    path: `/v2/orders/new?pageSize=${random.int(1, 20)}`,
    intent: { name: 'GET /orders/new' },
  })
  if (status !== 200) return
  for (const found of body.slice(0, 8)) await acknowledge(actor, found)
}

// biome-ignore lint/suspicious/noExplicitAny: an order in an answer
async function acknowledge(actor: Actor, found: any): Promise<void> {
  const { state } = actor
  const reference: string = found.ChannelReference
  const thing = `order/${state.shop.id}/${found.ChannelId}/${reference}`
  const merchantReference = `M-${reference}`
  const reply = await insist(actor, {
    key: state.shop.key,
    method: 'POST',
    path: '/v2/orders/acknowledge',
    body: {
      OrderId: found.Id,
      MerchantOrderReference: merchantReference,
      // biome-ignore lint/suspicious/noExplicitAny: a line in an answer
      Lines: found.Lines.map((line: any) => ({
        OrderLineId: line.Id,
        MerchantOrderLineReference: `${merchantReference}-${line.ChannelReference}`,
      })),
    },
    intent: {
      name: 'POST /orders/acknowledge',
      needs: [thing],
      makes: [`acknowledged/${state.shop.id}/${merchantReference}`],
      sets: { [`${thing}/merchant`]: merchantReference },
      blocks: [`acknowledged ${thing}`],
      blockedBy: [`cancelled ${thing}`],
    },
    read: (body) => readOrder(thing, reference, body),
  })
  if (reply.status !== 200) return
  state.orders.delete(thing)
  remember(state.acknowledged, {
    thing,
    id: found.Id,
    channelId: found.ChannelId,
    reference,
    merchantReference,
    // biome-ignore lint/suspicious/noExplicitAny: a line in an answer
    lines: found.Lines.map((line: any) => ({
      line: line.ChannelReference,
      quantity: line.Quantity,
    })),
  })
}

/** The dependencies of a call on an acknowledged order. */
export function ofOrder(actor: Actor, order: KnownOrder) {
  return {
    needs: [order.thing, `acknowledged/${actor.state.shop.id}/${order.merchantReference}`],
    blockedBy: [`closed ${order.thing}`],
  }
}

/** Creates a record of a kind, for one line or for all lines. */
export async function createRecord(actor: Actor, kind: Kind): Promise<void> {
  const { random, state } = actor
  const orders = kind === 'return' ? state.shipped : state.acknowledged
  if (orders.length === 0) return
  const order = random.pick(orders)
  const { path, field } = KINDS[kind]
  const reference = `${kind}-${actor.name}-${actor.next()}`
  const thing = `${kind}/${state.shop.id}/${reference}`
  const chosen = random.chance(0.5) ? order.lines : [random.pick(order.lines)]
  const isOpenEnded = kind === 'shipment' && random.chance(0.2)
  const lines = chosen.map(({ line, quantity }) => ({
    line,
    units: isOpenEnded ? null : random.int(1, Math.max(1, Math.ceil(quantity / 2))),
  }))
  const reply = await insist(actor, {
    key: state.shop.key,
    method: 'POST',
    path: `/v2/${path}`,
    body: {
      [field]: reference,
      MerchantOrderReference: order.merchantReference,
      ...(kind === 'cancellation' && { ReasonCode: random.pick(['NOT_IN_STOCK', 'OTHER']) }),
      Lines: lines.map(({ line, units }) => ({
        ChannelOrderLineReference: line,
        ...(units !== null && { Quantity: units }),
      })),
    },
    intent: {
      name: `POST /${path}`,
      ...ofOrder(actor, order),
      makes: [thing],
      ...(!isOpenEnded && {
        sets: { [`${thing}/lines`]: lines.map(({ line, units }) => `${line}:${units}`).join(' ') },
      }),
      claims: {
        kind,
        order: order.thing,
        lines: Object.fromEntries(lines.map(({ line, units }) => [line, units])),
      },
      // Returns are allowed for closed orders, too.
      ...(kind === 'return' && { blockedBy: [] }),
    },
    read: (body) => ({
      mismatch:
        body[field] === reference ? undefined : `asked for ${reference}, got ${body[field]}`,
      constants: { [`${thing}/id`]: body.Id },
    }),
  })
  if (reply.status === 200 || reply.status === 201) await follow(actor, kind, reference, order)
}

/** Sends the calls that follow a record. */
async function follow(
  actor: Actor,
  kind: Kind,
  reference: string,
  order: KnownOrder,
): Promise<void> {
  if (kind === 'shipment') {
    remember(actor.state.shipped, order)
    await track(actor, reference)
  } else if (kind === 'return') {
    remember(actor.state.returns, { reference, order })
  }
  const { path, field } = KINDS[kind]
  await actor.send({
    key: actor.state.shop.key,
    method: 'GET',
    path: `/v2/${path}/${encodeURIComponent(reference)}`,
    intent: {
      name: `GET /${path}/<ref>`,
      needs: [`${kind}/${actor.state.shop.id}/${reference}`],
    },
    read: (body) => ({
      mismatch:
        body[field] === reference ? undefined : `asked for ${reference}, got ${body[field]}`,
      constants: { [`${kind}/${actor.state.shop.id}/${reference}/id`]: body.Id },
    }),
  })
}

async function track(actor: Actor, reference: string): Promise<void> {
  const thing = `shipment/${actor.state.shop.id}/${reference}`
  for (let turn = 0; turn < actor.random.int(0, 2); turn += 1) {
    const number = `3S${actor.name}${actor.next()}`
    await insist(actor, {
      key: actor.state.shop.key,
      method: 'PUT',
      path: `/v2/shipments/${encodeURIComponent(reference)}`,
      body: { TrackTraceNo: number },
      intent: {
        name: 'PUT /shipments/<ref>',
        needs: [thing],
        sets: { [`${thing}/tracking`]: number },
      },
      read: (body) => ({ saw: { [`${thing}/tracking`]: body.TrackTraceNo } }),
    })
  }
}

/** Decides on a return. All clients make the same decision for it, also if they repeat it. */
export async function decide(actor: Actor): Promise<void> {
  const { state } = actor
  const open = state.returns.shift()
  if (open === undefined) return
  const thing = `return/${state.shop.id}/${open.reference}`
  const status = open.reference.length % 2 === 0 ? 'ACCEPTED' : 'REJECTED'
  await insist(actor, {
    key: state.shop.key,
    method: 'PUT',
    path: `/v2/returns/${encodeURIComponent(open.reference)}`,
    body: { Status: status, MerchantComment: 'Seen.' },
    intent: {
      name: 'PUT /returns/<ref>',
      needs: [thing],
      sets: { [`${thing}/status`]: status },
    },
    read: (body) => ({ saw: { [`${thing}/status`]: body.Status } }),
  })
}
