/** Registers the plugins of the configuration, each with its options and what only the hub can give it. */
import type { FastifyInstance } from 'fastify'
import type { PluginEntry } from '../config/config.ts'
import { ConfigError, type Problem } from '../config/problems.ts'
import { loadPlugins } from './load-plugin.ts'

/** Options that cannot stand in a file, by the name of the package that takes them. They go before those of the file. */
export type HostOptions = Readonly<
  Record<string, (entry: PluginEntry) => Promise<Readonly<Record<string, unknown>>>>
>

/**
 * Registers the plugins in their order; each can use what those before it have decorated.
 *
 * @throws ConfigError naming every entry that cannot be loaded, or the one that refuses its options
 */
export async function registerPlugins(
  app: FastifyInstance,
  entries: readonly PluginEntry[],
  file: string | undefined,
  hostOptions: HostOptions,
): Promise<void> {
  for (const { entry, plugin } of await loadPlugins(entries, file)) {
    const own = await hostOptions[entry.package]?.(entry)
    // A copy: the configuration is frozen, and plugins may write to their options.
    const options = { ...structuredClone(entry.options), ...own }
    try {
      await app.register(plugin, options)
    } catch (error) {
      throw new ConfigError(problemsOf(entry, error), { cause: error })
    }
  }
}

/** What a plugin said when it refused: the list of problems that ours give, else the message. */
function problemsOf(entry: PluginEntry, error: unknown): Problem[] {
  const { problems } = error as { problems?: readonly { path: string; message: string }[] }
  const place = (path: string) => ({
    source: entry.locate(path.split('.').filter(Boolean)),
    path: ['plugins', entry.name, path].filter(Boolean).join('.'),
  })
  if (Array.isArray(problems) && problems.length > 0) {
    return problems.map(({ path, message }) => ({ ...place(path), message: `${message}.` }))
  }
  const reason = error instanceof Error ? error.message : String(error)
  const message = `${entry.package} did not start: ${reason.replace(/\.$/, '')}. Change its options, or remove the entry.`
  return [{ ...place(''), message }]
}
