/** Registers the plugins of the configuration, with their options and those that only the hub can give. */
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '../../config/problems.ts'
import type { PluginEntry } from '../../config/types.ts'
import { loadPlugin } from './load-plugin.ts'
import { problemsOf } from './problems.ts'

/** Options that a file cannot contain, by the name of the package. They override those of the file. */
export type HostOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Registers the plugins in their order. Each plugin can use the decorators of earlier ones.
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
    // A copy, because the configuration is frozen and plugins may change their options.
    const options = { ...structuredClone(entry.options), ...hostOptions[entry.package] }
    try {
      await app.register(plugin, options)
    } catch (error) {
      throw new ConfigError(problemsOf(entry, error), { cause: error })
    }
  }
}
