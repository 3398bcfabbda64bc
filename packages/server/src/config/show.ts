/** Shows a configuration as YAML, without its secrets. */
import type { Config } from './types.ts'

/**
 * Names of settings whose values are secrets, also in options of plugins. `token`, `pem` and `pass` match only at the end of a name,
 * because `tokenUrl` and `accessTokenTtl` are not secrets.
 */
const SECRET_NAME =
  /secret|passw|passphrase|pwd|credential|cookie|authorization|(api|access|private|signing|encryption)[-_]?key|(tokens?|pem|pass)$/i

/** Private keys are hidden under every name (RFC 7468, section 10). */
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/

/** A placeholder for a variable, which is not a secret itself. */
const PLACEHOLDER = /^(\$\{\w+\})+$/

const HIDDEN = '[hidden]'

/**
 * Returns the configuration as YAML, with the names of `entrepot.yaml`. Options of plugins are shown as they are in the file, with
 * `${NAME}` for values from the environment.
 *
 * Secrets are recognised by the names of their settings, private keys by their first line, and passwords by their place in URLs. A
 * secret that is written into the file under another name is shown.
 */
export async function showConfig(config: Config): Promise<string> {
  const { stringify } = await import('yaml')
  const { isProduction: _, file: __, locate: ___, hasTraces: ____, ...settings } = config
  const { databaseUrl, secrets, plugins, ...rest } = settings
  const entries = plugins.map(({ name, package: packageName, written }) => [
    name,
    { package: packageName, ...written },
  ])
  const shown = {
    ...rest,
    database: { url: databaseUrl ?? 'embedded' },
    secret: secrets === undefined ? 'generated' : HIDDEN,
    plugins: Object.fromEntries(entries),
  }
  return stringify(hideSecrets(shown))
}

function hideSecrets(value: unknown, name = ''): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    if (PLACEHOLDER.test(String(value))) return value
    if (SECRET_NAME.test(name) && value !== 'generated') return HIDDEN
    if (PRIVATE_KEY.test(String(value))) return HIDDEN
    return typeof value === 'string' ? hidePassword(value) : value
  }
  if (Array.isArray(value)) return value.map((item) => hideSecrets(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, hideSecrets(item, key)]),
  )
}

/** `scheme://user:password@host`, and libpq's `?password=`. */
function hidePassword(text: string): string {
  return text
    .replace(/^([a-z][a-z\d+.-]*:\/\/[^/:@]*):[^@]*@/i, `$1:${HIDDEN}@`)
    .replace(/([?&]password=)[^&]*/i, `$1${HIDDEN}`)
}
