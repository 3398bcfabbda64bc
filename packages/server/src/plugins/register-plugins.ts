/** Registers the plugins of the configuration, each with its options and what only the hub can give it. */
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '../config/problems.ts'
import type { PluginEntry } from '../config/types.ts'
import { loadPlugin } from './load-plugin.ts'
import { problemsOf } from './problems.ts'

/** Options that cannot stand in a file, by the name of the package that takes them. They go before those of the file. */
export type HostOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Registers the plugins in their order; each can use what those before it have decorated.
 *
 * @throws ConfigError naming the entry that cannot be loaded, or that refuses its options
 */
export async function registerPlugins(
  app: FastifyInstance,
  entries: readonly PluginEntry[],
  file: string | undefined,
  hostOptions: HostOptions,
): Promise<void> {
  for (const entry of entries) {
    const { plugin } = await loadPlugin(entry, file)
    // A copy: the configuration is frozen, and plugins may write to their options.
    const options = { ...structuredClone(entry.options), ...hostOptions[entry.package] }
    try {
      await app.register(plugin, options)
    } catch (error) {
      throw new ConfigError(problemsOf(entry, error), { cause: error })
    }
  }
}
