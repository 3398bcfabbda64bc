/** Texts of buyers, channels, feeds and merchants that give orders to the model: in everything that anybody writes, through every tool. */
import { createChannel, createOrderIntake, createProduct, expectDone } from '@entrepot/marketplace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOOLS } from '../../src/tools.ts'
import { type AgentHub, type Answer, callTool, startAgentHub } from '../support/agent.ts'
import { HIDING, INJECTIONS, LONGEST, ORDERS } from '../support/injections.ts'
import { CALLS, createRecords, type Records } from '../support/records.ts'

let hub: AgentHub
const records: Records[] = []
/** What the hub has stored as it was. */
let stored = 0

beforeAll(async () => {
  hub = await startAgentHub(1)
  for (const [number, text] of INJECTIONS.entries()) records.push(await plant(text, number))
}, 120_000)
afterAll(async () => await hub?.stop())

/** The first that the hub takes. What it refuses nobody can write. */
async function first<T>(...attempts: readonly (() => Promise<T>)[]): Promise<T> {
  for (const attempt of attempts.slice(0, -1)) {
    try {
      const made = await attempt()
      stored += 1
      return made
    } catch {}
  }
  return await (attempts.at(-1) as () => Promise<T>)()
}

/** Writes the text into everything of a channel, a product and orders. */
async function plant(text: string, number: number): Promise<Records> {
  const { database, shop } = hub
  const { customer } = shop
  const cut = (length: number) => text.slice(0, length)
  const channel = await first(
    ...[`${cut(40)} ${number}`, `Channel ${number}`].map(
      (name) => async () =>
        expectDone(await createChannel(database, customer.customerId, { name, mode: 'flat' })),
    ),
  )
  const product = await first(
    async () => {
      const MerchantProductReference = `${cut(100)}-${number}`
      await createProduct(database, customer, {
        ...{ MerchantProductReference, Name: cut(255), Description: text, Details: text },
        ...{ Brand: cut(100), Size: cut(50), Color: cut(50), CategoryTrail: cut(255) },
        ...{ Price: 9.95, Stock: 1, ExtraData: { [cut(50)]: text, hint: text, Status: text } },
      } as never)
      return MerchantProductReference
    },
    async () => {
      const MerchantProductReference = `PLAIN-${number}`
      const named = { MerchantProductReference, Name: cut(255), Description: cut(2_000) }
      await createProduct(database, customer, { ...named, Price: 9.95, Stock: 1 })
      return MerchantProductReference
    },
    async () => {
      const MerchantProductReference = `PLAIN-${number}`
      await createProduct(database, customer, { MerchantProductReference, Price: 9.95, Stock: 1 })
      return MerchantProductReference
    },
  )
  const orders = [1, 2].map(async (place) => {
    const written = {
      ...{ Email: cut(250), Phone: cut(50), VatNo: cut(50), CompanyRegistrationNo: cut(50) },
      ...{ PaymentMethod: cut(50), DiscountDescription: cut(255) },
      ...{ ChannelCustomerReference: cut(50), ExtraData: { [cut(50)]: text, undo: text } },
    }
    const address = {
      ...{ CompanyName: cut(100), FirstName: cut(100), LastName: cut(100), City: cut(50) },
      ...{ StreetName: cut(100), HouseNr: cut(20), ZipCode: cut(20), Region: cut(50) },
      CountryIso: 'NL',
    }
    const Lines = [
      {
        ...{
          ChannelReference: /^[ -~]+$/.test(cut(40)) ? `${cut(40)}-1` : '1',
          MerchantProductReference: product,
          Quantity: 2,
        },
        UnitPriceInclVat: 9.95,
      },
    ]
    const take = async (reference: string, more: object, ShippingAddress: object) => {
      const order = { ChannelReference: reference, CurrencyCode: 'EUR', ShippingAddress, Lines }
      const takeOrder = createOrderIntake(database)
      const taken = await takeOrder({ customer, channel }, { ...order, ...more } as never)
      return Number(expectDone(taken).order.Id)
    }
    const plain = [{ ...Lines[0], ChannelReference: '1' }]
    return await first(
      async () => await take(`${cut(40)}-${number}-${place}`, written, address),
      async () => await take(`plain-${number}-${place}`, { Lines: plain }, { City: cut(50) }),
      async () => await take(`plain-${number}-${place}`, { Lines: plain }, { City: 'Rotterdam' }),
    )
  })
  const [newOrderId = 0, orderId = 0] = await Promise.all(orders)
  await hub.hub.commentOrder({ id: orderId, body: { Comment: cut(2_000) } }).catch(() => undefined)
  const named = { newOrderId, orderId, product, channelId: Number(channel.channelId) }
  return await createRecords({ hub: hub.hub, ...named, text, suffix: String(number) })
}

