/** Every tool, with every identifier of another customer: for agents of people and headless ones. And agents never do more than their people may. */
import { MCP_SCOPES } from '@entrepot/agent/scopes'
import { createClient } from '@entrepot/client'
import { execute, sql } from '@entrepot/database'
import {
  createApiKey,
  createChannel,
  createCustomer,
  createOrderIntake,
  createProduct,
  expectDone,
  type Scope,
} from '@entrepot/marketplace'
import { createShop, type Shop } from '@entrepot/test-support/shop'
import { bearer, connectAgent, signIn } from '@entrepot/test-support/sign-in'
import { CALLS, createRecords, type Records } from '@entrepot/test-support/tool-calls'
import {
  Client,
  PrivateKeyJwtProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOOLS } from '../../../packages/agent/src/tools.ts'
import { hubNames } from '../../../packages/server/src/names.ts'
import { addMember, removeMember } from '../../../packages/server/src/people/members/members.ts'
import type { Role } from '../../../packages/server/src/people/members/roles.ts'
import { addUser } from '../../../packages/server/src/people/users/users.ts'
import { callTool } from './connect.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

/** Records that nobody has. */
const UNKNOWN: Records = {
  ...{ newOrderId: 900_021, orderId: 900_022, reference: 'no-order-reference', lineId: 900_023 },
  ...{ line: 'no-line-reference', product: 'OTHER-PRODUCT', channelId: 900_024 },
  ...{ shipment: 'no-shipment-reference', returned: 'no-return-reference', text: 'hidden pearl' },
  approvalId: 900_025,
}

/** The addresses of sample persons that differ from their names. */
const EMAILS: Readonly<Record<string, string>> = {
  daiyu: 'daiyu@example.org',
  chidi: 'chidi.okafor@example.com',
}

/** A role applies within a second. */
const WITHIN = { timeout: 10_000, interval: 100 }

let hubs: TwoNodes
/** The customer with records, and one without. */
let theirs: Shop
let own: Pick<Shop, 'customer'>
let records: Records
/** Clients by who they act for. */
const strangers = new Map<string, { readonly client: Client; readonly common: object }>()
let member: Client

beforeAll(async () => {
  hubs = await startTwoNodes(hubNames.scopes.merchant)
  const { database } = hubs.store
  theirs = await createShop(database, 'Their Shop', 20)
  const customer = expectDone(
    await createCustomer(database, { name: 'Own Shop', baseCurrency: 'EUR', defaultVatRate: 21 }),
  )
  own = { customer }
  const other = {
    customer: expectDone(
      await createCustomer(database, {
        name: 'Second Shop',
        baseCurrency: 'EUR',
        defaultVatRate: 21,
      }),
    ),
  }
  const made = await createTheirRecords()
  member = await agentOf('daiyu', [[theirs, 'owner']])
  // Numbers of approvals that are in no other text.
  await execute(
    database,
    sql`alter table hub.agent_approvals alter column approval_id restart with 700001`,
  )
  const { channelId, product: reference } = made
  const asked = await callTool(member, 'change_offer', { channelId, reference, remove: true })
  const { approval } = asked.data as { approval: { id: number } }
  records = { ...made, approvalId: approval.id }
  await endApprovals([own, other])
  strangers.set('a person', { client: await agentOf('ann', [[own, 'owner']]), common: {} })
  const two = await agentOf('bo', [
    [own, 'owner'],
    [other, 'owner'],
  ])
  strangers.set('a person with two customers', {
    client: two,
    common: { customerId: Number(own.customer.customerId) },
  })
  strangers.set('a headless agent', { client: await headlessAgent(), common: {} })
}, 300_000)
afterAll(async () => {
  for (const { client } of strangers.values()) await client.close()
  await member?.close()
  await hubs?.end()
})

/** Makes agents do alone what they may. */
async function endApprovals(shops: readonly Pick<Shop, 'customer'>[]): Promise<void> {
  const ids = shops.map(({ customer }) => customer.customerId)
  await execute(
    hubs.store.database,
    sql`insert into hub.agent_rules (customer_id, rules, changed_by)
      select unnest(${ids}::bigint[]), '{"rules":[],"expiryHours":24}', '{"kind":"system","id":"test","label":"test"}'`,
  )
}

