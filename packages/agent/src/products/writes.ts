/** The tools that change products, and what channels are offered of them. */
import type { Schemas } from '@entrepot/client'
import { Type } from 'typebox'
import {
  type InputRefusal,
  isInputRefusal,
  type Tool,
  type ToolContext,
  writeTool,
} from '../kit/tool.ts'
import { choice, given, Price } from '../parameters.ts'
import { ChannelId, ProductReference } from './reads.ts'

/** Products that one call changes. */
const MAX_PRODUCTS = 100

const Outcome = Type.Object({
  AcceptedCount: Type.Integer(),
  RejectedCount: Type.Integer(),
  ProductMessages: Type.Array(Type.Object({}), { description: 'Why items were rejected.' }),
})

type Stored = Schemas['ProductCreationResult']

/** The outcome, or a refusal if nothing was stored. */
function outcomeOf({ ProductMessages, ...counts }: Stored): Stored | InputRefusal {
  if (counts.AcceptedCount > 0) return { ...counts, ProductMessages }
  const errors = ProductMessages.map(
    ({ Reference, Errors }) => `${Reference ?? 'An item'}: ${Errors.join(' ')}`,
  )
  return { refusal: `Nothing was changed. ${errors.join(' ')}` }
}

const changeProducts = writeTool({
  name: 'change_products',
  title: 'Change products',
  description:
    'Changes price, stock, name or whether products are offered, of up to 100 products at once. Members that are left out stay. It creates no products.',
  toolset: 'products',
  scopes: ['products:read', 'products:write'],
  effect: 'write',
  undo: 'Call it again with the values of before, which a dry run shows. Channels may have sold at the new price meanwhile.',
  input: Type.Object({
    products: Type.Array(
      Type.Object({
        reference: ProductReference,
        price: Type.Optional(Type.Number({ minimum: 0, description: 'With VAT.' })),
        stock: Type.Optional(
          Type.Integer({ minimum: 0, description: 'A count: all units that are there.' }),
        ),
        stockChange: Type.Optional(
          Type.Integer({ description: 'Units to add, or with - to take off, instead of a count.' }),
        ),
        name: Type.Optional(Type.String()),
        isActive: Type.Optional(Type.Boolean({ description: 'Whether it is offered at all.' })),
      }),
      { minItems: 1, maxItems: MAX_PRODUCTS },
    ),
  }),
  output: Outcome,
  async run(context, { products }) {
    const isData = products.some(
      ({ name, isActive }) => name !== undefined || isActive !== undefined,
    )
    return isData ? await storeProducts(context, products) : await storeOffers(context, products)
  },
  async readState({ hub }, { products }) {
    return { products: await stateOf(hub, products) }
  },
})

interface Change {
  readonly reference: string
  readonly price?: number
  readonly stock?: number
  readonly stockChange?: number
  readonly name?: string
  readonly isActive?: boolean
}

async function storeOffers({ hub, write }: ToolContext, changes: readonly Change[]) {
  const body = changes.map(({ reference, price, stock, stockChange }) =>
    given({
      MerchantProductReference: reference,
      Price: price,
      Stock: stock,
      StockChange: stockChange,
    }),
  )
  return outcomeOf(await hub.changeOffers({ body }, write))
}

/** The call that stores names would create products that do not exist, and activate those that are not active: they are looked up. */
async function storeProducts({ hub, write }: ToolContext, changes: readonly Change[]) {
  if (changes.some(({ stockChange }) => stockChange !== undefined)) {
    return { refusal: 'Set stockChange in a call of its own, without name and isActive.' }
  }
  const state = await stateOf(hub, changes)
  const active = new Map(state.map((one) => [one.MerchantProductReference, one.IsActive]))
  const unknown = changes.filter(({ reference }) => !active.has(reference))
  if (unknown.length > 0) {
    return { refusal: `There are no products ${listOf(unknown)}. Find them with list_products.` }
  }
  const unsaid = changes.filter(
    ({ reference, isActive }) => isActive === undefined && !active.get(reference),
  )
  if (unsaid.length > 0) {
    return {
      refusal: `Not active: ${listOf(unsaid)}. Set isActive of them too: false, so that they stay so.`,
    }
  }
  const body = changes.map(({ reference, price, stock, name, isActive }) =>
    given({
      MerchantProductReference: reference,
      Price: price,
      Stock: stock,
      Name: name,
      IsActive: isActive,
    }),
  )
  // An array is answered with counts, and a single product with the product.
  const stored = await hub.createProducts({ body }, write)
  return outcomeOf(stored as Stored)
}

