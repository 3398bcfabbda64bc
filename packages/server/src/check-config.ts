/** Looks for what would keep a hub from starting, before anything is started. */
import { DatabaseError, parseDatabaseUrl } from '@entrepot/database'
import { ConfigError, type Problem } from './config/problems.ts'
import type { Config } from './config/types.ts'
import { pluginProblems } from './plugins/check-plugins.ts'
import { presumedEntries } from './sign-in/providers.ts'

/**
 * Looks at what the settings alone do not show: the parts of the database's URL, the packages of the plugins, and their
 * options. Touches no database, no network and no port. `startHub` begins with it, so `entrepot config check` finds what a
 * start would find.
 *
 * @throws ConfigError naming every problem at once
 * @example
 * await checkConfig(await readConfig(process.env))
 */
export async function checkConfig(config: Config): Promise<void> {
  const problems = [...databaseProblems(config), ...(await problemsOfPlugins(config))]
  if (problems.length > 0) throw new ConfigError(problems)
}

function databaseProblems({ databaseUrl }: Config): readonly Problem[] {
  try {
    if (databaseUrl !== undefined) parseDatabaseUrl(databaseUrl)
    return []
  } catch (error) {
    if (!DatabaseError.is(error)) throw error
    return [{ source: undefined, path: 'database.url', message: error.message }]
  }
}

async function problemsOfPlugins(config: Config): Promise<readonly Problem[]> {
  // What the hub adds by itself needs no check, and would be loaded before the database starts instead of meanwhile.
  if (config.plugins.length === 0) return []
  return await pluginProblems(presumedEntries(config), config.file)
}
