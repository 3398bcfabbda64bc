/** The tools that read products, and what channels are offered of them. */
import type { Schemas } from '@entrepot/client'
import { Type } from 'typebox'
import { CURSOR_HINT, PAGE_INPUT, PAGE_OUTPUT, PAGE_SIZE, placeOf } from '../kit/pages.ts'
import { readTool, type Tool, type ToolContext } from '../kit/tool.ts'
import { choice, given, Price, Text, without } from '../parameters.ts'

export const ProductReference = Type.String({ description: 'MerchantProductReference.' })
/** What to do if there is no such product. */
export const NO_PRODUCT = { MARKET_NOT_FOUND: 'Find the product with list_products.' }
export const ChannelId = Type.Integer({ description: 'Id of the channel.' })

const Product = Type.Object({
  MerchantProductReference: Type.String(),
  Name: Text,
  Price,
  StockAvailable: Type.Integer({ description: 'Units that can still be sold.' }),
  IsActive: Type.Boolean(),
  Link: Type.String(),
})

const productLink = (linkTo: ToolContext['linkTo'], reference: string) =>
  linkTo(`/products/${encodeURIComponent(reference)}`)

/** What is listed of products if the call does not say. */
const LISTED = [
  ...['Id', 'MerchantProductReference', 'ParentMerchantReference', 'Name', 'Ean', 'Price'],
  ...['Stock', 'StockReserved', 'StockAvailable', 'IsActive', 'Children', 'UpdatedAt'],
  ...['ShortUnits', 'ShortSince', 'Orders', 'Link'],
]

const listProducts = readTool({
  name: 'list_products',
  title: 'List products',
  description: 'Finds products, with price and stock.',
  toolset: 'products',
  scopes: ['products:read'],
  input: Type.Object({
    q: Type.Optional(Type.String({ description: 'Words of a name, references or EANs.' })),
    reference: Type.Optional(Type.Array(ProductReference, { maxItems: 100 })),
    isActive: Type.Optional(Type.Boolean()),
    inStock: Type.Optional(Type.Boolean()),
    maxAvailable: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Only those of which at most so many units can still be sold; 0: sold out.',
      }),
    ),
    short: Type.Optional(
      Type.Boolean({
        description: 'Only those with more units ordered than in stock, with the orders.',
      }),
    ),
    pendingAt: Type.Optional(
      Type.Integer({ description: 'Channel that has not fetched all changes yet.' }),
    ),
    listedAt: Type.Optional(Type.Integer({ description: 'Channel that lists it.' })),
    sort: Type.Optional(
      choice(
        [
          ...['reference', 'referenceLast', 'name', 'nameLast', 'price', 'priceLast'],
          ...['stock', 'stockLast', 'available', 'availableLast'],
        ] as const,
        'Last: descending. available: by the units that can still be sold.',
      ),
    ),
    ...PAGE_INPUT,
  }),
  output: Type.Object({
    products: Type.Array(Product),
    ...PAGE_OUTPUT,
  }),
  records: 'products',
  brief: LISTED,
  hints: CURSOR_HINT,
  async run({ hub, linkTo }, { short, pageSize = PAGE_SIZE, cursor, ...filter }) {
    const place = given({ pageSize, cursor })
    if (short) {
      if (Object.keys(filter).length === 0) return await listShort(hub, linkTo, place)
      return { refusal: 'Set short without other filters and without sort.' }
    }
    const page = await hub.request('listProducts', { ...filter, ...place })
    const products = page.body.map((product) => withLink(linkTo, product))
    const count = async () => (await hub.countProducts(without(filter, ['sort']))).Total
    return { products, ...(await placeOf(page, cursor, count)) }
  },
})

function withLink(linkTo: ToolContext['linkTo'], product: Schemas['ProductResponse']) {
  return { ...product, Link: productLink(linkTo, product.MerchantProductReference) }
}

/** The products that are short, with the orders that wait for them. */
async function listShort(
  hub: ToolContext['hub'],
  linkTo: ToolContext['linkTo'],
  place: { readonly pageSize: number; readonly cursor?: string },
) {
  const page = await hub.request('listShortfalls', place)
  const reference = page.body.map((short) => short.MerchantProductReference)
  const found = reference.length === 0 ? [] : await hub.listProducts({ reference, pageSize: 100 })
  const byReference = new Map(found.map((one) => [one.MerchantProductReference, one]))
  const products = page.body.flatMap((short) => {
    const product = byReference.get(short.MerchantProductReference)
    if (product === undefined) return []
    const { ShortUnits, Since, Orders } = short
    return [{ ...withLink(linkTo, product), ShortUnits, ShortSince: Since, Orders }]
  })
  return { products, ...(await placeOf(page, place.cursor)) }
}