function listOf(changes: readonly Change[]): string {
  return changes.map(({ reference }) => reference).join(', ')
}

async function stateOf(hub: ToolContext['hub'], changes: readonly Change[]) {
  const reference = [...new Set(changes.map((change) => change.reference))]
  const products = await hub.listProducts({ reference, pageSize: MAX_PRODUCTS })
  return products.map(
    ({ MerchantProductReference, Name, Price: price, Stock, StockAvailable, IsActive }) => ({
      MerchantProductReference,
      Name,
      Price: price,
      Stock,
      StockAvailable,
      IsActive,
    }),
  )
}

const changeOffer = writeTool({
  name: 'change_offer',
  title: 'Override an offer',
  description:
    'Sets what one channel is offered of a product instead of what its rules give, for ever or for a time, such as a sale; or removes that again.',
  toolset: 'products',
  scopes: ['channels:read', 'channels:write'],
  effect: 'write',
  undo: 'Call it with remove, or again with the values of before.',
  input: Type.Object({
    channelId: ChannelId,
    reference: ProductReference,
    price: Type.Optional(Type.Number({ minimum: 0, description: 'In the currency of the offer.' })),
    stock: Type.Optional(
      Type.Integer({ minimum: 0, description: 'This number of units, always.' }),
    ),
    hidden: Type.Optional(Type.Boolean({ description: 'Not offered.' })),
    from: Type.Optional(Type.String({ description: 'Date-time with offset.' })),
    until: Type.Optional(Type.String()),
    remove: Type.Optional(
      Type.Boolean({
        description: 'The override with this from; without from, all of the product.',
      }),
    ),
  }),
  output: Type.Object({
    overrides: Type.Array(Type.Object({ Price, Hidden: Type.Boolean(), IsActive: Type.Boolean() })),
    Link: Type.String(),
  }),
  hints: {
    MARKET_NOT_FOUND: 'get_product has the Ids of the channels; list_products the products.',
  },
  async run({ hub, linkTo, write }, { channelId, reference, remove, stock, ...values }) {
    const { price, hidden, from, until } = values
    if (remove) {
      await hub.deleteOfferOverrides(given({ id: channelId, reference, from }))
    } else {
      const override = given({
        MerchantProductReference: reference,
        Price: price,
        Stock: stock === undefined ? undefined : { Fixed: stock },
        Hidden: hidden,
        From: from,
        Until: until,
      })
      const stored = await hub.storeOfferOverrides({ id: channelId, body: [override] }, write)
      const outcome = outcomeOf(stored)
      if (isInputRefusal(outcome)) return outcome
    }
    const overrides = await hub.listOfferOverrides({ id: channelId, product: reference })
    return { overrides, Link: linkTo(`/products/${encodeURIComponent(reference)}`) }
  },
  async readState({ hub }, { channelId, reference }) {
    return { overrides: await hub.listOfferOverrides({ id: channelId, product: reference }) }
  },
})

const decidePrices = writeTool({
  name: 'decide_prices',
  title: 'Decide on guarded prices',
  description:
    'Accepts or refuses prices of list_guarded_prices: the named ones, or all of a channel. Refused: the channel keeps the price that it knows.',
  toolset: 'products',
  scopes: ['products:read', 'products:write'],
  effect: 'write',
  undo: 'Set another price with change_products or change_offer. Channels may have sold at this one meanwhile.',
  input: Type.Object({
    decision: choice(['accept', 'refuse']),
    channelId: Type.Optional(Type.Integer({ description: 'All that wait there.' })),
    items: Type.Optional(
      Type.Array(
        Type.Object({
          channelId: Type.Integer(),
          reference: ProductReference,
          price: Type.Number({ description: 'The Price that waits.' }),
        }),
        { maxItems: 100 },
      ),
    ),
  }),
  output: Type.Object({
    DecidedCount: Type.Integer(),
    MissingCount: Type.Integer({ description: 'Do not wait, or not any more.' }),
  }),
  async run({ hub, write }, { decision, channelId, items }) {
    const body = given({
      Decision: decision,
      ChannelId: channelId,
      Items: items?.map(({ channelId: id, reference, price }) => ({
        ChannelId: id,
        MerchantProductReference: reference,
        Price: price,
      })),
    })
    return await hub.decideGuardedPrices({ body }, write)
  },
  async readState({ hub }, { channelId }) {
    return { waiting: await hub.listGuardedPrices(given({ channel: channelId, pageSize: 100 })) }
  },
})

/** The tools that write. */
export const productWrites: readonly Tool[] = [changeProducts, changeOffer, decidePrices]
