/** Finds errors of the configuration before anything is started. */
import { ConfigError, type Problem } from '../config/problems.ts'
import { OAUTH_PACKAGE, providerIssues } from '../config/provider-rules.ts'
import { databaseIssues } from '../config/rules.ts'
import type { Config } from '../config/types.ts'
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
  const problems = [
    ...[...databaseIssues(config), ...providerIssues(config)].map((issue) => ({
      source: config.locate(issue.path),
      path: issue.path.join('.'),
      message: issue.message,
    })),
    ...(await problemsOfPlugins(config)).map((problem) => nameOrigin(problem, config)),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
}

async function problemsOfPlugins(config: Config): Promise<readonly Problem[]> {
  // The entry that the hub adds itself needs no check, and loading it here would delay the start of the database.
  if (config.plugins.length === 0) return []
  return await pluginProblems(presumedEntries(config), config.file)
}

/** The hub derives the redirect URI from `publicUrl`, so that is the setting to add if both are missing. */
function nameOrigin(problem: Problem, { plugins, publicUrl }: Config): Problem {
  const entry = plugins.find(({ name }) => problem.path === `plugins.${name}.redirectUri`)
  const isMissing = entry?.package === OAUTH_PACKAGE && entry.options.redirectUri === undefined
  if (!isMissing || publicUrl !== undefined) return problem
  const message = `is required for the sign-in of plugins.${entry.name}. Set it to the origin that people open, such as https://hub.example.`
  return { source: undefined, path: 'publicUrl', message }
}
