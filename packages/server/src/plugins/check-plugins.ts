/** Looks for what would keep the plugins from starting, before anything is started. */

import { ConfigError, type Problem } from '../config/problems.ts'
import type { PluginEntry } from '../config/types.ts'
import { loadPlugin } from './load-plugin.ts'
import { placeProblems, problemsOf } from './problems.ts'

/**
 * Loads plugins and lets each that can check its options do so ({@link CheckOptions}). Neither database nor network nor port is
 * touched. Of plugins that offer no check the package alone is looked at.
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
