/** Rules for combinations of settings. Pure, except that the certificates in `database.url` are read. */
import type { Issue } from '@entrepot/config'
import { DatabaseError, parseDatabaseUrl } from '@entrepot/database'
import { activeProviders, OAUTH_PACKAGE } from './provider-rules.ts'
import { ROLE_NAMES } from './role-names.ts'
import type { Settings } from './schema.ts'
import { neededBy, PASSKEY_ACR } from './step-up.ts'
import type { Config, PluginEntry } from './types.ts'

/** A command that prints a secret. */
export const NEW_SECRET = 'openssl rand -base64 33'

/** Whether a sign-in is configured. */
export function hasSignIn(plugins: readonly PluginEntry[]): boolean {
  return plugins.some((entry) => entry.package === OAUTH_PACKAGE)
}

/** The origin that people open: the setting, else the origin of the redirect URI, else undefined. */
export function publicUrlOf(
  setting: string | undefined,
  plugins: readonly PluginEntry[],
): string | undefined {
  // The setting is not a URL if a variable in it is not set, which is reported elsewhere.
  if (setting) return URL.canParse(setting) ? new URL(setting).origin : undefined
  const redirectUri = plugins.find((entry) => entry.package === OAUTH_PACKAGE)?.options.redirectUri
  // The plugin reports a redirect URI that is not a URL.
  return typeof redirectUri === 'string' && URL.canParse(redirectUri)
    ? new URL(redirectUri).origin
    : undefined
}

/** The origin that people open, for a hub that listens on a port. */
export function publicUrlAt({ publicUrl, host, signIn }: Config, port: number): string {
  return publicUrl ?? addressOf(host, port, signIn.passkeys)
}

/** The host in URLs of this machine, for an address to listen on. `0.0.0.0` and `::` cannot be opened. */
function browserName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Whether browsers offer passkeys at an address: it needs https and a name, since credentials belong to a domain (Web Authentication Level 3,
 * section 5.1.3). Of this machine only `localhost` is one.
 */
export function allowsPasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname)
}

/** The address of a hub without `publicUrl`. People with passkeys open this machine by its name. */
function addressOf(host: string, port: number, hasPasskeys: boolean): string {
  const name = browserName(host)
  return `http://${hasPasskeys && isLoopback(name) ? 'localhost' : name}:${port}`
}

/**
 * Whether people sign in with passkeys: if the file says so, else if no provider is active, and the address allows it. In production the
 * hub also needs a secret and a public URL for it; a hub with neither serves the API only.
 */
export function hasPasskeys(
  { signIn, host, secret, port }: Settings,
  plugins: readonly PluginEntry[],
  {
    isProduction,
    publicUrl,
    devIdp,
  }: {
    readonly isProduction: boolean
    readonly publicUrl: string | undefined
    readonly devIdp: boolean
  },
): boolean {
  if (signIn.passkeys !== undefined) return signIn.passkeys
  if (devIdp || activeProviders(plugins).length > 0) return false
  if (isProduction && (secret === undefined || publicUrl === undefined)) return false
  return allowsPasskeys(publicUrl ?? addressOf(host, port, true))
}

/** Refuses passkeys at an address where browsers offer none. */
export function passkeyIssues(config: Config): readonly Issue[] {
  if (!config.signIn.passkeys) return []
  const publicUrl = publicUrlAt(config, config.port)
  if (allowsPasskeys(publicUrl)) return []
  const message = `needs an address with https and a name, but people open ${publicUrl}. Set publicUrl to such an address, or to http://localhost:${config.port || 8080} on this machine.`
  return [{ path: ['signIn', 'passkeys'], message }]
}

/** Whether a host name means this machine (RFC 8252, section 7.3; RFC 6761, section 6.3). */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname)
}

/** The names of this machine in URLs. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'] as const

/**
 * The hosts of webhooks that may be private. A hub in development that only this machine can reach also sends to this machine, where the
 * receiver of a developer runs. Every other hub could be made to send requests to services that trust their own machine.
 */
export function webhookHostsOf(
  { host, webhooks: { allowHosts } }: Pick<Settings, 'host' | 'webhooks'>,
  isProduction: boolean,
  publicUrl: string | undefined,
): string[] {
  if (isProduction || !isLocal(host, publicUrl)) return allowHosts
  return [...new Set([...allowHosts, ...LOOPBACK_HOSTS])]
}

/** Whether only this machine can reach a hub, by the address on which it listens and the one that people open. */
function isLocal(host: string, publicUrl: string | undefined): boolean {
  return isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))
}

