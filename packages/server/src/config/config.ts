/** The configuration of the hub: `entrepot.yaml` and the environment, checked together, read once and frozen. */
import { dirname, resolve } from 'node:path'
import { type Issue, omitIncomplete, type Path } from '@entrepot/config'
import { type ConfigFile, readConfigFile } from './file.ts'
import { asSentence, ConfigError, type Problem } from './problems.ts'
import {
  databaseIssues,
  groupIssues,
  hasMcp,
  hasPasskeys,
  hasSignIn,
  mcpIssues,
  NEW_SECRET,
  passkeyIssues,
  pluginIssues,
  publicUrlOf,
  rateIssues,
  refuseDevelopment,
  stepUpIssues,
  wantsTraces,
  webhookHostsOf,
} from './rules.ts'
import { ENVIRONMENT, Settings } from './schema.ts'
import type { Config, PluginEntry } from './types.ts'
import { checkSettings } from './validate.ts'

/** Options of {@link readConfig}. */
export interface ReadConfigOptions {
  /** Path of the file. @default `ENTREPOT_CONFIG`, else `entrepot.yaml` in the working directory if it exists */
  readonly path?: string
}

/**
 * Reads the configuration. The environment overrides the file, and the file overrides the defaults. An empty variable counts as
 * not set.
 *
 * @throws ConfigError with all issues, each with its place and a fix
 * @example
 * const config = await readConfig({ PORT: '0', ENTREPOT_DATA: '/var/lib/entrepot' })
 */
export async function readConfig(
  env: NodeJS.ProcessEnv,
  options: ReadConfigOptions = {},
): Promise<Config> {
  const file = await readConfigFile(options.path ?? (env.ENTREPOT_CONFIG || undefined), env)
  const { unset = [] } = file ?? {}
  const checked = checkSettings(layOver(file?.values ?? {}, env))
  const shape = omitIncomplete(checked.issues, unset)
  const config = shape.length === 0 ? toConfig(checked.value as Settings, file, env) : undefined
  // Rules for combinations of settings cannot be evaluated if one of the settings is incomplete.
  const issues = config === undefined || unset.length > 0 ? shape : rulesOf(config)
  const problems = placeIssues(unset, issues, file, env)
  if (config === undefined || problems.length > 0) throw new ConfigError(problems)
  return config
}

/** The settings that commands need to use the database. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDirectory' | 'cell'>

/**
 * Reads only where the database is, for commands. Issues of other settings do not matter to them, such as a secret of a provider that is
 * set only for the hub. A name that is no setting is still an issue: it may be a misspelled `database`.
 *
 * @throws ConfigError with all issues of these settings
 */
export async function readDatabaseConfig(env: NodeJS.ProcessEnv): Promise<DatabaseConfig> {
  const file = await readConfigFile(env.ENTREPOT_CONFIG || undefined, env)
  const isNeeded = (name: unknown) =>
    name === 'database' ||
    name === 'cell' ||
    name === 'dataDirectory' ||
    !Object.hasOwn(Settings.properties, String(name))
  const settings = Object.entries(layOver(file?.values ?? {}, env))
  const unset = (file?.unset ?? []).filter(({ path }) => isNeeded(path[0]))
  const checked = checkSettings(Object.fromEntries(settings.filter(([name]) => isNeeded(name))))
  const shape = omitIncomplete(checked.issues, unset)
  if (unset.length === 0 && shape.length === 0) {
    const config = databaseOf(checked.value as Settings, file, env)
    const issues = databaseIssues(config)
    if (issues.length === 0) return config
    throw new ConfigError(placeIssues([], issues, file, env))
  }
  throw new ConfigError(placeIssues(unset, shape, file, env))
}

/** The problems of a configuration: each issue with its place. */
function placeIssues(
  unset: readonly Issue[],
  issues: readonly Issue[],
  file: ConfigFile | undefined,
  env: NodeJS.ProcessEnv,
): readonly Problem[] {
  const toProblem = (source: string | undefined, { path, message }: Issue): Problem => ({
    source,
    path: path.join('.'),
    message: asSentence(message),
  })
  return [
    ...unset.map((issue) => toProblem(nearest(file, issue.path), explainUnset(issue))),
    ...issues.map((issue) =>
      toProblem(variableFor(issue.path, env) ?? nearest(file, issue.path), issue),
    ),
  ]
}

function rulesOf(config: Config): readonly Issue[] {
  return [
    ...refuseDevelopment(config),
    ...pluginIssues(config),
    ...mcpIssues(config),
    ...passkeyIssues(config),
    ...rateIssues(config),
    ...stepUpIssues(config),
    ...groupIssues(config),
  ]
}

/** A secret does not belong into the file, and has to be generated first. */
function explainUnset({ path, message }: Issue): Issue {
  if (path[0] !== 'secret') return { path, message }
  const fix = `Set it to the output of \`${NEW_SECRET}\`, the same on every node.`
  return { path, message: message.replace(/Set it, or write the value here$/, fix) }
}

