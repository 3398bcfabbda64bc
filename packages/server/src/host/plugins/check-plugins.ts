/** Finds errors in the options of plugins before anything is started. */

import { ConfigError, type Problem } from '../../config/problems.ts'
import type { PluginEntry } from '../../config/types.ts'
import { loadPlugin } from './load-plugin.ts'
import { placeProblems, problemsOf } from './problems.ts'

/**
 * Loads plugins and checks the options of each plugin that supports it ({@link CheckOptions}). For other plugins it checks only
 * that the package can be loaded. Uses no database, no network and no port.
 *
 * @param file the configuration file, absolute; undefined if there is none
 * @returns every problem of every plugin
 */
export async function pluginProblems(
  entries: readonly PluginEntry[],
  file: string | undefined,
): Promise<readonly Problem[]> {
  const problems = await Promise.all(entries.map((entry) => problemsOfEntry(entry, file)))
  return problems.flat()
}

async function problemsOfEntry(
  entry: PluginEntry,
  file: string | undefined,
): Promise<readonly Problem[]> {
  try {
    const { checkOptions } = await loadPlugin(entry, file)
    return placeProblems(entry, (await checkOptions?.(structuredClone(entry.options))) ?? [])
  } catch (error) {
    return ConfigError.is(error) ? error.problems : problemsOf(entry, error)
  }
}
