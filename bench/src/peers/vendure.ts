/** Vendure as a peer: orders by its Shop API, everything else by its Admin API. */
import type { Database } from '@entrepot/database'
import {
  asStaff,
  startVendure,
  VendureClient,
  type VendureShop,
} from '../../../packages/connectors/shops/start-vendure.ts'
import { type CopiedTables, copyRows } from './copy-rows.ts'
import {
  BUYER,
  CREATED,
  LISTED,
  linesOf,
  operationsOf,
  type Peer,
  priceOf,
  STOCK,
  skuOf,
} from './peer.ts'

/** What a product, its only variant, its price and its stock consist of. */
const TABLES: CopiedTables = {
  product: ['id'],
  product_translation: ['id', 'baseId'],
  product_channels_channel: ['productId'],
  product_variant: ['id', 'productId'],
  product_variant_translation: ['id', 'baseId'],
  product_variant_channels_channel: ['productVariantId'],
  product_variant_price: ['id', 'variantId'],
  stock_level: ['id', 'productVariantId'],
}

/** Products of one call. The shop takes bodies of up to 100 KB. */
const BATCH = 100

interface Ids {
  readonly productId: string
  readonly variantId: string
}

export async function vendurePeer(
  database: Database,
  databaseUrl: string,
  products: number,
): Promise<Peer> {
  const shop = await startVendure({ databaseUrl })
  const staff = await asStaff(shop)
  const created = await createProducts(staff)
  await copyRows(database, TABLES, 'number', products / CREATED - 1)
  const terms = await readTerms(staff)
  return {
    name: 'Vendure',
    pid: shop.pid,
    database,
    operations: await operationsOf({
      order: async (number) => await acceptOrder(shop, created, terms, number),
      update: async (count, number) => await update(staff, created.slice(0, count), number),
      async list(since) {
        const variables = { since, take: LISTED }
        const page = await staff.call<{ products: { items: readonly unknown[] } }>(LIST, variables)
        return page.products.items.length
      },
      async read(id) {
        const { order } = await staff.call<{ order: { lines: readonly unknown[] } }>(READ, { id })
        return order.lines.length
      },
    }),
    close: async () => await shop.end('SIGKILL'),
  }
}

const LIST = `query ($since: DateTime!, $take: Int!) {
  products(options: { filter: { updatedAt: { after: $since } }, take: $take }) {
    items { id name enabled updatedAt variants { id sku priceWithTax stockLevels { stockOnHand } } }
  }
}`

const READ = `query ($id: ID!) { order(id: $id) {
  id code state createdAt updatedAt currencyCode totalWithTax shippingWithTax customer { emailAddress }
  shippingAddress { fullName streetLine1 postalCode city countryCode }
  payments { method state amount } fulfillments { id trackingCode }
  lines { id quantity unitPriceWithTax linePriceWithTax taxRate productVariant { id sku name } }
} }`

async function createProducts(staff: VendureClient): Promise<readonly Ids[]> {
  const all: Ids[] = []
  for (let from = 0; from < CREATED; from += BATCH) {
    const indices = Array.from({ length: BATCH }, (_, offset) => from + offset)
    const mutations = indices.map(
      (index) => `p${index}: createProduct(input: { translations: [
        { languageCode: en, name: "Product ${index}", slug: "${skuOf(index).toLowerCase()}", description: "" }
      ] }) { id }`,
    )
    const made = await staff.call<Record<string, { id: string }>>(
      `mutation { ${mutations.join('\n')} }`,
    )
    const idOf = (index: number) => made[`p${index}`]?.id ?? ''
    const { createProductVariants } = await staff.call<{
      createProductVariants: readonly { id: string; sku: string }[]
    }>(
      'mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id sku } }',
      {
        input: indices.map((index) => ({
          productId: idOf(index),
          sku: skuOf(index),
          price: priceOf(index, 0),
          stockOnHand: STOCK,
          translations: [{ languageCode: 'en', name: `Product ${index}` }],
        })),
      },
    )
    const variants = new Map(createProductVariants.map(({ id, sku }) => [sku, id]))
    all.push(
      ...indices.map((index) => ({
        productId: idOf(index),
        variantId: variants.get(skuOf(index)) ?? '',
      })),
    )
  }
  return all
}

async function update(
  staff: VendureClient,
  products: readonly Ids[],
  number: number,
): Promise<void> {
  for (let from = 0; from < products.length; from += BATCH) {
    const page = products.slice(from, from + BATCH)
    await staff.call(
      `mutation ($products: [UpdateProductInput!]!, $variants: [UpdateProductVariantInput!]!) {
        updateProducts(input: $products) { id }
        updateProductVariants(input: $variants) { id }
      }`,
      {
        products: page.map(({ productId }, offset) => ({
          id: productId,
          translations: [{ languageCode: 'en', name: `Product ${from + offset}, ${number}` }],
        })),
        variants: page.map(({ variantId }, offset) => ({
          id: variantId,
          price: priceOf(from + offset, number),
        })),
      },
    )
  }
}

interface Terms {
  readonly shippingMethodId: string
  readonly paymentMethod: string
}

async function readTerms(staff: VendureClient): Promise<Terms> {
  const { shippingMethods, paymentMethods } = await staff.call<{
    shippingMethods: { items: readonly { id: string }[] }
    paymentMethods: { items: readonly { code: string }[] }
  }>('{ shippingMethods { items { id } } paymentMethods { items { code } } }')
  return {
    shippingMethodId: shippingMethods.items[0]?.id ?? '',
    paymentMethod: paymentMethods.items[0]?.code ?? '',
  }
}

/** A buyer who puts all lines into a cart and checks out, with the fewest requests: the first one begins the session. */
async function acceptOrder(
  { url }: VendureShop,
  products: readonly Ids[],
  { shippingMethodId, paymentMethod }: Terms,
  number: number,
): Promise<string> {
  const buyer = new VendureClient(`${url}/shop-api`)
  await buyer.call(
    'mutation ($inputs: [AddItemInput!]!) { addItemsToOrder(inputs: $inputs) { order { id } } }',
    {
      inputs: linesOf(number).map(({ index, quantity }) => ({
        productVariantId: products[index]?.variantId,
        quantity,
      })),
    },
  )
  const { addPaymentToOrder: paid } = await buyer.call<{
    addPaymentToOrder: { readonly id?: string; readonly message?: string }
  }>(CHECK_OUT, {
    customer: {
      firstName: BUYER.firstName,
      lastName: BUYER.lastName,
      emailAddress: BUYER.email,
    },
    address: {
      fullName: `${BUYER.firstName} ${BUYER.lastName}`,
      streetLine1: BUYER.street,
      postalCode: BUYER.zipCode,
      city: BUYER.city,
      countryCode: 'NL',
    },
    methods: [shippingMethodId],
    payment: { method: paymentMethod, metadata: {} },
  })
  if (paid.id === undefined) throw new Error(`Vendure refused an order: ${paid.message}`)
  return paid.id
}

const CHECK_OUT = `mutation (
  $customer: CreateCustomerInput!, $address: CreateAddressInput!, $methods: [ID!]!, $payment: PaymentInput!
) {
  setCustomerForOrder(input: $customer) { __typename }
  setOrderShippingAddress(input: $address) { __typename }
  setOrderShippingMethod(shippingMethodId: $methods) { __typename }
  transitionOrderToState(state: "ArrangingPayment") { __typename }
  addPaymentToOrder(input: $payment) { ... on Order { id } ... on ErrorResult { message } }
}`
