/** Customers with orders, and an MCP client that talks to the agent without a network. */
import {
  type Customer,
  createChannel,
  createCustomer,
  createOrderIntake,
  createProduct,
  isRefusal,
  type OrderResponse,
} from '@entrepot/marketplace'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Agent, AgentOptions } from '../src/index.ts'

/** A customer whose web shop has taken some orders. */
export interface Shop {
  readonly customer: Customer
  readonly orders: readonly OrderResponse[]
}

/** Makes a customer with new orders of two mugs each. */
export async function createShop(
  database: AgentOptions['database'],
  name: string,
  orderCount = 1,
): Promise<Shop> {
  const customer = await createCustomer(database, { name, baseCurrency: 'EUR', defaultVatRate: 21 })
  const channel = await createChannel(database, customer.customerId, { name: 'Web', mode: 'flat' })
  await createProduct(database, customer, {
    MerchantProductReference: 'MUG',
    Name: 'Mug',
    Price: 9.95,
    Stock: 1_000,
  })
  const takeOrder = createOrderIntake(database)
  const orders: OrderResponse[] = []
  for (let count = 1; count <= orderCount; count += 1) {
    const taken = await takeOrder(
      { customer, channel },
      {
        ChannelReference: `${name}-${count}`,
        Email: 'shopper@example.com',
        CurrencyCode: 'EUR',
        ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
        Lines: [
          {
            ChannelReference: '1',
            MerchantProductReference: 'MUG',
            Quantity: 2,
            UnitPriceInclVat: 9.95,
          },
        ],
      },
    )
    if (isRefusal(taken)) throw new Error(taken.detail)
    orders.push(taken.order)
  }
  return { customer, orders }
}

/** A connected client of the SDK whose requests go straight to the agent, as those of a person. */
export async function connectTo(agent: Agent, person: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const fetch = async (url: string | URL, init?: RequestInit) =>
    await agent.answer(new Request(url, init), person)
  const transport = new StreamableHTTPClientTransport(new URL('http://hub.test/mcp'), { fetch })
  await client.connect(transport)
  return client
}

/** What a tool answered. */
export interface Answer {
  readonly text: string
  readonly isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly data: any
}

/** Calls a tool. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answer> {
  const result = await client.callTool({ name, arguments: args })
  const [part] = result.content
  const text = part?.type === 'text' ? part.text : ''
  return { text, isError: result.isError === true, data: result.structuredContent }
}
