/**
 * What is known of the clients that `entrepot doctor mcp` plays: how they sign in, where they run, and what they accept. From their
 * documentation and their published metadata documents, as of November 2026.
 */

/** The revisions of the protocol that are tried, oldest first. */
export const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

/** A client. */
export interface McpClient {
  readonly name: ClientName
  readonly title: string
  /** `cloud`: it connects from the internet; `machine`: from the machine of the person; `page`: from a page in the browser. */
  readonly runs: 'cloud' | 'machine' | 'page'
  /** What it registers (RFC 7591), the one that it uses first. */
  readonly redirectUris: readonly string[]
  /** The document that identifies it where the server reads such documents (Client ID Metadata Document). */
  readonly document: string | undefined
  readonly revisions: readonly Revision[]
  /** Keywords that it refuses at the root of an input schema. */
  readonly refusedAtRoot: readonly string[]
  /** Names of properties of input schemas. */
  readonly propertyName: RegExp | undefined
  /** Whether it shows a tool only with `readOnlyHint`, `destructiveHint` and `openWorldHint`. */
  readonly needsAnnotations: boolean
  /** Whether it refuses a schema of a list that does not say what is in the list. */
  readonly needsItems: boolean
  /** Whether it refuses the whole list of tools if one output schema is not of an object. */
  readonly checksOutput: boolean
  readonly maxTools: number | undefined
}

/** The names by which the command chooses clients. */
export const CLIENT_NAMES = [
  'claude.ai',
  'chatgpt',
  'claude-code',
  'vscode',
  'codex',
  'inspector',
] as const
export type ClientName = (typeof CLIENT_NAMES)[number]

const OLD = ['2025-06-18', '2025-11-25'] as const
const UNIONS = ['anyOf', 'oneOf', 'allOf'] as const
const CLAUDE = { refusedAtRoot: UNIONS, propertyName: /^[\w.-]{1,64}$/, needsItems: false }
const OPEN_AI = { refusedAtRoot: UNIONS, propertyName: undefined, needsItems: true }
const LENIENT = { refusedAtRoot: [], propertyName: undefined, needsItems: false }
const NO_LIMITS = { needsAnnotations: false, checksOutput: false, maxTools: undefined }

/** The clients. */
export const CLIENTS: readonly McpClient[] = [
  {
    ...{ name: 'claude.ai', title: 'claude.ai', runs: 'cloud', revisions: OLD },
    redirectUris: [
      'https://claude.ai/api/mcp/auth_callback',
      'https://claude.com/api/mcp/auth_callback',
    ],
    document: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    ...CLAUDE,
    ...NO_LIMITS,
  },
  {
    ...{ name: 'chatgpt', title: 'ChatGPT', runs: 'cloud', revisions: OLD },
    redirectUris: [
      'https://chatgpt.com/connector_platform_oauth_redirect',
      'https://chatgpt.com/connector/oauth/doctor',
    ],
    document: 'https://chatgpt.com/oauth/client.json',
    ...OPEN_AI,
    ...{ needsAnnotations: true, checksOutput: false, maxTools: undefined },
  },
  {
    ...{ name: 'claude-code', title: 'Claude Code', runs: 'machine', revisions: REVISIONS },
    redirectUris: ['http://localhost:3118/callback', 'http://127.0.0.1:3118/callback'],
    document: 'https://claude.ai/oauth/claude-code-client-metadata',
    ...CLAUDE,
    ...{ needsAnnotations: false, checksOutput: true, maxTools: undefined },
  },
  {
    ...{ name: 'vscode', title: 'VS Code', runs: 'machine', revisions: OLD },
    redirectUris: [
      'http://127.0.0.1:33418/',
      'https://vscode.dev/redirect',
      'https://insiders.vscode.dev/redirect',
      'http://127.0.0.1/',
    ],
    document: 'https://vscode.dev/oauth/client-metadata.json',
    ...{ ...LENIENT, needsItems: true },
    ...{ needsAnnotations: false, checksOutput: false, maxTools: 128 },
  },
  {
    ...{ name: 'codex', title: 'Codex', runs: 'machine', revisions: REVISIONS },
    redirectUris: ['http://127.0.0.1:1456/callback', 'http://localhost:1456/callback'],
    document: 'https://chatgpt.com/oauth/codex/client.json',
    ...OPEN_AI,
    ...NO_LIMITS,
  },
  {
    ...{ name: 'inspector', title: 'Inspector', runs: 'page', revisions: REVISIONS },
    redirectUris: ['http://localhost:6274/oauth/callback'],
    document: undefined,
    ...LENIENT,
    ...{ needsAnnotations: false, checksOutput: true, maxTools: undefined },
  },
]

/** The page of the Inspector, which calls the server from the browser. */
export const PAGE_ORIGIN = 'http://localhost:6274'
