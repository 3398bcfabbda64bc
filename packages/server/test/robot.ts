/** An agent without a person, for tests of two hubs. */
import { importJWK, type JWK, SignJWT } from 'jose'
import { type ApiAnswer, callApi, type TwoHubs } from './two-hubs.ts'

type Headers = Readonly<Record<string, string>>

/** An agent with tokens. */
export interface Robot {
  readonly id: number
  readonly clientId: string
  /** Calls the API as the agent. */
  readonly headers: Headers
  /** Calls the MCP endpoint as the agent. */
  readonly mcp: Headers
  /** Calls the API as the agent at one of the nodes. */
  call(
    path: string,
    method?: string,
    body?: unknown,
    more?: Headers,
    node?: number,
  ): Promise<ApiAnswer>
  /** Calls a tool as the agent. */
  tool(name: string, args: object, node?: number): Promise<ToolAnswer>
}

/** The result of a tool. */
export interface ToolAnswer {
  readonly isError?: boolean
  // biome-ignore lint/suspicious/noExplicitAny: results of every shape
  readonly structuredContent: any
}

/** Creates an agent as an owner, and gets its tokens. */
export async function createRobot(
  { nodes, one }: TwoHubs,
  owner: Headers,
  scopes: readonly string[],
): Promise<Robot> {
  const created = await callApi(one, '/headless-agents', owner, {
    method: 'POST',
    body: { Name: 'Robot', Scopes: scopes },
  })
  const { Id: id, ClientId: clientId, PrivateKey } = created.body
  const tokenFor = async (resource: string) => {
    const signed = await new SignJWT({ iss: clientId, sub: clientId, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setAudience(one.url)
      .setExpirationTime('60 s')
      .setIssuedAt()
      .sign(await importJWK(PrivateKey as JWK, 'EdDSA'))
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      resource: `${one.url}${resource}`,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: signed,
    })
    const response = await fetch(`${one.url}/oauth/mcp/token`, { method: 'POST', body })
    const { access_token: token } = (await response.json()) as { access_token: string }
    return { authorization: `Bearer ${token}` }
  }
  const headers = await tokenFor('/v2')
  const mcp = await tokenFor('/mcp')
  return {
    ...{ id, clientId, headers, mcp },
    call: async (path, method = 'GET', body = undefined, more = {}, node = 0) =>
      await callApi(
        nodes[node % 2] as TwoHubs['one'],
        path,
        { ...headers, ...more },
        {
          method,
          body,
        },
      ),
    tool: async (name, args, node = 0) =>
      await callTool(nodes[node % 2]?.url ?? '', mcp, name, args),
  }
}

/** Calls a tool of the MCP endpoint. */
export async function callTool(
  url: string,
  headers: Headers,
  name: string,
  args: object,
): Promise<ToolAnswer> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name, arguments: args },
    }),
  })
  const text = await response.text()
  const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? text)
  return JSON.parse(json).result
}
