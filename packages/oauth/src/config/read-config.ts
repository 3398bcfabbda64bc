/** Reads the options of the plugin: substitution, shapes, rules; every problem is reported, not only the first. */
import { omitIncomplete, substitute } from '@entrepot/config'
import { readMcp } from '../mcp/config/read-mcp.ts'
import { readPages } from '../pages/read-pages.ts'
import type { ProviderConfig } from '../providers/provider-config.ts'
import { readProvider } from '../providers/read-provider.ts'
import type { ProviderSettings } from '../providers/settings.ts'
import { type ConfigProblem, configError, toProblem } from '../shared/errors.ts'
import { randomSecret } from '../shared/secrets.ts'
import { readLanding } from '../shared/urls.ts'
import { checkShapes, soundPart } from './check-shapes.ts'
import type { Config } from './config.ts'
import type { FileOptions } from './schema.ts'

/** 256 bits as text of 64 possible characters take 43; 32 is what `@fastify/session` asks for too. */
const MIN_SECRET = 32

/**
 * A large office behind one address starts a few sign-ins a second. With ten a second, and states that are stored for ten
 * minutes, one address can occupy 6000 small rows.
 */
const SIGN_IN_RATE_LIMIT = 600

/** Seconds for which a provider of `onResolveProvider` is cached. */
const DYNAMIC_PROVIDER_TTL = 300

/** How {@link readConfig} reads. */
export interface ReadConfigOptions {
  /** Whether `${NAME}` is replaced. @default true */
  readonly substitute?: boolean | undefined
  /** Problems that were found elsewhere, and are reported together with those of this file. */
  readonly others?: readonly ConfigProblem[]
}

/**
 * Reads and checks the options that a file can hold.
 *
 * @throws OAuthError `OAUTH_CONFIG` with every problem
 * @example
 * readConfig({ redirectUri: 'https://shop.example/oauth/callback', providers: { google: {} } }, process.env)
 */
export function readConfig(
  options: object,
  env: NodeJS.ProcessEnv,
  { substitute: mayReplace = true, others = [] }: ReadConfigOptions = {},
): Config {
  const { value: replaced, issues: unset } = mayReplace
    ? substitute(options, env)
    : { value: options, issues: [] }
  const { value, issues } = checkShapes(replaced)
  const written = soundPart(value, [...unset, ...issues])
  const faulty = [...unset, ...omitIncomplete(issues, unset)].map(toProblem)
  const broken: ConfigProblem[] = [...others]
  const providers = readProviders(written, broken)
  const secrets = readSecrets(written, env, broken)
  const mcp = readMcp(written.mcp, providers, broken)
  const pages = readPages(written.pages, broken)
  const postLogoutRedirect = readLanding('postLogoutRedirect', written.postLogoutRedirect, broken)
  // Settings that are missing because they were faulty have been reported already.
  const problems = [
    ...faulty,
    ...broken.filter((one) => !faulty.some((two) => isSameSetting(one, two))),
  ]
  if (problems.length > 0) throw configError(problems)
  return Object.freeze({
    providers,
    inactive: Object.keys(written.providers ?? {}).filter((name) => !providers.has(name)),
    origin: originOf(written, providers),
    postLogoutRedirect,
    secrets: secrets ?? [randomSecret()],
    hasGeneratedSecret: secrets === undefined,
    allowPrivateProviders: written.allowPrivateProviders ?? false,
    proxyChecksTargets: written.proxyChecksTargets ?? false,
    dynamicProviderTtl: readTtl(written.cacheDynamicProviders),
    signInRateLimit: written.signInRateLimit ?? SIGN_IN_RATE_LIMIT,
    pages,
    debug: written.debug ?? false,
    debugAllowedIps: readIps(written.debugAllowedIps),
    mcp,
    written,
  })
}

/** Whether a problem is about a faulty setting, or about one that is missing only because a setting it is derived from is faulty. */
function isSameSetting({ path }: ConfigProblem, faulty: ConfigProblem): boolean {
  if (path === faulty.path) return true
  if (path === 'redirectUri') return faulty.path.endsWith('.redirectUri')
  return faulty.path.startsWith(`${path}.`) && /^\d+$/.test(faulty.path.slice(path.length + 1))
}

/** Settings that providers inherit from the plugin. A problem of such a setting is reported once, with the providers that need it. */
const INHERITED: readonly string[] = ['redirectUri', 'postLoginRedirect']

function readProviders(
  written: FileOptions,
  problems: ConfigProblem[],
): ReadonlyMap<string, ProviderConfig> {
  const providers = new Map<string, ProviderConfig>()
  const entries: [string, ProviderSettings][] = Object.entries(written.providers ?? {})
  const shared = new Map<string, { readonly message: string; readonly names: string[] }>()
  const own: ConfigProblem[] = []
  for (const [name, settings] of entries) {
    const { provider, problems: issues } = readProvider(name, settings, written)
    for (const { path, message } of issues) {
      const known = shared.get(path)
      if (!INHERITED.includes(path) || Object.hasOwn(settings, path)) {
        own.push({ path: ['providers', name, path].filter(Boolean).join('.'), message })
      } else if (known) known.names.push(name)
      else shared.set(path, { message, names: [name] })
    }
    if (provider) providers.set(name, provider)
  }
  for (const [path, { message, names }] of shared) {
    problems.push({ path, message: `${message} (providers: ${names.join(', ')})` })
  }
  problems.push(...own)
  return providers
}

/** Undefined when none was given. */
function readSecrets(
  { secret }: FileOptions,
  env: NodeJS.ProcessEnv,
  problems: ConfigProblem[],
): readonly string[] | undefined {
  if (secret === undefined) {
    if (env.NODE_ENV === 'production') {
      problems.push({
        path: 'secret',
        message: `is required in production: at least ${MIN_SECRET} random characters, the same on every node`,
      })
    }
    return undefined
  }
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0 || secrets.some((one) => one.length < MIN_SECRET)) {
    problems.push({ path: 'secret', message: `must have at least ${MIN_SECRET} characters` })
  }
  return secrets
}

function originOf(
  { redirectUri }: FileOptions,
  providers: ReadonlyMap<string, ProviderConfig>,
): string {
  const [first] = providers.values()
  const url = redirectUri ?? first?.redirectUri
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : 'http://localhost'
}

function readTtl(setting: FileOptions['cacheDynamicProviders']): number {
  if (setting === true) return Number.POSITIVE_INFINITY
  return setting === false ? 0 : (setting ?? DYNAMIC_PROVIDER_TTL)
}

function readIps(setting: FileOptions['debugAllowedIps']): readonly string[] {
  if (setting === undefined) return ['127.0.0.1', '::1']
  const list = typeof setting === 'string' ? setting.split(',') : setting
  return list.map((address) => address.trim()).filter((address) => address !== '')
}
