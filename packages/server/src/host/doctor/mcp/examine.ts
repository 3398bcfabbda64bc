/** Examines an MCP server as its clients do: what `entrepot doctor mcp` prints. */
import { CLIENTS, type ClientName, type McpClient } from './clients.ts'
import type { McpFacts } from './facts.ts'
import type { McpFinding } from './finding.ts'
import { tryAccess } from './gather-access.ts'
import { discover } from './gather-discovery.ts'
import { listTools } from './gather-tools.ts'
import { type AgentKey, getToken } from './get-token.ts'
import { type Ask, connectTo } from './http.ts'
import { judgeBrowser, judgeConsent, judgeRegistration, judgeToken } from './judge-access.ts'
import { isEndpoint, isOpen, judgeAddress, judgeDiscovery, judgeServer } from './judge-discovery.ts'
import { judgeSession, judgeTools } from './judge-tools.ts'

/** Options of {@link examineMcp}. */
export interface ExamineMcpOptions {
  /** @default all */
  readonly clients?: readonly ClientName[] | undefined
  /** A token for the server, with which its tools are listed. */
  readonly token?: string | undefined
  /** An agent that gets a token by itself. */
  readonly agent?: AgentKey | undefined
}

/** What was found, and why the tools were not listed if they should have been. */
export interface McpExamination {
  readonly findings: readonly McpFinding[]
  readonly hasTools: boolean
  /** Why there is no token. */
  readonly problem: string | undefined
}

/**
 * Plays clients against an MCP server: discovery, registration, consent, tokens, and with a token the list of tools. Registers the clients
 * and removes them again where the server allows it. Nobody signs in, and no tool is called.
 *
 * @example
 * const { findings } = await examineMcp('https://hub.example/mcp', { clients: ['vscode'] })
 */
export async function examineMcp(
  url: string,
  { clients: names, token, agent }: ExamineMcpOptions = {},
): Promise<McpExamination> {
  const clients = CLIENTS.filter(({ name }) => names?.includes(name) ?? true)
  const { ask, isPublic, close } = await connectTo(new URL(url))
  try {
    const found = { url, isPublic, ...(await discover(ask, url)) }
    const access = isEndpoint(found) ? await tryAccess(ask, found, clients) : NO_ACCESS
    const got = token === undefined && agent ? await getToken(ask, found, agent) : { token }
    const given = 'problem' in got ? undefined : got.token
    const sessions = await sessionsOf(ask, found, given)
    return {
      findings: judge({ ...found, ...access, sessions }, clients),
      hasTools: sessions.length > 0,
      problem: 'problem' in got ? got.problem : undefined,
    }
  } finally {
    await close()
  }
}

const NO_ACCESS = { registrations: [], consents: [], token: undefined }

async function sessionsOf(
  ask: Ask,
  found: Pick<McpFacts, 'url' | 'entry'>,
  token: string | undefined,
): Promise<McpFacts['sessions']> {
  const canList = isEndpoint(found) && (token !== undefined || isOpen(found))
  return canList ? await listTools(ask, found.url, token) : []
}

/** The findings of all steps, in their order. Pure. */
export function judge(facts: McpFacts, clients: readonly McpClient[]): readonly McpFinding[] {
  const judges = [
    ...[judgeAddress, judgeDiscovery, judgeServer, judgeRegistration],
    ...[judgeConsent, judgeToken, judgeBrowser, judgeSession, judgeTools],
  ]
  return judges.flatMap((step) => step(facts, clients))
}
