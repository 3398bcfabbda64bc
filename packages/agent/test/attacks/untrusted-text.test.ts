/** Texts of buyers, channels, feeds and merchants that give orders to the model: in everything that anybody writes, through every tool. */
import { writeEverywhere } from '@entrepot/test-support/hostile-shop'
import { CALLS, createRecords, type Records } from '@entrepot/test-support/tool-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOOLS } from '../../src/tools.ts'
import { type AgentHub, type Answer, callTool, startAgentHub } from '../support/agent.ts'
import { HIDING, INJECTIONS, LONGEST, ORDERS } from '../support/injections.ts'

let hub: AgentHub
const records: Records[] = []
/** Records that have the text in all of their members. */
let stored = 0

beforeAll(async () => {
  hub = await startAgentHub(1)
  for (const [number, text] of INJECTIONS.entries()) records.push(await plant(text, number))
}, 120_000)
afterAll(async () => await hub?.stop())

/** Writes the text into everything of a channel, a product, two orders, and what follows from them. */
async function plant(text: string, number: number): Promise<Records> {
  const { database, shop } = hub
  const { complete, ...named } = await writeEverywhere(database, shop.customer, text, number)
  stored += complete
  const body = { Comment: text.slice(0, 2_000) }
  await hub.hub.commentOrder({ id: named.orderId, body }).catch(() => undefined)
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
  expect(stored).toBeGreaterThan(2 * INJECTIONS.length)
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
