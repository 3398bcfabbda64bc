/** `${NAME}` in settings: replaced from the environment before anything else looks at them. */
import type { ConfigProblem } from '../errors.ts'

const PLACEHOLDER = /\$\{([^}]*)\}/g

/** Names that POSIX allows for environment variables. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Settings after substitution, and what could not be substituted. */
export interface Substituted {
  readonly value: unknown
  readonly problems: readonly ConfigProblem[]
}

/**
 * Replaces `${NAME}` anywhere in the strings of plain objects and lists. Everything else (functions, stores, clients)
 * is left as it is. What a variable holds is not looked at again.
 *
 * @param env where names are looked up; an empty value counts as set
 * @example
 * substitute({ url: 'https://${HOST}/oauth' }, { HOST: 'shop.example' }).value // { url: 'https://shop.example/oauth' }
 */
export function substitute(settings: unknown, env: NodeJS.ProcessEnv): Substituted {
  const problems: ConfigProblem[] = []
  const value = mapTexts(settings, (text, path) => substituteText(text, path, env, problems))
  return { value, problems }
}

/**
 * A copy in which every string of plain objects and lists is replaced.
 *
 * @param replace is given the string and its dotted path
 */
export function mapTexts(
  settings: unknown,
  replace: (text: string, path: string) => unknown,
): unknown {
  const walk = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') return replace(value, path)
    if (Array.isArray(value)) return value.map((item, index) => walk(item, join(path, index)))
    if (!isPlainObject(value)) return value
    const entries = Object.entries(value).map(([key, item]) => [key, walk(item, join(path, key))])
    return Object.fromEntries(entries)
  }
  return walk(settings, '')
}

function substituteText(
  text: string,
  path: string,
  env: NodeJS.ProcessEnv,
  problems: ConfigProblem[],
): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => {
    // Its own: every object has a `constructor`.
    const held = Object.hasOwn(env, name) ? env[name] : undefined
    if (!NAME.test(name)) {
      problems.push({ path, message: `holds ${placeholder}: name an environment variable` })
    } else if (held === undefined) {
      problems.push({ path, message: `needs the environment variable ${name}, which is not set` })
    }
    return held ?? ''
  })
}

/** Whether a value is an object literal or read from YAML or JSON: not an instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function join(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}.${key}`
}
