/** The pages that clients show with the answers of some tools (MCP Apps). They have no access to a network. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { McpServer } from '@modelcontextprotocol/server'
import type { Tool } from '../kit/tool.ts'

/** A page for the answers of a tool. */
interface App {
  readonly tool: string
  readonly title: string
  /** Its script, in the folder `apps`. */
  readonly script: string
}

const APPS: readonly App[] = [
  { tool: 'get_order', title: 'Order', script: 'order-card.js' },
  { tool: 'acknowledge_orders', title: 'Confirm the acknowledgement', script: 'confirmation.js' },
  { tool: 'ship_orders', title: 'Confirm the shipments', script: 'confirmation.js' },
]

/** What the extension requires of a page (MCP Apps, 2026-01-26, "UI resource format"). */
const MIME_TYPE = 'text/html;profile=mcp-app'

const FOLDER = new URL('../../apps/', import.meta.url)

/** Nothing may be loaded from anywhere, and nothing sent there. */
const META = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
}

const addressOf = ({ tool }: App) => `ui://entrepot/${tool}.html`

/** The metadata of a tool with an app. Undefined for others. */
export function appMetaOf(tool: string): Record<string, unknown> | undefined {
  const app = APPS.find((one) => one.tool === tool)
  if (app === undefined) return undefined
  return { ui: { resourceUri: addressOf(app) } }
}

/** Adds the apps of the tools of a client. */
export function addApps(server: McpServer, tools: readonly Tool[]): void {
  for (const app of APPS.filter(({ tool }) => tools.some(({ name }) => name === tool))) {
    const uri = addressOf(app)
    const config = {
      title: app.title,
      mimeType: MIME_TYPE,
      _meta: META,
      cacheHint: { ttlMs: 3_600_000, cacheScope: 'public' as const },
    }
    server.registerResource(`${app.tool}_app`, uri, config, async () => ({
      contents: [{ uri, mimeType: MIME_TYPE, text: await pageOf(app), _meta: META }],
    }))
  }
}

/** The page of an app. It allows its own script and style only, also where a host allows more. */
async function pageOf({ tool, title, script }: App): Promise<string> {
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

const parts = new Map<string, string>()

async function readPart(name: string): Promise<string> {
  const text = parts.get(name) ?? (await readFile(new URL(name, FOLDER), 'utf8'))
  parts.set(name, text)
  return text
}

/** The source of an inline script or style (Content Security Policy Level 3, section 8.3). */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
