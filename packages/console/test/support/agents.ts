/** A hub with the console, and the agents of sample people, which call its tools. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runEntrepot } from '@entrepot/server/testing'
import { callApi } from '@entrepot/test-support/call-api'
import { bearer, connectAgent } from '@entrepot/test-support/sign-in'
import { type ConsoleHub, startConsole } from './console.ts'

/** A hub, and a key that may change agents. */
export interface AgentHub extends ConsoleHub {
  /** Calls the hub with a key that may change agents. Throws if it refuses. */
  manage(method: string, path: string, body?: unknown): Promise<never>
}

const MANAGES = ['agents:read', 'agents:write', 'orders:read']

/** Starts a hub with MCP. */
export async function startAgentHub(): Promise<AgentHub> {
  const folder = await mkdtemp(join(tmpdir(), 'entrepot-agents-'))
  const config = join(folder, 'entrepot.yaml')
  // Agents that register themselves may change no products otherwise.
  const mcp = { dynamicClientRegistration: { allowedScopes: SCOPE } }
  const login = { package: '@entrepot/oauth', mcp }
  const settings = { mcp: { enabled: true }, devIdp: { enabled: true }, plugins: { login } }
  await writeFile(config, JSON.stringify(settings))
  const hub = await startConsole({ env: { ENTREPOT_CONFIG: config } })
  const args = ['keys', 'create', '--customer', '1', '--label', 'Agents', '--json', '--scopes']
  const { stdout } = await runEntrepot([...args, ...MANAGES], { DATABASE_URL: hub.databaseUrl })
  const { key } = JSON.parse(stdout) as { key: string }
  return {
    ...hub,
    manage: async (method, path, body) => await callApi(`${hub.url}/v2${path}`, key, method, body),
    async close() {
      await hub.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What a tool has answered. */
export interface ToolAnswer {
  readonly status?: string
  readonly approval?: { readonly id: number; readonly link: string }
}

/** The agent of a sample person. */
export interface SampleAgent {
  readonly clientId: string
  /** Calls a tool, and returns its structured answer. */
  call(tool: string, args: object): Promise<ToolAnswer>
}

const SCOPE =
  'orders:read orders:write fulfilment:read fulfilment:write products:read products:write'

/** Connects the agent of a sample person. */
export async function connectSample(hub: ConsoleHub, person: string): Promise<SampleAgent> {
  const tokens = await connectAgent(hub, person, { resource: '/mcp', scope: SCOPE })
  return {
    clientId: tokens.clientId,
    async call(name, args) {
      const response = await fetch(`${hub.url}/mcp?toolsets=all`, {
        method: 'POST',
        headers: {
          ...bearer(tokens),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name, arguments: args },
        }),
      })
      const text = await response.text()
      const json = text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? text)
      const { result, error } = JSON.parse(json)
      return result?.structuredContent ?? result ?? error
    },
  }
}