/** The place of a setting, or of the group that it is missing from. */
function nearest(file: ConfigFile | undefined, path: Path): string | undefined {
  const found = file?.locate(path)
  return found ?? (path.length > 1 ? nearest(file, path.slice(0, -1)) : undefined)
}

/** Variables with several values, between commas or spaces. */
const LISTS: ReadonlySet<string> = new Set(['ENTREPOT_TRUST_PROXY', 'ENTREPOT_WEBHOOK_HOSTS'])

/** Copies the settings of the file without the empty ones, and adds those of the environment. */
function layOver(values: ConfigFile['values'], env: NodeJS.ProcessEnv): Record<string, unknown> {
  const settings = structuredClone(values) as Record<string, unknown>
  removeEmpty(settings)
  for (const [variable, path] of Object.entries(ENVIRONMENT)) {
    const text = env[variable]
    if (!text) continue
    const [group = '', name] = path.split('.')
    const value = LISTS.has(variable) ? text.split(/[\s,]+/).filter(Boolean) : text
    if (name === undefined) settings[group] = value
    else {
      const inner = settings[group]
      settings[group] = { ...(typeof inner === 'object' ? inner : {}), [name]: value }
    }
  }
  return settings
}

/** Removes settings without a value, such as `port:`, which YAML reads as null. Options of plugins are not changed. */
function removeEmpty(settings: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value === null) delete settings[name]
    else if (name !== 'plugins' && typeof value === 'object' && !Array.isArray(value)) {
      removeEmpty(value as Record<string, unknown>)
    }
  }
}

/** The environment variable that a setting comes from, if any. */
function variableFor(path: Path, env: NodeJS.ProcessEnv): string | undefined {
  const dotted = path.join('.')
  return Object.keys(ENVIRONMENT).find((variable) => {
    const setting = ENVIRONMENT[variable] ?? ''
    return env[variable] && (dotted === setting || dotted.startsWith(`${setting}.`))
  })
}

function toConfig(
  settings: Settings,
  file: ConfigFile | undefined,
  env: NodeJS.ProcessEnv,
): Config {
  // A database of its own kind of server holds real orders, unless somebody says otherwise.
  const isProduction = env.NODE_ENV
    ? env.NODE_ENV === 'production'
    : settings.database.url !== undefined
  const plugins = pluginsOf(settings, file)
  const publicUrl = publicUrlOf(settings.publicUrl, plugins)
  const devIdp = settings.devIdp.enabled ?? !(isProduction || hasSignIn(plugins))
  const isHttps = publicUrl?.startsWith('https:') ?? false
  return deepFreeze({
    file: file?.path,
    isProduction,
    host: settings.host,
    port: settings.port,
    publicUrl,
    trustProxy: settings.trustProxy ?? (isHttps ? ['loopback'] : []),
    drainSeconds: settings.drainSeconds,
    ...databaseOf(settings, file, env),
    locate: (path: Path) => variableFor(path, env) ?? nearest(file, path),
    logLevel: settings.logLevel,
    logRequests: settings.logRequests,
    secrets: settings.secret,
    limits: settings.limits,
    session: settings.session,
    signIn: {
      ...settings.signIn,
      passkeys: hasPasskeys(settings, plugins, { isProduction, publicUrl, devIdp }),
    },
    devIdp: {
      enabled: devIdp,
      port: settings.devIdp.port,
    },
    mcp: { ...settings.mcp, enabled: hasMcp(settings, plugins, { publicUrl, devIdp }) },
    rates: settings.rates,
    webhooks: {
      ...settings.webhooks,
      allowHosts: webhookHostsOf(settings, isProduction, publicUrl),
    },
    metrics: settings.metrics,
    hasTraces: wantsTraces(env),
    plugins,
  })
}

function pluginsOf(settings: Settings, file: ConfigFile | undefined): readonly PluginEntry[] {
  const writtenPlugins = file?.written.plugins as Settings['plugins'] | undefined
  return Object.entries(settings.plugins).map(([name, entry]) => {
    const { package: packageName, ...options } = entry
    const locate = (path: Path) => nearest(file, ['plugins', name, ...path])
    const { package: _, ...written } = writtenPlugins?.[name] ?? entry
    return { name, package: packageName, options, written, locate }
  })
}

function databaseOf(
  settings: Settings,
  file: ConfigFile | undefined,
  env: NodeJS.ProcessEnv,
): DatabaseConfig {
  const isInFile = !env.ENTREPOT_DATA && file?.values.dataDirectory != null
  return {
    databaseUrl: settings.database.url,
    cell: settings.cell,
    dataDirectory: resolve(isInFile ? dirname(file.path) : '.', settings.dataDirectory),
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const item of Object.values(value)) deepFreeze(item)
  }
  return value
}