/**
 * Whether agents may connect: if the file says so, else if the development provider runs, and only this machine can reach the hub. On a
 * network, everyone could let an agent act as anyone.
 */
export function hasMcp(
  { mcp, host }: Pick<Settings, 'mcp' | 'host'>,
  plugins: readonly PluginEntry[],
  { publicUrl, devIdp }: { readonly publicUrl: string | undefined; readonly devIdp: boolean },
): boolean {
  const callbackOrigin = publicUrlOf(undefined, plugins)
  // Otherwise mcpIssues would refuse what nobody has asked for.
  const canSignIn = callbackOrigin === undefined || callbackOrigin === publicUrl
  return mcp.enabled ?? (devIdp && canSignIn && isLocal(host, publicUrl))
}

/** Issues of a URL that begins correctly, but has no user, a wrong port or an unknown parameter. */
export function databaseIssues({ databaseUrl }: Pick<Config, 'databaseUrl'>): readonly Issue[] {
  try {
    if (databaseUrl !== undefined) parseDatabaseUrl(databaseUrl)
    return []
  } catch (error) {
    if (!DatabaseError.is(error)) throw error
    // The message names the variable, but the setting may be in the file.
    const message = error.message.replace(/^DATABASE_URL /, '')
    return [{ path: ['database', 'url'], message }]
  }
}

/** Refuses more than one entry of the sign-in plugin, because its routes and hooks can be registered only once. */
export function pluginIssues({ plugins }: Config): readonly Issue[] {
  const [first, ...more] = plugins.filter((entry) => entry.package === OAUTH_PACKAGE)
  return more.map(({ name }) => ({
    path: ['plugins', name, 'package'],
    message: `is ${OAUTH_PACKAGE}, which plugins.${first?.name} uses already. Put all providers into one entry.`,
  }))
}

/** Refuses an address without encryption, because anyone on the network path could answer. */
export function rateIssues({ rates: { ecb } }: Pick<Config, 'rates'>): readonly Issue[] {
  if (ecb.url === undefined || ecb.allowPrivate || new URL(ecb.url).protocol === 'https:') return []
  const message =
    'begins with http:, so anyone on the network path could change the rates. Use https:, or set rates.ecb.allowPrivate for a copy in your own network.'
  return [{ path: ['rates', 'ecb', 'url'], message }]
}

/** Rules for providers that are not configured, or that do not say in which groups people are. */
export function groupIssues({
  signIn: { groups },
  plugins,
}: Pick<Config, 'signIn' | 'plugins'>): readonly Issue[] {
  const all = plugins
    .filter((entry) => entry.package === OAUTH_PACKAGE)
    .map(({ options }) => (options.providers ?? {}) as Record<string, { groupsClaim?: unknown }>)
  const providers = Object.assign({}, ...all) as (typeof all)[number]
  return groups.flatMap(({ provider }, index) => {
    const path = ['signIn', 'groups', index, 'provider']
    if (!Object.hasOwn(providers, provider)) {
      const message = `is ${provider}, which is no provider of ${OAUTH_PACKAGE}. Use the name of its entry.`
      return [{ path, message }]
    }
    if (providers[provider]?.groupsClaim) return []
    const message = `is ${provider}, which has no groupsClaim. Set the claim in which this provider sends the groups.`
    return [{ path, message }]
  })
}

/** Rules that need nothing, or what no sign-in can fulfil. */
export function stepUpIssues(
  config: Pick<Config, 'signIn' | 'plugins' | 'devIdp'>,
): readonly Issue[] {
  const { stepUp } = config.signIn
  const empty = stepUp.flatMap(({ acr, maxAge }, index) =>
    acr === undefined && maxAge === undefined
      ? [{ path: ['signIn', 'stepUp', index], message: 'needs acr or maxAge: set one of them.' }]
      : [],
  )
  const { acr } = neededBy(stepUp, { roles: ROLE_NAMES, changesAccess: true }) ?? {}
  const path = ['signIn', 'stepUp']
  if (acr?.length === 0) {
    const message =
      'has lists of acr that have no value in common. Every rule that applies must be fulfilled: add the values of the stronger rule to the weaker ones.'
    return [...empty, { path, message }]
  }
  if (acr === undefined || acr.includes(PASSKEY_ACR) || !hasPasskeysOnly(config)) return empty
  const message = `needs ${acr.join(' or ')} (acr), but people sign in with passkeys only, whose acr is ${PASSKEY_ACR}. Add it to every list of acr.`
  return [...empty, { path, message }]
}