/** What a product is on a channel, without the texts that the channel gets. */
function toBrief({ Explanation, ...listing }: Schemas['ProductListing']) {
  const brief = without(listing, ['Confirmed', 'Current', 'MerchantProductReference'])
  return { ...brief, Hold: Explanation?.Hold ?? null }
}

const getProduct = readTool({
  name: 'get_product',
  title: 'Get a product',
  description:
    'Returns one product, and for each channel what it knows, what it would get now, and what is pending.',
  toolset: 'products',
  scopes: ['products:read'],
  input: Type.Object({ reference: ProductReference }),
  output: Type.Object({
    product: Product,
    channels: Type.Array(
      Type.Object({
        ChannelId: Type.Integer(),
        ChannelName: Type.String(),
        IsWanted: Type.Boolean(),
        IsOfferPending: Type.Boolean(),
      }),
    ),
  }),
  records: 'product',
  hints: NO_PRODUCT,
  async run({ hub, linkTo }, { reference }) {
    const [product, listings] = await Promise.all([
      hub.getProduct({ reference }),
      hub.getProductListings({ reference }),
    ])
    return {
      product: withLink(linkTo, product),
      channels: listings.map(toBrief),
    }
  },
})

/** Changes that an explanation names: the newest. */
const EXPLAINED = 10

const explainOffer = readTool({
  name: 'explain_offer',
  title: 'Explain a price or a stock',
  description:
    'Says why a channel is offered this price and this number of units of a product, step by step, and what changed lately.',
  toolset: 'products',
  scopes: ['products:read'],
  input: Type.Object({ reference: ProductReference, channelId: ChannelId }),
  output: Type.Object({
    Offer: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description: 'What it would get now: Price and Stock.',
    }),
    Currency: Type.String(),
    Price: Type.String({ description: 'How it came about.' }),
    Stock: Type.String(),
    Hold: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description: 'Why it is held back.',
    }),
    History: Type.Array(Type.Object({})),
    Link: Type.String(),
  }),
  hints: NO_PRODUCT,
  async run({ hub, linkTo }, { reference, channelId }) {
    const [listings, history, prices] = await Promise.all([
      hub.getProductListings({ reference }),
      hub.listOfferHistory({ product: reference, channel: channelId, pageSize: EXPLAINED }),
      hub.listPriceChanges({ reference, pageSize: EXPLAINED }),
    ])
    const listing = listings.find(({ ChannelId: id }) => id === channelId)
    if (listing === undefined) return { refusal: noChannel(channelId, listings) }
    const { Explanation: why, CurrentOffer, ConfirmedOffer, UnwantedReason } = listing
    return {
      Offer: CurrentOffer,
      ConfirmedOffer,
      UnwantedReason,
      Currency: why?.Currency ?? '',
      Price: why?.Price ?? '',
      Stock: why?.Stock ?? '',
      Steps: why?.Steps ?? [],
      Hold: why?.Hold ?? null,
      History: history.map((entry) =>
        without(entry, ['ChannelId', 'ChannelName', 'MerchantProductReference']),
      ),
      PriceChanges: prices,
      Link: `${productLink(linkTo, reference)}?history=${channelId}`,
    }
  },
})

function noChannel(id: number, listings: readonly Schemas['ProductListing'][]): string {
  const known = listings.map(
    ({ ChannelId: known, ChannelName: name }) => `${known} (${JSON.stringify(name)})`,
  )
  return `There is no channel ${id}. Set channelId to one of: ${known.join(', ')}.`
}

const listGuardedPrices = readTool({
  name: 'list_guarded_prices',
  title: 'List prices that wait for a decision',
  description:
    'Lists prices that would move by more than the guard of their channel allows. The channel keeps KnownPrice until decide_prices.',
  toolset: 'products',
  scopes: ['products:read'],
  input: Type.Object({
    channel: Type.Optional(ChannelId),
    decision: Type.Optional(choice(['open', 'refused'], 'Default open.')),
    ...PAGE_INPUT,
  }),
  output: Type.Object({
    prices: Type.Array(
      Type.Object({
        ChannelId: Type.Integer(),
        MerchantProductReference: Type.String(),
        KnownPrice: Price,
        Price,
        Cause: Type.String(),
      }),
    ),
    Link: Type.String(),
    ...PAGE_OUTPUT,
  }),
  records: 'prices',
  async run({ hub, linkTo }, { pageSize = PAGE_SIZE, ...filter }) {
    const page = await hub.request('listGuardedPrices', { ...filter, pageSize })
    return {
      prices: page.body,
      Link: linkTo('/prices'),
      ...(await placeOf(page, filter.cursor)),
    }
  },
})

/** The tools that read. */
export const productReads: readonly Tool[] = [
  listProducts,
  getProduct,
  explainOffer,
  listGuardedPrices,
]