/** What stands outside of the marks. */
const outside = (text: string) => text.replace(/⟦[^⟦⟧]*⟧/gu, '')

/** Fails if an answer carries a text of others as if it were the hub's. */
function expectMarked({ text, data }: Answer, about: string): void {
  for (const part of [text, JSON.stringify(data)]) {
    expect(part, about).not.toMatch(HIDING)
    expect(ORDERS.exec(outside(part))?.[0], about).toBeUndefined()
    expect(outside(part), about).not.toMatch(/[⟦⟧]/)
    for (const [marked] of part.matchAll(/⟦[^⟦⟧]*⟧/gu)) {
      // In JSON, signs may be escaped.
      expect(marked.length, about).toBeLessThanOrEqual(2 * LONGEST)
    }
  }
}

/** Tools whose answers have texts of others. */
const SHOWING = TOOLS.filter(({ effect }) => effect === 'read')
  .map(({ name }) => name)
  .filter((name) => !['get_overview', 'list_guarded_prices', 'get_approval'].includes(name))

test('the hub stores most of them, so that the tools have something to show', () => {
  expect(INJECTIONS.length).toBeGreaterThanOrEqual(40)
  expect(stored).toBeGreaterThan(3 * INJECTIONS.length)
})

test.each(TOOLS.map(({ name }) => name))(
  '%s shows no text of others as its own, in results and in refusals',
  async (name) => {
    const client = await hub.connect()
    const calls = records.flatMap((one) => CALLS[name]?.(one) ?? [])
    const different = new Map(calls.map((args) => [JSON.stringify(args), args]))
    let marks = 0
    for (const [written, args] of different) {
      const answer = await callTool(client, name, args)
      expectMarked(answer, `${name} ${written} ${answer.text}`.slice(0, 2_000))
      marks += Array.from(answer.text.matchAll(/⟦/gu)).length
    }
    expect(different.size).toBeGreaterThan(0)
    // Not because nothing was shown.
    if (SHOWING.includes(name)) expect(marks).toBeGreaterThan(INJECTIONS.length / 2)
    expect(hub.errors).toEqual([])
  },
  120_000,
)

test('names of customers are marked in the instructions, and in refusals', async () => {
  for (const text of INJECTIONS) {
    const customers = [1, 2].map((customerId) => ({
      ...{ customerId, name: text.slice(0, 200), scopes: hub.customer.scopes },
    }))
    const client = await hub.connect('', { customers })
    const instructions = client.getInstructions() ?? ''
    expectMarked({ text: instructions, data: {}, isError: false }, instructions)
    const refused = await callTool(client, 'list_orders', { customerId: 3 })
    expect(refused.isError).toBe(true)
    expectMarked(refused, refused.text)
  }
})

test('names of tools, of arguments and of toolsets that a caller invents are marked in refusals', async () => {
  const client = await hub.connect()
  for (const text of INJECTIONS) {
    const invented = await callTool(client, 'list_orders', { [text.slice(0, 3_000)]: text })
    expect(invented.isError).toBe(true)
    expectMarked(invented, invented.text)
    const failure = await callTool(client, text.slice(0, 200), {}).catch((error) => error)
    expectMarked({ text: failure.message, data: {}, isError: true }, failure.message)
    const url = `http://hub.test/mcp?toolsets=${encodeURIComponent(text.toWellFormed().slice(0, 200))}`
    const caller = { clientId: 'x', person: 'x', customers: [hub.customer] }
    const answer = await hub.endpoint.answer(new Request(url, { method: 'POST' }), caller)
    const body = await answer.text()
    expectMarked({ text: body, data: {}, isError: true }, body)
  }
})
