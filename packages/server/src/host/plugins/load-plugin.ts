/** Loads plugins by the names of their packages. */
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyPluginAsync } from 'fastify'
import { moduleResolve } from 'import-meta-resolve'
import { ConfigError } from '../../config/problems.ts'
import type { PluginEntry } from '../../config/types.ts'

/** A Fastify plugin, whatever its options. */
export type Plugin = FastifyPluginAsync<Record<string, unknown>>

/** An error in the options of a plugin, as the plugin reports it. */
export interface OptionProblem {
  /** Dotted path into the options; empty for the options as a whole. */
  readonly path: string
  /** What is wrong, and what to write instead. Continues the sentence that the path begins, without a full stop. Contains no secret. */
  readonly message: string
}

/**
 * The function that the package of a plugin may export as `checkOptions`. It returns all problems of the options for which the plugin
 * would refuse to start. It must not use the database, the network or a port, and must not change the options.
 */
export type CheckOptions = (
  options: Readonly<Record<string, unknown>>,
) => readonly OptionProblem[] | Promise<readonly OptionProblem[]>

/** The exports of a plugin's package. */
export interface LoadedPlugin {
  readonly plugin: Plugin
  /** Undefined if the package does not export it. */
  readonly checkOptions: CheckOptions | undefined
}

/**
 * Loads a plugin: the default export of its package. The package is looked up from the folder of the configuration file, then among
 * the dependencies of the hub.
 *
 * @param file the configuration file, absolute; undefined if there is none
 * @throws ConfigError when the package is not found, cannot be loaded, or is not a plugin
 */
export async function loadPlugin(
  entry: PluginEntry,
  file: string | undefined,
): Promise<LoadedPlugin> {
  const url = resolvePackage(entry, file)
  const module = await load(entry, url)
  const plugin = pluginOf(module)
  if (plugin !== undefined) return { plugin, checkOptions: checkOf(module) }
  const message = `${entry.package} is not a Fastify plugin: its default export must be a function (app, options). Name another package.`
  throw packageError(entry, message)
}

/** Resolves a package as Node does for an import in a module beside the file, then for one in the hub. */
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
    ? 'Check the path, which is relative to the folder of the configuration file.'
    : `Check the name. If it is right, install the package in ${file ? dirname(file) : process.cwd()}: npm install ${entry.package}`
  throw packageError(entry, `The package ${entry.package} was not found. ${fix}`)
}

/** Conditions of `exports`: those of `import`, and those in the arguments of Node. */
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

/** The exports of a module that are used here. */
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

/** The default export. For a CommonJS module that TypeScript compiled, it is nested. */
function pluginOf({ default: exported }: Module): Plugin | undefined {
  if (typeof exported === 'function') return exported as Plugin
  const inner = (exported as { default?: unknown } | undefined)?.default
  return typeof inner === 'function' ? (inner as Plugin) : undefined
}

/** Node detects the named exports of CommonJS modules only in simple cases, so the default export is searched too. */
function checkOf(module: Module): CheckOptions | undefined {
  const found = module.checkOptions ?? (module.default as Module | undefined)?.checkOptions
  return typeof found === 'function' ? (found as CheckOptions) : undefined
}

function unusable(entry: PluginEntry, cause: unknown): ConfigError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `${entry.package} cannot be loaded: ${reason.replace(/\.$/, '')}. Fix the package, or remove the entry.`
  return packageError(entry, message, cause)
}

function packageError(entry: PluginEntry, message: string, cause?: unknown): ConfigError {
  const source = entry.locate(['package'])
  const problem = { source, path: `plugins.${entry.name}.package`, message }
  return new ConfigError([problem], { cause })
}
