/** Finds and loads a plugin by the name of its package. */
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyPluginAsync } from 'fastify'
import { moduleResolve } from 'import-meta-resolve'
import { ConfigError } from '../config/problems.ts'
import type { PluginEntry } from '../config/types.ts'

/** A Fastify plugin, whatever its options. */
export type Plugin = FastifyPluginAsync<Record<string, unknown>>

/** A fault of a plugin's options, as the plugin names it. */
export interface OptionProblem {
  /** Dotted path into the options; empty for the options as a whole. */
  readonly path: string
  /** What is wrong and what to write instead, going on from the path, without a full stop. Holds no secret. */
  readonly message: string
}

/**
 * What the package of a plugin may export beside the plugin, under this name: it names every problem of the options for which
 * the plugin would refuse to start. It asks no database, no network and no port, and leaves the options as they are.
 */
export type CheckOptions = (
  options: Readonly<Record<string, unknown>>,
) => readonly OptionProblem[] | Promise<readonly OptionProblem[]>

/** What the package of a plugin exports. */
export interface LoadedPlugin {
  readonly plugin: Plugin
  /** Undefined where the package offers none. */
  readonly checkOptions: CheckOptions | undefined
}

/**
 * Loads a plugin: the default export of its package, looked up from the folder of the configuration file, then among what
 * the hub itself depends on.
 *
 * @param file the configuration file, absolute; undefined if there is none
 * @throws ConfigError when the package is not there, cannot be loaded, or is no plugin
 */
export async function loadPlugin(
  entry: PluginEntry,
  file: string | undefined,
): Promise<LoadedPlugin> {
  const url = resolvePackage(entry, file)
  const module = await load(entry, url)
  const plugin = pluginOf(module)
  if (plugin !== undefined) return { plugin, checkOptions: checkOf(module) }
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
    : `Check the name; if it is right, install it in ${file ? dirname(file) : process.cwd()}: npm install ${entry.package}`
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

/** A module, as far as it is looked at. */
interface Module {
  readonly default?: unknown
  readonly checkOptions?: unknown
}

async function load(entry: PluginEntry, url: URL): Promise<Module> {
  try {
    return await import(url.href)
  } catch (error) {
    throw unusable(entry, error)
  }
}

/** The default export; of a CommonJS module that TypeScript compiled, its own default export. */
function pluginOf({ default: exported }: Module): Plugin | undefined {
  if (typeof exported === 'function') return exported as Plugin
  const inner = (exported as { default?: unknown } | undefined)?.default
  return typeof inner === 'function' ? (inner as Plugin) : undefined
}

/** Node finds the names that CommonJS modules export only where they are written plainly. */
function checkOf(module: Module): CheckOptions | undefined {
  const found = module.checkOptions ?? (module.default as Module | undefined)?.checkOptions
  return typeof found === 'function' ? (found as CheckOptions) : undefined
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