async function createTheirRecords(): Promise<Records> {
  const { database } = hubs.store
  const { customer } = theirs
  const channel = expectDone(
    await createChannel(database, customer.customerId, {
      name: 'Their pearl channel',
      mode: 'flat',
    }),
  )
  const product = 'THEIR-PRODUCT'
  await createProduct(database, customer, {
    MerchantProductReference: product,
    Name: 'Hidden pearl',
    Price: 9.95,
    Stock: 5,
  })
  const takeOrder = createOrderIntake(database)
  const ids: number[] = []
  for (const reference of ['their-new', 'their-old']) {
    const taken = await takeOrder(
      { customer, channel },
      {
        ...{ ChannelReference: reference, CurrencyCode: 'EUR', Email: 'pearl@example.com' },
        ShippingAddress: { FirstName: 'Pearl', City: 'Rotterdam', CountryIso: 'NL' },
        Lines: [
          {
            ...{ ChannelReference: 'their-line', MerchantProductReference: product },
            ...{ Quantity: 2, UnitPriceInclVat: 9.95 },
          },
        ],
      },
    )
    ids.push(Number(expectDone(taken).order.Id))
  }
  const [newOrderId = 0, orderId = 0] = ids
  const scopes = [...hubNames.scopes.merchant] as Scope[]
  const key = expectDone(
    await createApiKey(
      database,
      customer.customerId,
      { kind: 'merchant', label: 'Key', scopes },
      { names: hubNames },
    ),
  )
  const hub = createClient({ hub: hubs.one.url, key: key.key })
  const channelId = Number(channel.channelId)
  const made = await createRecords({
    hub,
    newOrderId,
    orderId,
    product,
    channelId,
    suffix: 'their',
  })
  return { ...made, text: 'hidden pearl' }
}

async function connectWith(headers: Readonly<Record<string, string>>, node = hubs.one) {
  const client = new Client({ name: 'Robot', version: '1.0.0' })
  const url = new URL(`${node.url}/mcp?toolsets=all`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

/** An agent of a sample person with memberships, whose token has all scopes that the person can give. */
async function agentOf(
  person: string,
  memberships: readonly (readonly [Pick<Shop, 'customer'>, Role])[],
) {
  if (person === 'daiyu') await addUser(hubs.store.database, { email: 'daiyu@example.org' })
  await signIn(hubs.one, person)
  const email = EMAILS[person] ?? `${person}@example.com`
  for (const [{ customer }, role] of memberships) {
    expectDone(
      await addMember(hubs.store.database, { email, customerId: customer.customerId, role }),
    )
  }
  return await connectWith(
    bearer(await connectAgent(hubs.one, person, { resource: '/mcp', scope: MCP_SCOPES.join(' ') })),
  )
}

/** An agent of the own customer without a person, which gets its token with the provider of the SDK. */
async function headlessAgent() {
  const browser = await signIn(hubs.one, 'ann')
  const made = await fetch(`${hubs.one.url}/v2/headless-agents`, {
    method: 'POST',
    headers: {
      ...{ cookie: browser.cookiesFor(hubs.one.url), 'sec-fetch-site': 'same-origin' },
      ...{ 'entrepot-customer': own.customer.customerId, 'content-type': 'application/json' },
    },
    body: JSON.stringify({ Name: 'Robot', Scopes: MCP_SCOPES }),
  })
  expect(made.status).toBe(201)
  const { ClientId: clientId, PrivateKey: privateKey } = (await made.json()) as {
    ClientId: string
    PrivateKey: JWK
  }
  const authProvider = new PrivateKeyJwtProvider({ clientId, privateKey, algorithm: 'EdDSA' })
  const client = new Client({ name: 'Robot', version: '1.0.0' })
  const url = new URL(`${hubs.one.url}/mcp?toolsets=all`)
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider }))
  return client
}

/** An answer without the identifiers that the caller has sent, and without what differs with each call. */
async function answerTo(client: Client, name: string, args: object, sent: Records) {
  const { text, isError } = await callTool(client, name, args as Record<string, unknown>)
  const values = Object.entries(sent).sort(
    ([, one], [, other]) => String(other).length - String(one).length,
  )
  const masked = values.reduce(
    (masking, [key, value]) =>
      masking.replace(new RegExp(String.raw`(?<!\w)${value}(?!\w)`, 'g'), `<${key}>`),
    // Before the numbers of records, which are in times, too.
    text.replace(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, '<time>'),
  )
  return {
    isError,
    text: masked
      .replace(/"requestId":"[^"]*"/g, '')
      // References that a tool makes follow from the arguments.
      .replace(/agent-[\w-]{22}/g, '<made>'),
  }
}

describe.each(['a person', 'a person with two customers', 'a headless agent'])(
  'an agent of %s',
  (who) => {
    test.each(TOOLS.map(({ name }) => name))(
      '%s answers for records of others as for none',
      async (name) => {
        const { client, common } = strangers.get(who) ?? {}
        if (client === undefined) throw new Error('not connected')
        const [tried = [], unknown = []] = [records, UNKNOWN].map((one) => CALLS[name]?.(one))
        expect(tried.length).toBeGreaterThan(0)
        for (const [index, args] of tried.entries()) {
          const foreign = await answerTo(client, name, { ...args, ...common }, records)
          const none = await answerTo(client, name, { ...unknown[index], ...common }, UNKNOWN)
          expect(foreign).toEqual(none)
          expect(foreign.text.replaceAll('<text>', '')).not.toMatch(/pearl|their/i)
        }
      },
    )

    test('learns nothing with cursors of others', async () => {
      const { client, common } = strangers.get(who) ?? {}
      if (client === undefined) throw new Error('not connected')
      const lists = TOOLS.filter(({ input }) => 'cursor' in input.properties)
      let cursors = 0
      for (const { name } of lists) {
        const { data } = await callTool(member, name, { pageSize: 1 })
        const cursor = (data as { nextCursor?: string } | undefined)?.nextCursor
        if (cursor === undefined) continue
        cursors += 1
        const { text } = await callTool(client, name, { cursor, ...common })
        expect(text).not.toMatch(/pearl|their/i)
      }
      expect(cursors).toBeGreaterThan(2)
    })

    test('gets the same answer for a customer of others as for one that does not exist', async () => {
      const { client } = strangers.get(who) ?? {}
      if (client === undefined) throw new Error('not connected')
      for (const { name } of TOOLS) {
        const [args] = CALLS[name]?.(records) ?? []
        const [foreign, none] = await Promise.all(
          [Number(theirs.customer.customerId), 999_999].map(
            async (customerId) => await callTool(client, name, { ...args, customerId }),
          ),
        )
        expect(foreign).toMatchObject({ isError: true })
        expect(foreign).toEqual(none)
      }
    })
  },
)

