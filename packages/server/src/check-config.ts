/** Finds errors of the configuration before anything is started. */
import { DatabaseError, parseDatabaseUrl } from '@entrepot/database'
import { ConfigError, type Problem } from './config/problems.ts'
import type { Config } from './config/types.ts'
import { pluginProblems } from './plugins/check-plugins.ts'
import { presumedEntries } from './sign-in/providers.ts'

/**
 * Checks what the schema of the settings cannot express: the URL of the database, the packages of the plugins, and their options.
 * Uses no database, no network and no port. `startHub` calls it first, so `entrepot config check` finds the same errors as a start.
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
  // The entry that the hub adds itself needs no check, and loading it here would delay the start of the database.
  if (config.plugins.length === 0) return []
  return await pluginProblems(presumedEntries(config), config.file)
}
