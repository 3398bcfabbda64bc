/** A real Vendure shop in a process of its own: see packages/connectors/shops/vendure. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const START = fileURLToPath(new URL('./vendure/start.js', import.meta.url))

/** A running shop. */
export interface VendureShop extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly port: number
  readonly adminApi: string
  /** Has the least rights that the guide names. */
  readonly apiKey: string
  /** Writes the database to its file. */
  save(): Promise<void>
  /** Ends the process. SIGTERM saves, if there is a file; SIGKILL loses what was not saved. */
  end(signal?: NodeJS.Signals): Promise<void>
}

/** Options of {@link startVendure}. */
export interface StartVendureOptions {
  /** Where the database is kept: a later start with the same file continues with it. */
  readonly file?: string
  /** An empty database of PostgreSQL, instead of one in memory. */
  readonly databaseUrl?: string
  readonly port?: number
  /** Decimals of amounts. @default 2 */
  readonly precision?: number
}

/** Starts a shop and waits until it answers. It ends with this process. */
export async function startVendure({
  file,
  databaseUrl,
  port = 0,
  precision = 2,
}: StartVendureOptions = {}): Promise<VendureShop> {
  const args = [START, '--port', String(port), '--precision', String(precision)]
  if (file !== undefined) args.push('--file', file)
  if (databaseUrl !== undefined) args.push('--database', databaseUrl)
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = `${log}${text}`.slice(-20_000)
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ready = await readyLine(lines, (line) => {
    log += `${line}\n`
  })
  if (ready === undefined) throw new Error(`the shop ended before it was ready: ${log}`)
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => await endChild(child, signal)
  return {
    ...ready,
    port: Number(new URL(ready.url).port),
    adminApi: `${ready.url}/admin-api`,
    async save() {
      child.stdin.write('save\n')
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error(`the shop ended before it was saved: ${log}`)
        if (value === 'saved') return
      }
    },
    end,
    [Symbol.asyncDispose]: async () => await end('SIGKILL'),
  }
}

async function readyLine(
  lines: AsyncIterator<string>,
  onOther: (line: string) => void,
): Promise<Pick<VendureShop, 'url' | 'pid' | 'apiKey'> | undefined> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) return undefined
    if (value.startsWith('{')) return JSON.parse(value)
    onOther(value)
  }
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** Sends GraphQL to one API of a shop, with the session that the shop has given. */
export class VendureClient {
  readonly #url: string
  #token: string | undefined

  constructor(url: string) {
    this.#url = url
  }

  async call<T>(query: string, variables: object = {}): Promise<T> {
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify({ query, variables }),
    })
    this.#token ??= answer.headers.get('vendure-auth-token') ?? undefined
    const { data, errors } = (await answer.json()) as { data: T; errors?: unknown }
    if (errors) throw new Error(`Vendure refused ${query.slice(0, 80)}: ${JSON.stringify(errors)}`)
    return data
  }
}

/** The staff of the shop. */
export async function asStaff({ url }: Pick<VendureShop, 'url'>): Promise<VendureClient> {
  const client = new VendureClient(`${url}/admin-api`)
  await client.call(
    'mutation { login(username: "superadmin", password: "superadmin") { __typename } }',
  )
  return client
}

/** What a buyer puts into the cart. */
export interface CartLine {
  readonly sku: string
  readonly quantity: number
}

/** An order of a buyer. */
export interface PlacedOrder {
  readonly id: string
  readonly code: string
  readonly totalWithTax: number
  readonly lines: readonly {
    readonly id: string
    readonly sku: string
    readonly quantity: number
  }[]
}

/** Options of {@link buy}. */
export interface BuyOptions {
  readonly coupon?: string
  readonly country?: string
  readonly shipping?: string
}

const ERROR = '... on ErrorResult { errorCode message }'