test('an agent whose calls wait for a person does not learn either what others have', async () => {
  await execute(hubs.store.database, sql`delete from hub.agent_rules`)
  const { client } = strangers.get('a person') ?? {}
  if (client === undefined) throw new Error('not connected')
  let waiting = 0
  for (const { name } of TOOLS.filter(({ effect }) => effect !== 'read')) {
    const [tried = [], unknown = []] = [records, UNKNOWN].map((one) => CALLS[name]?.(one))
    for (const [index, args] of tried.entries()) {
      const foreign = await answerTo(client, name, args, records)
      const none = await answerTo(client, name, unknown[index] ?? {}, UNKNOWN)
      const [text, other] = [foreign, none].map((one) => one.text.replace(/\b7\d{5}\b/g, '<id>'))
      expect(text).toBe(other)
      if (text?.includes('approval_required')) waiting += 1
    }
  }
  // A call that would be refused waits for nobody.
  expect(waiting).toBeGreaterThan(0)
})

test('the calls of the table reach their records for who may see them', async () => {
  for (const { name } of TOOLS.filter(({ effect }) => effect === 'read')) {
    const shown = await Promise.all(
      (CALLS[name]?.(records) ?? []).map(
        async (args) => (await callTool(member, name, args)).isError,
      ),
    )
    expect([name, shown.includes(true)]).toEqual([name, false])
  }
})

describe('an agent never does more than the person may', () => {
  const writes = TOOLS.filter(({ effect }) => effect !== 'read').map(({ name }) => name)
  const statusOf = async () => {
    const { data } = await callTool(member, 'get_order', { orderId: records.newOrderId })
    return (data as { order: { Status: string } }).order.Status
  }

  test('that of a viewer sees no tool that writes, and calls none, whatever its token says', async () => {
    const client = await agentOf('chidi', [[theirs, 'owner']])
    const names = async () => (await client.listTools()).tools.map(({ name }) => name)
    expect(await names()).toEqual(expect.arrayContaining(writes))
    const membership = { email: 'chidi.okafor@example.com', customerId: theirs.customer.customerId }
    expectDone(await removeMember(hubs.store.database, membership))
    expectDone(await addMember(hubs.store.database, { ...membership, role: 'viewer' }))
    const seen = async () => (await names()).filter((name) => writes.includes(name))
    await expect.poll(seen, WITHIN).toEqual([])
    expect(await names()).toContain('list_orders')
    for (const name of writes) {
      for (const args of CALLS[name]?.(records) ?? []) {
        const { isError, text } = await callTool(client, name, args)
        expect([isError, text]).toEqual([true, expect.stringContaining('TOOL_FORBIDDEN')])
      }
    }
    expect(await statusOf()).toBe('NEW')
    await client.close()
  })

  test('that of a viewer of one customer and owner of another writes for the other only', async () => {
    let client = await agentOf('daiyu', [[own, 'viewer']])
    const customerId = Number(own.customer.customerId)
    const instructions = async () => {
      await client.close()
      client = await agentOf('daiyu', [])
      return client.getInstructions()
    }
    await expect.poll(instructions, WITHIN).toContain(`${customerId} ⟦Own Shop⟧`)
    for (const name of writes) {
      const [args] = CALLS[name]?.(UNKNOWN) ?? []
      const refused = await callTool(client, name, { ...args, customerId })
      expect([name, refused.text]).toEqual([
        name,
        expect.stringMatching(/MARKET_(FORBIDDEN|NOT_FOUND)/),
      ])
    }
    await client.close()
  })

  test('that with a token for products lists their tools, and is told which scope another tool needs', async () => {
    const agent = await connectAgent(hubs.one, 'ann', { resource: '/mcp', scope: 'products:read' })
    const client = await connectWith(bearer(agent))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('list_products')
    expect(names).not.toContain('list_orders')
    await client.close()
    const response = await fetch(`${hubs.one.url}/mcp`, {
      method: 'POST',
      headers: {
        ...bearer(agent),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_order' },
      }),
    })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringMatching(
        /error="insufficient_scope".*scope="products:read orders:read"|scope="products:read orders:read".*error="insufficient_scope"/,
      ),
    ])
  })
})
