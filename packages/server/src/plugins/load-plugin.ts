/** Finds and loads a plugin by the name of its package. */
import { pathToFileURL } from 'node:url'
import type { FastifyPluginAsync } from 'fastify'
import { moduleResolve } from 'import-meta-resolve'
import type { PluginEntry } from '../config/config.ts'
import { ConfigError, type Problem } from '../config/problems.ts'

/** A Fastify plugin, whatever its options. */
export type Plugin = FastifyPluginAsync<Record<string, unknown>>

/** A plugin, and what it is configured with. */
export interface LoadedPlugin {
  readonly entry: PluginEntry
  readonly plugin: Plugin
}

/**
 * Loads the plugins of the configuration: the default exports of their packages, looked up from the folder of the
 * configuration file, then among what the hub itself depends on.
 *
 * @param file the configuration file, absolute; undefined if there is none
 * @throws ConfigError naming every entry whose package is not there, cannot be loaded, or is no plugin
 */
export async function loadPlugins(
  entries: readonly PluginEntry[],
  file: string | undefined,
): Promise<readonly LoadedPlugin[]> {
  const loaded: LoadedPlugin[] = []
  const problems: Problem[] = []
  for (const entry of entries) {
    try {
      loaded.push({ entry, plugin: await loadPlugin(entry, file) })
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(...error.problems)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return loaded
}

async function loadPlugin(entry: PluginEntry, file: string | undefined): Promise<Plugin> {
  const url = resolvePackage(entry, file)
  const module = await load(entry, url)
  const plugin = pluginOf(module)
  if (plugin !== undefined) return plugin
  const message = `${entry.package} is no Fastify plugin: its default export must be a function (app, options). Name another package.`
  throw packageError(entry, message)
}

/** Looks a package up as Node would if a module beside the file, or one of the hub, imported it. */
function resolvePackage(entry: PluginEntry, file: string | undefined): URL {
  const parents = [file && pathToFileURL(file), new URL(import.meta.url)].filter((url) => !!url)
  for (const parent of parents) {
    try {
      return moduleResolve(entry.package, parent as URL, CONDITIONS)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ERR_MODULE_NOT_FOUND') throw unusable(entry, error)
    }
  }
  const fix = entry.package.startsWith('.')
    ? 'Check the path; it begins at the folder of the configuration file.'
    : `Install it there: npm install ${entry.package}`
  throw packageError(entry, `There is no package ${entry.package}. ${fix}`)
}

/** Conditions of `exports`: those of every `import`, and what Node was started with. */
const CONDITIONS = new Set([
  'node',
  'import',
  'module-sync',
  'node-addons',
  ...process.execArgv.flatMap((argument, index, all) => {
    const [, joined] = /^(?:--conditions=|-C=?)(.+)$/.exec(argument) ?? []
    if (joined !== undefined) return [joined]
    return argument === '--conditions' || argument === '-C' ? (all[index + 1] ?? []) : []
  }),
])

async function load(entry: PluginEntry, url: URL): Promise<{ readonly default?: unknown }> {
  try {
    return await import(url.href)
  } catch (error) {
    throw unusable(entry, error)
  }
}

/** The default export; of a CommonJS module that TypeScript compiled, its own default export. */
function pluginOf({ default: exported }: { readonly default?: unknown }): Plugin | undefined {
  if (typeof exported === 'function') return exported as Plugin
  const inner = (exported as { default?: unknown } | undefined)?.default
  return typeof inner === 'function' ? (inner as Plugin) : undefined
}

function unusable(entry: PluginEntry, cause: unknown): ConfigError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `${entry.package} cannot be loaded: ${reason.replace(/\.$/, '')}. See to the package, or remove the entry.`
  return packageError(entry, message, cause)
}

function packageError(entry: PluginEntry, message: string, cause?: unknown): ConfigError {
  const source = entry.locate(['package'])
  const problem = { source, path: `plugins.${entry.name}.package`, message }
  return new ConfigError([problem], { cause })
}
