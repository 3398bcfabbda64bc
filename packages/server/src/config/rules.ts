/** Rules between settings. Pure. */
import type { Fault } from '@entrepot/config'
import type { Config, PluginEntry } from './types.ts'

/** The package that signs people in. */
export const OAUTH_PACKAGE = '@entrepot/oauth'

/** Whether a sign-in is configured. */
export function hasSignIn(plugins: readonly PluginEntry[]): boolean {
  return plugins.some((entry) => entry.package === OAUTH_PACKAGE)
}

/** The origin that people open: as set, else that of the redirect URI, else undefined. */
export function publicUrlOf(
  setting: string | undefined,
  plugins: readonly PluginEntry[],
): string | undefined {
  // Empty where its variable is not set, which is reported.
  if (setting) return new URL(setting).origin
  const redirectUri = plugins.find((entry) => entry.package === OAUTH_PACKAGE)?.options.redirectUri
  // What is no URL is the plugin's to complain about.
  return typeof redirectUri === 'string' && URL.canParse(redirectUri)
    ? new URL(redirectUri).origin
    : undefined
}

/** The origin that people open, of a hub that listens on a port. */
export function publicUrlAt({ publicUrl, host }: Config, port: number): string {
  return publicUrl ?? `http://${browserName(host)}:${port}`
}

/** What a browser on this machine calls an address that is listened on: `0.0.0.0` and `::` are none. */
function browserName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** Whether a host name means this machine (RFC 8252, section 7.3; RFC 6761, section 6.3). */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname)
}

/** Entries that are one too many: routes and hooks of a sign-in are there once. */
export function pluginFaults({ plugins }: Config): readonly Fault[] {
  const [first, ...more] = plugins.filter((entry) => entry.package === OAUTH_PACKAGE)
  return more.map(({ name }) => ({
    path: ['plugins', name, 'package'],
    message: `is ${OAUTH_PACKAGE}, as plugins.${first?.name} is already. Put the providers of both into one.`,
  }))
}

/** Settings of the plugin's block `mcp` that the hub decides by itself. */
const MCP_OWN: Readonly<Record<string, string>> = {
  enabled: 'is set by mcp.enabled, for the hub as a whole. Remove it.',
  issuer: 'is the publicUrl of the hub. Remove it.',
  resource: 'is /mcp of the publicUrl. Remove it.',
  scopes: 'are those of the tools of the hub. Remove them.',
}

/** What contradicts `mcp.enabled`. */
export function mcpFaults({ mcp, plugins, devIdp, publicUrl }: Config): readonly Fault[] {
  const faults: Fault[] = []
  const callbackOrigin = publicUrlOf(undefined, plugins)
  if (mcp.enabled && callbackOrigin !== undefined && callbackOrigin !== publicUrl) {
    const message = `is ${publicUrl}, but people come back to ${callbackOrigin} (redirectUri of ${OAUTH_PACKAGE}): use one origin for both.`
    faults.push({ path: ['publicUrl'], message })
  }
  if (mcp.enabled && !devIdp.enabled && !hasSignIn(plugins)) {
    const message = `needs a way to sign in: configure ${OAUTH_PACKAGE} in plugins, or set devIdp.enabled for trying out.`
    faults.push({ path: ['mcp', 'enabled'], message })
  }
  for (const { name, package: packageName, options } of plugins) {
    const written = packageName === OAUTH_PACKAGE ? options.mcp : undefined
    for (const [key, message] of Object.entries(MCP_OWN)) {
      const isSet = typeof written === 'object' && written !== null && key in written
      if (isSet) faults.push({ path: ['plugins', name, 'mcp', key], message })
    }
  }
  return faults
}

/** Everything in a configuration that is for development only, where `NODE_ENV` is `production`. */
export function refuseDevelopment(config: Config): readonly Fault[] {
  if (!config.isProduction) return []
  const faults: Fault[] = []
  if (config.devIdp.enabled) {
    const message =
      'lets anyone sign in as anyone, so it is not for production. Remove it, and configure a provider.'
    faults.push({ path: ['devIdp', 'enabled'], message })
  }
  for (const { name, options } of config.plugins) {
    if (options.debug === true || options.debug === 'true') {
      const message = 'shows what is not for everybody. Remove it in production.'
      faults.push({ path: ['plugins', name, 'debug'], message })
    }
  }
  if (config.plugins.length > 0) faults.push(...sessionFaults(config))
  return faults
}

/** What sessions need in production: a secret that every node has, and a connection that nobody listens in on. */
function sessionFaults({ secrets, publicUrl, plugins }: Config): readonly Fault[] {
  const faults: Fault[] = []
  if (secrets === undefined) {
    const message =
      'is required in production, the same on every node. Make one with `openssl rand -base64 33`, and set it as ENTREPOT_SECRET.'
    faults.push({ path: ['secret'], message })
  }
  if (publicUrl === undefined) {
    const message =
      'is required in production. Set the origin that people open, such as https://hub.example.'
    faults.push({ path: ['publicUrl'], message })
  } else if (publicUrl.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname)) {
    const message = `is ${publicUrl}: cookies and tokens would cross the network in clear. Use https, with a proxy before the hub that speaks TLS.`
    faults.push({ path: pathOfPublicUrl(publicUrl, plugins), message })
  }
  return faults
}

/** Where the public URL was taken from. */
function pathOfPublicUrl(publicUrl: string, plugins: readonly PluginEntry[]): Fault['path'] {
  const entry = plugins.find(({ options }) =>
    String(options.redirectUri).startsWith(`${publicUrl}/`),
  )
  return entry ? ['plugins', entry.name, 'redirectUri'] : ['publicUrl']
}
