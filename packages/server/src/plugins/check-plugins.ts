/** Looks for what would keep the plugins from starting, before anything is started. */
import type { Config, PluginEntry } from '../config/config.ts'
import { ConfigError, type Problem } from '../config/problems.ts'
import { publicUrlAt } from '../config/rules.ts'
import { CLIENT_ID } from '../dev-idp/process.ts'
import { completeEntries } from '../sign-in/providers.ts'
import { loadPlugin } from './load-plugin.ts'
import { placeProblems, problemsOf } from './problems.ts'

/**
 * Loads the plugins of the configuration and lets each that can check its options do so ({@link CheckOptions}). Neither
 * database nor network nor port is touched. Of plugins that offer no check the package alone is looked at.
 *
 * @returns every problem of every plugin
 */
export async function pluginProblems(config: Config): Promise<readonly Problem[]> {
  // What the hub adds by itself needs no check, and would be loaded before the database starts instead of meanwhile.
  if (config.plugins.length === 0) return []
  const problems = await Promise.all(
    presumedEntries(config).map((entry) => problemsOfEntry(entry, config.file)),
  )
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

/** The plugins as a start would register them, with what only a running hub knows in a form that no check can object to. */
export function presumedEntries(config: Config): readonly PluginEntry[] {
  const { port, enabled } = config.devIdp
  return completeEntries(config, {
    publicUrl: publicUrlAt(config, config.port),
    secrets: config.secrets ?? ['generated when the hub starts'],
    devIdp: enabled
      ? { issuer: `http://127.0.0.1:${port}`, clientId: CLIENT_ID, clientSecret: 'generated too' }
      : undefined,
  })
}