function hasPasskeysOnly({
  signIn,
  plugins,
  devIdp,
}: Pick<Config, 'signIn' | 'plugins' | 'devIdp'>): boolean {
  return signIn.passkeys && !devIdp.enabled && activeProviders(plugins).length === 0
}

/** Settings in the block `mcp` of the plugin that the hub sets itself. */
const MCP_OWN: Readonly<Record<string, string>> = {
  enabled: 'is set by mcp.enabled of the hub. Remove it.',
  issuer: 'is the publicUrl of the hub. Remove it.',
  resource: 'is /mcp of the publicUrl. Remove it.',
  scopes: 'are set by the hub, for its tools. Remove them.',
  hostSignIn: 'is set by signIn.passkeys of the hub. Remove it.',
}

/** Settings that contradict `mcp.enabled`. */
export function mcpIssues({ mcp, plugins, devIdp, publicUrl, signIn }: Config): readonly Issue[] {
  const issues: Issue[] = []
  const callbackOrigin = publicUrlOf(undefined, plugins)
  if (mcp.enabled && callbackOrigin !== undefined && callbackOrigin !== publicUrl) {
    const message = `is ${publicUrl}, but the sign-in returns to ${callbackOrigin} (redirectUri of ${OAUTH_PACKAGE}). Use the same origin for both.`
    issues.push({ path: ['publicUrl'], message })
  }
  if (mcp.enabled && !devIdp.enabled && !signIn.passkeys && !hasSignIn(plugins)) {
    const message = `needs a way to sign in: configure ${OAUTH_PACKAGE} in plugins, set signIn.passkeys, or devIdp.enabled for development.`
    issues.push({ path: ['mcp', 'enabled'], message })
  }
  for (const { name, package: packageName, options } of plugins) {
    const written = packageName === OAUTH_PACKAGE ? options.mcp : undefined
    for (const [key, message] of Object.entries(MCP_OWN)) {
      const isSet = typeof written === 'object' && written !== null && key in written
      if (isSet) issues.push({ path: ['plugins', name, 'mcp', key], message })
    }
  }
  return issues
}

const EXTERNAL_IS_PRODUCTION =
  'A hub with an external database is in production mode, unless NODE_ENV is development.'

/** Refuses all settings that are for development only, in production mode. */
export function refuseDevelopment(config: Config): readonly Issue[] {
  if (!config.isProduction) return []
  const issues: Issue[] = []
  if (config.devIdp.enabled) {
    const why = config.databaseUrl === undefined ? '' : ` ${EXTERNAL_IS_PRODUCTION}`
    const message = `lets everyone sign in as anyone, so it is not allowed in production. Remove it, and configure a provider.${why}`
    issues.push({ path: ['devIdp', 'enabled'], message })
  }
  for (const { name, options } of config.plugins) {
    if (options.debug === true || options.debug === 'true') {
      const message = 'shows confidential data. Remove it in production.'
      issues.push({ path: ['plugins', name, 'debug'], message })
    }
  }
  if (config.plugins.length > 0 || config.signIn.passkeys) issues.push(...sessionIssues(config))
  return issues
}

/** Requirements of sessions in production: a secret that all nodes share, and an encrypted connection. */
function sessionIssues({ secrets, publicUrl, plugins }: Config): readonly Issue[] {
  const issues: Issue[] = []
  if (secrets === undefined) {
    const message = `is required in production, the same on every node. Set ENTREPOT_SECRET to the output of \`${NEW_SECRET}\`.`
    issues.push({ path: ['secret'], message })
  }
  if (publicUrl === undefined) {
    const message =
      'is required in production. Set the origin that people open, such as https://hub.example.'
    issues.push({ path: ['publicUrl'], message })
  } else if (publicUrl.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname)) {
    const message = `is ${publicUrl}: cookies and tokens would cross the network unencrypted. Use https, with a proxy in front of the hub that terminates TLS.`
    issues.push({ path: pathOfPublicUrl(publicUrl, plugins), message })
  }
  return issues
}

/** The setting that the public URL comes from. */
function pathOfPublicUrl(publicUrl: string, plugins: readonly PluginEntry[]): Issue['path'] {
  const entry = plugins.find(({ options }) =>
    String(options.redirectUri).startsWith(`${publicUrl}/`),
  )
  return entry ? ['plugins', entry.name, 'redirectUri'] : ['publicUrl']
}

/**
 * Whether the standard variables ask for traces: an endpoint is set, and neither the SDK nor the exporter is switched off
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
export function wantsTraces(env: NodeJS.ProcessEnv): boolean {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true'
  return Boolean(endpoint) && !isOff && env.OTEL_TRACES_EXPORTER !== 'none'
}
