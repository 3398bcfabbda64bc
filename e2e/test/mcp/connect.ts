/** Connects the client of SDK 2.x, with a person who allows the access. */

import type { Decision, Person } from '@entrepot/test-support/person'
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { StoredProvider } from './stored-provider.ts'

/**
 * Connects a client to an MCP server. If the server asks for a token, the person signs in and allows the access.
 *
 * @returns the connected client and its transport
 */
export async function connect(
  url: string,
  provider: StoredProvider,
  person: Person,
  decision?: Decision,
  versionNegotiation: NonNullable<ClientOptions['versionNegotiation']> = { mode: 'legacy' },
) {
  const client = new Client({ name: 'Test agent', version: '1.0.0' }, { versionNegotiation })
  const start = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: provider })
  const first = start()
  try {
    await client.connect(first)
    return { client, transport: first }
  } catch (error) {
    if (!(error instanceof UnauthorizedError) || !provider.authorizationUrl) throw error
  }
  const answer = await person.answer(provider.authorizationUrl, decision)
  await first.finishAuth(answer.searchParams)
  const transport = start()
  await client.connect(transport)
  return { client, transport }
}

/** The text in the answer of a tool, and whether it is an error. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ readonly text: string; readonly isError: boolean; readonly data: unknown }> {
  const result = await client.callTool({ name, arguments: args })
  const [part] = result.content
  const text = part?.type === 'text' ? part.text : ''
  return { text, isError: result.isError === true, data: result.structuredContent }
}
