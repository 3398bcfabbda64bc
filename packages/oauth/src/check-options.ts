/** Checks options without starting anything. */

import type { CodeOptions } from './config/options.ts'
import { proxyProblems } from './config/proxy-problems.ts'
import { readConfig } from './config/read-config.ts'
import type { FileOptions } from './config/schema.ts'
import { readPinned } from './mcp/keys/key-ring.ts'
import { type ConfigProblem, OAuthError } from './shared/errors.ts'

/**
 * Returns every problem of the options in a configuration file for which the plugin would refuse to start. Nothing is started, and
 * neither the store nor the network is used. An empty list means that the plugin starts if its store can be reached.
 *
 * Options that can only be set in code, such as `store`, are reported as problems, because a file cannot contain them. The
 * exception is `substitute`, which says how the other options are read.
 *
 * @example
 * for (const { path, message } of await checkOptions(parse(await readFile('oauth.yaml', 'utf8')))) {
 *   console.error(`${path} ${message}`) // providers.google.colour is not a setting
 * }
 */
export async function checkOptions(
  options: FileOptions & Pick<CodeOptions, 'substitute'>,
): Promise<readonly ConfigProblem[]> {
  const { substitute, ...file } = options
  try {
    const { mcp } = readConfig(file, process.env, { substitute, others: proxyProblems() })
    if (mcp?.signingKeyPem) await readPinned(mcp, mcp.signingKeyPem)
    return []
  } catch (error) {
    if (!OAuthError.is(error) || error.code !== 'OAUTH_CONFIG') throw error
    return error.problems
  }
}
