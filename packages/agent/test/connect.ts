/** An MCP client that talks to the endpoint without a network. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { McpEndpoint } from '../src/index.ts'

/** A connected client of the SDK whose requests go straight to the endpoint, as those of a person. */
export async function connectTo(
  endpoint: McpEndpoint,
  person: string,
  scopes: readonly string[] = ['orders:read'],
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const fetch = async (url: string | URL, init?: RequestInit) =>
    await endpoint.answer(new Request(url, init), { person, clientId: 'test', scopes })
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
