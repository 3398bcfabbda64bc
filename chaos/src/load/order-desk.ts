/** The other calls of a merchant for orders: reading, closing, combining, correcting. */
import { acknowledgeNew, createRecord, decide, ofOrder } from './fulfilment.ts'
import { readOrder } from './orders.ts'
import { type Actor, insist } from './shop-state.ts'

/** One round of a merchant's order desk. */
export async function deskRound(actor: Actor): Promise<void> {
  const rounds = [
    acknowledgeNew,
    acknowledgeNew,
    async () => await createRecord(actor, 'shipment'),
    async () => await createRecord(actor, 'shipment'),
    async () => await createRecord(actor, 'cancellation'),
    async () => await createRecord(actor, 'backorder'),
    async () => await createRecord(actor, 'return'),
    decide,
    closeOrReopen,
    combine,
    correct,
    readOne,
    readOne,
    readHistory,
    readLists,
  ]
  await actor.random.pick(rounds)(actor)
}

/** Rare, because a closed order accepts no other calls. */
async function closeOrReopen(actor: Actor): Promise<void> {
  const { state, random } = actor
  if (state.acknowledged.length === 0 || random.chance(0.5)) return
  const order = random.pick(state.acknowledged)
  const verb = random.pick(['close', 'reopen'])
  const { needs } = ofOrder(actor, order)
  await insist(actor, {
    key: state.shop.key,
    method: 'POST',
    path: `/v2/orders/${encodeURIComponent(order.merchantReference)}/${verb}`,
    intent: {
      name: `POST /orders/<ref>/${verb}`,
      needs,
      ...(verb === 'close' && { blocks: [`closed ${order.thing}`] }),
    },
    read: (body) => readOrder(order.thing, order.reference, body),
  })
}

async function combine(actor: Actor): Promise<void> {
  const { state, random } = actor
  if (state.acknowledged.length < 2 || random.chance(0.5)) return
  const one = random.pick(state.acknowledged)
  const other = random.pick(state.acknowledged)
  if (one.thing === other.thing) return
  const others = random.chance(0.7) ? [other] : []
  const parts = [one, ...others].map((order) => ofOrder(actor, order))
  await insist(actor, {
    key: state.shop.key,
    method: 'PUT',
    path: `/v2/orders/${encodeURIComponent(one.merchantReference)}/combination`,
    body: { MerchantOrderReferences: others.map(({ merchantReference }) => merchantReference) },
    intent: {
      name: 'PUT /orders/<ref>/combination',
      needs: parts.flatMap(({ needs }) => needs),
      blocks: [one, ...others].map(({ thing }) => `combined ${thing}`),
      // An order that already belongs to another combination is refused.
      blockedBy: [
        ...parts.flatMap(({ blockedBy }) => blockedBy),
        ...others.map(({ thing }) => `combined ${thing}`),
      ],
    },
    read: (body) => readOrder(one.thing, one.reference, body),
  })
}

/** Corrects an order with a missing product, by creating the product or by naming another one. */
async function correct(actor: Actor): Promise<void> {
  const { state, random } = actor
  const [first] = state.toCorrect
  if (first === undefined) return
  const [missing, order] = first
  state.toCorrect.delete(missing)
  if (random.chance(0.5)) {
    const thing = `product/${state.shop.id}/${missing}`
    // Shipping changes a stock that the hub keeps.
    const stock = state.shop.isKeptByHub ? undefined : 1
    const body = { MerchantProductReference: missing, Name: missing, Price: 1, Stock: stock }
    await insist(actor, {
      key: state.shop.key,
      method: 'POST',
      path: '/v2/products',
      body,
      intent: {
        name: 'POST /products (one)',
        makes: [thing],
        sets: {
          [`${thing}/name`]: missing,
          [`${thing}/price`]: 1,
          ...(stock !== undefined && { [`${thing}/stock`]: stock }),
        },
        blocks: [`corrected ${order.thing}`],
      },
    })
    return
  }
  const known = await actor.send(readById(actor, order.id, order.thing, order.reference))
  const replacement = [...state.products][0]
  if (known.status !== 200 || replacement === undefined) return
  await insist(actor, {
    key: state.shop.key,
    method: 'PATCH',
    path: `/v2/orders/id/${order.id}`,
    body: { Lines: [{ Id: known.body.Lines[0].Id, MerchantProductReference: replacement }] },
    intent: {
      name: 'PATCH /orders/id/<Id>',
      needs: [order.thing],
      blocks: [`corrected ${order.thing}`],
      // A repeated correction is refused because the order is already correct. A cancelled order is refused, too.
      blockedBy: [`corrected ${order.thing}`, `cancelled ${order.thing}`],
    },
    read: (body) => readOrder(order.thing, order.reference, body),
  })
}

function readById(actor: Actor, id: number, thing: string, reference: string) {
  return {
    key: actor.state.shop.key,
    method: 'GET' as const,
    path: `/v2/orders/id/${id}`,
    intent: { name: 'GET /orders/id/<Id>', needs: [thing] },
    // biome-ignore lint/suspicious/noExplicitAny: an order in an answer
    read: (body: any) => readOrder(thing, reference, body),
  }
}

async function readOne(actor: Actor): Promise<void> {
  const { state, random } = actor
  const unacknowledged = [...state.orders.values()]
  if (unacknowledged.length > 0 && random.chance(0.5)) {
    const order = random.pick(unacknowledged)
    await actor.send(readById(actor, order.id, order.thing, order.reference))
  } else if (state.acknowledged.length > 0) {
    const order = random.pick(state.acknowledged)
    await actor.send({
      ...readById(actor, order.id, order.thing, order.reference),
      path: `/v2/orders/${encodeURIComponent(order.merchantReference)}`,
      intent: { name: 'GET /orders/<ref>', needs: ofOrder(actor, order).needs },
    })
  }
}

async function readHistory(actor: Actor): Promise<void> {
  const { state, random } = actor
  if (state.acknowledged.length === 0) return
  const order = random.pick(state.acknowledged)
  const path = random.pick([`id/${order.id}`, encodeURIComponent(order.merchantReference)])
  await actor.send({
    key: state.shop.key,
    method: 'GET',
    path: `/v2/orders/${path}/history`,
    intent: { name: 'GET /orders/<...>/history', needs: ofOrder(actor, order).needs },
    read: (body) => ({
      mismatch: body[0]?.Type === 'CREATED' ? undefined : 'the history does not begin with CREATED',
    }),
  })
}

async function readLists(actor: Actor): Promise<void> {
  const { random, state } = actor
  const since = encodeURIComponent(new Date(Date.now() - 30_000).toISOString())
  const lists = [
    ['GET /orders', `orders?pageSize=50&updatedSince=${since}`],
    ['GET /orders', 'orders?pageSize=50&status=IN_PROGRESS'],
    ['GET /shipments', `shipments?pageSize=50&createdSince=${since}`],
    ['GET /returns', `returns?pageSize=50&createdSince=${since}`],
    ['GET /cancellations', `cancellations?pageSize=50&createdSince=${since}`],
    ['GET /backorders', `backorders?pageSize=50&createdSince=${since}`],
  ] as const
  const [name, path] = random.pick(lists)
  await actor.send({
    key: state.shop.key,
    method: 'GET',
    path: `/v2/${path}`,
    intent: { name },
  })
}
