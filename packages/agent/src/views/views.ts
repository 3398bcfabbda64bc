/** The views of tools in clients that show them (MCP Apps): pages without access to a network. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { McpServer } from '@modelcontextprotocol/server'
import type { Tool } from '../kit/tool.ts'

/** A view of the result of a tool. */
interface View {
  readonly tool: string
  readonly title: string
  /** Its script, in the folder `views`. */
  readonly script: string
}

const VIEWS: readonly View[] = [
  { tool: 'get_order', title: 'Order', script: 'order-card.js' },
  { tool: 'acknowledge_orders', title: 'Confirm the acknowledgement', script: 'confirmation.js' },
  { tool: 'ship_orders', title: 'Confirm the shipments', script: 'confirmation.js' },
]

/** What the extension requires of a page (MCP Apps, 2026-01-26, "UI resource format"). */
const MIME_TYPE = 'text/html;profile=mcp-app'

const FOLDER = new URL('../../views/', import.meta.url)

/** Nothing may be loaded from anywhere, and nothing sent there. */
const META = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
}

const addressOf = ({ tool }: View) => `ui://entrepot/${tool}.html`

/** The metadata of a tool with a view. Undefined for others. */
export function viewMetaOf(tool: string): Record<string, unknown> | undefined {
  const view = VIEWS.find((one) => one.tool === tool)
  if (view === undefined) return undefined
  const resourceUri = addressOf(view)
  // The second name is that of hosts before revision 2026-01-26.
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri }
}

/** Adds the views of the tools of a client. */
export function addViews(server: McpServer, tools: readonly Tool[]): void {
  for (const view of VIEWS.filter(({ tool }) => tools.some(({ name }) => name === tool))) {
    const uri = addressOf(view)
    const config = {
      title: view.title,
      mimeType: MIME_TYPE,
      _meta: META,
      cacheHint: { ttlMs: 3_600_000, cacheScope: 'public' as const },
    }
    server.registerResource(`${view.tool}_view`, uri, config, async () => ({
      contents: [{ uri, mimeType: MIME_TYPE, text: await pageOf(view), _meta: META }],
    }))
  }
}

/** The page of a view. It allows its own script and style only, also where a host allows more. */
async function pageOf({ tool, title, script }: View): Promise<string> {
  const [host, own, style] = await Promise.all(['host.js', script, 'style.css'].map(readPart))
  const code = `{\n${toScript(host)}\n${toScript(own)}\n}`
  const policy = `default-src 'none'; script-src '${hashOf(code)}'; style-src '${hashOf(`${style}`)}'`
  return [
    `<!doctype html><html lang="en" data-tool="${tool}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width"><title>${title}</title>`,
    `<style>${style}</style></head><body><script>${code}</script></body></html>`,
  ].join('')
}

/** A module as a part of one script: the page can load no modules. */
function toScript(module = ''): string {
  return module.replace(/^import [^;]*? from '[^']+'\n/gm, '').replace(/^export /gm, '')
}

const parts = new Map<string, Promise<string>>()

async function readPart(name: string): Promise<string> {
  const read = parts.get(name) ?? readFile(new URL(name, FOLDER), 'utf8')
  parts.set(name, read)
  return await read
}

/** The source of an inline script or style (Content Security Policy Level 3, section 8.3). */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
