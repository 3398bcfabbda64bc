import type { Fault, Path } from './fault.ts'
import { mapTexts } from './map-texts.ts'

/** `${NAME}`, or `$${`, which writes `${` itself. */
const PLACEHOLDER = /\$(\$\{|\{([^}]*)\})/g

/** Names of environment variables: POSIX.1-2024, section 8.1. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Settings after substitution, and what could not be substituted. */
export interface Substituted {
  /** A copy of the settings. A placeholder with a fault is replaced by nothing. */
  readonly value: unknown
  /** In the order in which the placeholders stand; two of one text are two faults. */
  readonly faults: readonly Fault[]
}

/**
 * Replaces `${NAME}` in settings by the environment variable of that name.
 *
 * - It is replaced anywhere in a text: several times, and in lists and groups of any depth. Names of settings are left as they are.
 * - `$${` writes `${` itself.
 * - A variable that is not set or empty is a fault, and so is a placeholder that does not name a variable. `${` without a `}`
 *   behind it is text.
 * - Placeholders do not nest, and what a variable holds is not looked at again.
 * - Only texts of plain objects and lists are looked at; functions and instances of classes are taken over as they are.
 *
 * The result of a placeholder is always text: `compileSettings` makes numbers and switches of it where the schema wants them.
 *
 * @param env where names are looked up, such as `process.env`
 * @example
 * substitute({ url: 'https://${HOST}/oauth' }, { HOST: 'shop.example' }).value // { url: 'https://shop.example/oauth' }
 */
export function substitute(
  settings: unknown,
  env: Readonly<Record<string, string | undefined>>,
): Substituted {
  const faults: Fault[] = []
  const value = mapTexts(settings, (text, path) =>
    text.replace(PLACEHOLDER, (_, escaped: string, name: string | undefined) => {
      if (name === undefined) return escaped
      // Its own: every object has a `constructor`.
      const held = Object.hasOwn(env, name) ? env[name] : undefined
      if (!held) faults.push(faultOf(name, held, path))
      return held ?? ''
    }),
  )
  return { value, faults }
}

/** A name that is not valid is not repeated: it may be part of a password that holds `${`. */
function faultOf(name: string, held: string | undefined, path: Path): Fault {
  if (!NAME.test(name)) {
    const message = `holds a placeholder without the name of an environment variable: letters, digits and _. Write $$\{ for the text $\{`
    return { path, message }
  }
  const state = held === undefined ? 'not set' : 'empty'
  const message = `needs the environment variable ${name}, which is ${state}. Set it, or write the value here`
  return { path, message }
}

/**
 * The faults of settings but for those of texts that could not be completed, of which nothing more can be said.
 *
 * @param unset the faults of {@link substitute}
 * @example
 * const { value, faults: unset } = substitute(settings, process.env)
 * const faults = [...unset, ...omitIncomplete(check(value).faults, unset)]
 */
export function omitIncomplete(
  faults: readonly Fault[],
  unset: readonly Fault[],
): readonly Fault[] {
  const isIncomplete = ({ path }: Fault) =>
    unset.some((one) => one.path.every((part, index) => part === path[index]))
  return faults.filter((fault) => !isIncomplete(fault))
}
