/** A hub with a customer, the endpoint in front of it, and a connected client of the SDK. Nothing goes over the network. */
import { createClient } from '@entrepot/client'
import { startShopApi } from '@entrepot/test-support/api'
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { createMcpEndpoint, injectSender, type McpCaller } from '../../src/index.ts'
import { MCP_SCOPES } from '../../src/scopes.ts'

/** What {@link startAgentHub} starts. */
export type AgentHub = Awaited<ReturnType<typeof startAgentHub>>

/** Starts a hub with a shop of some new orders, whose agent has a key with the scopes of all tools. */
export async function startAgentHub(orders = 3, background = false) {
  const api = await startShopApi(orders, MCP_SCOPES, background)
  const { app, database, shop, key, channelKey, stop } = api
  const rest = injectSender((request) => app.inject(request))
  const hub = createClient({ hub: 'http://hub.internal', key, rest })
  const channel = createClient({ hub: 'http://hub.internal', key: channelKey, rest })
  const errors: unknown[] = []
  const endpoint = createMcpEndpoint({
    publicUrl: 'https://hub.example.com',
    stateKey: new Uint8Array(32),
    hubFor: () => hub,
    rehearse: async (_, work) => await api.rehearse(work),
    reject: async () => {},
    onError: (error) => errors.push(error),
  })
  const customer = {
    customerId: Number(shop.customer.customerId),
    name: shop.customer.name,
    scopes: MCP_SCOPES,
  }
  /** Connects a client of the SDK. @param query such as `?toolsets=all` @param options such as the revision that the client wants */
  const connect = async (
    query = '?toolsets=all',
    caller: Partial<McpCaller> = {},
    options: ClientOptions = {},
  ) => {
    const client = new Client({ name: 'test', version: '1.0.0' }, options)
    const known = { clientId: 'test', person: 'ann', customers: [customer], ...caller }
    const fetch = async (url: string | URL, init?: RequestInit) =>
      await endpoint.answer(new Request(url, init), known)
    const url = new URL(`http://hub.test/mcp${query}`)
    await client.connect(new StreamableHTTPClientTransport(url, { fetch }))
    return client
  }
  return {
    ...{ app, key, shop, hub, channel, customer, errors, endpoint, connect, database },
    async stop() {
      await endpoint.close()
      await stop()
    },
  }
}

/** What a tool answered. */
export interface Answer {
  readonly text: string
  readonly isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly data: any
}

/** Calls a tool. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answer> {
  const result = await client.callTool({ name, arguments: args })
  const [part] = result.content
  const text = part?.type === 'text' ? part.text : ''
  return { text, isError: result.isError === true, data: result.structuredContent }
}