/** Orders as a guest, through the Shop API: cart, address, shipping, payment. */
export async function buy(
  shop: Pick<VendureShop, 'url' | 'adminApi' | 'apiKey'>,
  cart: readonly CartLine[],
  { coupon, country = 'NL', shipping = 'Standard shipping' }: BuyOptions = {},
): Promise<PlacedOrder> {
  const buyer = new VendureClient(`${shop.url}/shop-api`)
  const step = async (name: string, types: string, args: string, variables: object) => {
    const query = `mutation (${types}) { ${name}(${args}) { ... on Order { id } ${ERROR} } }`
    const data = await buyer.call<Record<string, { errorCode?: string; message?: string }>>(
      query,
      variables,
    )
    const result = data[name]
    if (result?.errorCode) throw new Error(`${name}: ${result.errorCode} ${result.message}`)
  }
  const ids = await variantIds(
    shop,
    cart.map(({ sku }) => sku),
  )
  for (const { sku, quantity } of cart) {
    const id = ids.get(sku)
    await step(
      'addItemToOrder',
      '$id: ID!, $quantity: Int!',
      'productVariantId: $id, quantity: $quantity',
      { id, quantity },
    )
  }
  if (coupon) await step('applyCouponCode', '$coupon: String!', 'couponCode: $coupon', { coupon })
  await step('setCustomerForOrder', '$input: CreateCustomerInput!', 'input: $input', {
    input: { firstName: 'Nora', lastName: 'de Vries', emailAddress: 'nora@example.com' },
  })
  await buyer.call(
    'mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename } }',
    {
      input: {
        fullName: 'Nora de Vries',
        ...{ streetLine1: 'Harbour street 12', streetLine2: 'Floor 2' },
        ...{ city: 'Amsterdam', postalCode: '1011 AB', countryCode: country },
        phoneNumber: '+31 20 1234567',
      },
    },
  )
  const { eligibleShippingMethods } = await buyer.call<{
    eligibleShippingMethods: readonly { id: string; name: string }[]
  }>('{ eligibleShippingMethods { id name } }')
  const method = eligibleShippingMethods.find(({ name }) => name === shipping)
  await step('setOrderShippingMethod', '$ids: [ID!]!', 'shippingMethodId: $ids', {
    ids: [method?.id],
  })
  await step('transitionOrderToState', '$state: String!', 'state: $state', {
    state: 'ArrangingPayment',
  })
  const { eligiblePaymentMethods } = await buyer.call<{
    eligiblePaymentMethods: readonly { code: string }[]
  }>('{ eligiblePaymentMethods { code } }')
  const { addPaymentToOrder } = await buyer.call<{ addPaymentToOrder: RawOrder }>(
    `mutation ($input: PaymentInput!) { addPaymentToOrder(input: $input) {
      ... on Order { id code totalWithTax lines { id quantity productVariant { sku } } } ${ERROR}
    } }`,
    { input: { method: eligiblePaymentMethods[0]?.code, metadata: {} } },
  )
  if (addPaymentToOrder.errorCode) throw new Error(`payment: ${addPaymentToOrder.message}`)
  return {
    ...addPaymentToOrder,
    lines: addPaymentToOrder.lines.map(({ id, quantity, productVariant }) => {
      return { id, quantity, sku: productVariant.sku }
    }),
  }
}

interface RawOrder {
  readonly errorCode?: string
  readonly message?: string
  readonly id: string
  readonly code: string
  readonly totalWithTax: number
  readonly lines: readonly {
    readonly id: string
    readonly quantity: number
    readonly productVariant: { readonly sku: string }
  }[]
}

async function variantIds(
  { adminApi, apiKey }: Pick<VendureShop, 'adminApi' | 'apiKey'>,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const answer = await fetch(adminApi, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'vendure-api-key': apiKey },
    body: JSON.stringify({
      query: `query ($skus: [String!]!) {
        productVariants(options: { filter: { sku: { in: $skus } } }) { items { id sku } }
      }`,
      variables: { skus },
    }),
  })
  const { data } = (await answer.json()) as {
    data: { productVariants: { items: readonly { id: string; sku: string }[] } }
  }
  return new Map(data.productVariants.items.map(({ id, sku }) => [sku, id]))
}

/** Creates a coupon that takes off a part of the order. */
export async function createCoupon(
  staff: VendureClient,
  couponCode: string,
  percent: number,
): Promise<void> {
  await staff.call(
    'mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { ... on Promotion { id } } }',
    {
      input: {
        ...{ enabled: true, couponCode, conditions: [] },
        translations: [{ languageCode: 'en', name: couponCode }],
        actions: [
          {
            code: 'order_percentage_discount',
            arguments: [{ name: 'discount', value: String(percent) }],
          },
        ],
      },
    },
  )
}
