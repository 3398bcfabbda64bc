/** A program that shows apps of tools: the host of the official library, with the app in a real browser. */
import { sharedBrowser } from '@entrepot/test-support/chromium'
import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge'

/** What is shown, and how. */
export interface ShowOptions {
  readonly tool: string
  readonly args: Record<string, unknown>
  readonly theme?: 'light' | 'dark'
  /** Whether apps may call tools. */
  readonly canCallTools?: boolean
}

/** Calls a tool, and shows its app with the answer, in a frame without the rights of the page around it. */
export async function showApp(
  client: Client,
  { tool, args, theme = 'light', canCallTools = true }: ShowOptions,
) {
  const { tools } = await client.listTools()
  const meta = tools.find(({ name }) => name === tool)?._meta as
    | { readonly ui: { readonly resourceUri: string } }
    | undefined
  const { contents } = await client.readResource({ uri: meta?.ui.resourceUri ?? '' })
  const [part] = contents
  const html = part !== undefined && 'text' in part ? part.text : ''
  const result = (await client.callTool({ name: tool, arguments: args })) as CallToolResult
  const browser = await sharedBrowser()
  const page = await (await browser.newContext()).newPage()
  const requested: string[] = []
  // Requests that the policy of the page refuses do not come here.
  await page.route('**/*', async (route) => {
    requested.push(route.request().url())
    await route.abort()
  })
  await page.setContent(
    '<iframe sandbox="allow-scripts" style="width:600px;height:480px;border:0"></iframe>',
  )
  const bridge = new AppBridge(
    client,
    { name: 'host', version: '1.0.0' },
    {
      openLinks: {},
      updateModelContext: { text: {}, structuredContent: {} },
      ...(canCallTools && { serverTools: {} }),
    },
    { hostContext: { theme } },
  )
  const opened: string[] = []
  bridge.onopenlink = async ({ url }) => {
    opened.push(url)
    return {}
  }
  const told: unknown[] = []
  bridge.onupdatemodelcontext = async (context) => {
    told.push(context)
    return {}
  }
  const sizes: unknown[] = []
  bridge.onsizechange = (size) => sizes.push(size)
  const ready = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve()
  })
  const transport: Parameters<typeof bridge.connect>[0] = {
    async start() {
      await page.exposeFunction('toHost', (message: never) => transport.onmessage?.(message))
      await page.evaluate('addEventListener("message", ({ data }) => toHost(data))')
    },
    async send(message) {
      const text = JSON.stringify(message)
      await page.evaluate(`frames[0].postMessage(${text}, '*')`)
    },
    close: async () => {},
  }
  await bridge.connect(transport)
  await page.evaluate(`document.querySelector('iframe').srcdoc = ${JSON.stringify(html)}`)
  await ready
  await bridge.sendToolInput({ arguments: args })
  await bridge.sendToolResult(result)
  const frame = page.frameLocator('iframe')
  await frame.locator('main').waitFor()
  return { page, frame, html, meta: part?._meta, result, requested, opened, told, sizes }
}
