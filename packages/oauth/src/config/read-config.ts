/** Reads the options of the plugin: substitution, shapes, rules; every problem is reported, not only the first. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type ConfigProblem, configError } from '../errors.ts'
import { readMcp } from '../mcp/config/read-mcp.ts'
import { randomSecret } from '../secrets.ts'
import type { Config, ProviderConfig } from './config.ts'
import { readProvider } from './read-provider.ts'
import { FileOptions, type ProviderSettings } from './schema.ts'
import { isPlainObject, substitute } from './substitute.ts'

/** 256 bits as text of 64 possible characters take 43; 32 is what `@fastify/session` asks for too. */
const MIN_SECRET = 32

/** Spec B.2. */
const DYNAMIC_PROVIDER_TTL = 300

/**
 * Reads and checks the options that a file can hold.
 *
 * @param others problems that were found elsewhere, to be reported with its own
 * @throws OAuthError `OAUTH_CONFIG` with every problem
 * @example
 * readConfig({ redirectUri: 'https://shop.example/oauth/callback', providers: { google: {} } }, process.env)
 */
export function readConfig(
  options: object,
  env: NodeJS.ProcessEnv,
  others: readonly ConfigProblem[] = [],
): Config {
  const { value, problems: unset } = substitute(options, env)
  const shape = shapeProblems(value).filter(({ path }) => !unset.some((one) => one.path === path))
  const faulty = [...unset, ...shape]
  const written = without(value, faulty) as FileOptions
  const broken: ConfigProblem[] = [...others]
  const providers = readProviders(written, broken)
  const secrets = readSecrets(written, env, broken)
  const mcp = readMcp(written.mcp, new Set(providers.keys()), broken)
  // What is missing because it was faulty has been said.
  const problems = [
    ...faulty,
    ...broken.filter((one) => !faulty.some((two) => isSameKey(one, two))),
  ]
  if (problems.length > 0) throw configError(problems)
  return Object.freeze({
    providers,
    inactive: Object.keys(written.providers ?? {}).filter((name) => !providers.has(name)),
    origin: originOf(written, providers),
    postLoginRedirect: written.postLoginRedirect ?? '/',
    postLogoutRedirect: written.postLogoutRedirect,
    secrets: secrets ?? [randomSecret()],
    hasGeneratedSecret: secrets === undefined,
    allowPrivateProviders: written.allowPrivateProviders ?? false,
    dynamicProviderTtl: readTtl(written.cacheDynamicProviders),
    debug: written.debug ?? false,
    debugAllowedIps: readIps(written.debugAllowedIps),
    mcp,
    written,
  })
}

/** The options without their faulty parts, so that the rules can be applied to the rest. */
function without(value: unknown, faulty: readonly ConfigProblem[]): unknown {
  if (!isPlainObject(value)) return {}
  const drop = (part: unknown, path: string): unknown => {
    if (!isPlainObject(part)) return part
    const kept = Object.entries(part).flatMap(([key, item]) => {
      const inner = path === '' ? key : `${path}.${key}`
      return faulty.some((one) => one.path === inner) ? [] : [[key, drop(item, inner)]]
    })
    return Object.fromEntries(kept)
  }
  return drop(value, '')
}

function isSameKey(one: ConfigProblem, other: ConfigProblem): boolean {
  return one.path.split('.').at(-1) === other.path.split('.').at(-1)
}

/** The faults that the schema finds, one for each place. */
export function shapeProblems(
  value: unknown,
  schema: TSchema = FileOptions,
): readonly ConfigProblem[] {
  const found = new Map<string, string>()
  for (const { keyword, instancePath, message } of Value.Errors(schema, value)) {
    // It only repeats what 'boolean' says of each unknown name.
    if (keyword === 'additionalProperties') continue
    const path = instancePath.slice(1).replaceAll('/', '.')
    const text = keyword === 'boolean' ? 'is no setting of this plugin' : message
    if (!found.has(path)) found.set(path, text)
  }
  return Array.from(found, ([path, message]) => ({ path, message }))
}

function readProviders(
  written: FileOptions,
  problems: ConfigProblem[],
): ReadonlyMap<string, ProviderConfig> {
  const providers = new Map<string, ProviderConfig>()
  const entries: [string, ProviderSettings][] = Object.entries(written.providers ?? {})
  for (const [name, settings] of entries) {
    const { provider, problems: faults } = readProvider(name, settings, written)
    for (const { path, message } of faults) {
      problems.push({ path: ['providers', name, path].filter(Boolean).join('.'), message })
    }
    if (provider) providers.set(name, provider)
  }
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
