/** Shows a configuration as YAML, without its secrets. */
import type { Config } from './types.ts'

/**
 * Names of settings whose values are nobody's business, in options of plugins too. `token`, `pem` and `pass` only at the end:
 * `tokenUrl` and `accessTokenTtl` are no secrets.
 */
const SECRET_NAME =
  /secret|passw|passphrase|pwd|credential|cookie|authorization|(api|access|private|signing|encryption)[-_]?key|(tokens?|pem|pass)$/i

/** What nobody may see, whatever its name: RFC 7468, section 10. */
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/

/** What stands for a value of the environment, and is none. */
const PLACEHOLDER = /^(\$\{\w+\})+$/

const HIDDEN = '[hidden]'

/**
 * The configuration as YAML, with the names of `entrepot.yaml`. Options of plugins are shown as they are written, with
 * `${NAME}` for what comes from the environment.
 *
 * Secrets are known by their names, private keys by how they begin, and passwords by their place in URLs: another one that
 * is written into the file under a name that says nothing is shown.
 */
export async function showConfig(config: Config): Promise<string> {
  const { stringify } = await import('yaml')
  const { isProduction: _, file: __, databaseUrl, secrets, plugins, ...rest } = config
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
