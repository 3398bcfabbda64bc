import type { Issue, Path } from './issue.ts'
import { mapTexts } from './map-texts.ts'

/** `${NAME}`, or `$${`, which writes `${` itself. */
const PLACEHOLDER = /\$(\$\{|\{([^}]*)\})/g

/** Names of environment variables: POSIX.1-2024, section 8.1. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The result of {@link substitute}. */
export interface Substituted {
  /** A copy of the settings. A placeholder with an issue is replaced by empty text. */
  readonly value: unknown
  /** One issue for each placeholder that could not be replaced, in their order. */
  readonly issues: readonly Issue[]
}

/**
 * Replaces `${NAME}` in settings by the environment variable of that name.
 *
 * - All placeholders of a text are replaced, in lists and objects of any depth. Names of settings are not replaced.
 * - `$${` results in `${`.
 * - A variable that is not set or empty is an issue, and so is a placeholder with an invalid name. `${` without a following `}` is text.
 * - Placeholders cannot be nested, and the value of a variable is not substituted again.
 * - Functions and instances of classes are kept as they are.
 *
 * The result of a placeholder is always text; `compileSettings` converts it to a number or a boolean if the schema requires one.
 *
 * @param env where names are looked up, such as `process.env`
 * @example
 * substitute({ url: 'https://${HOST}/oauth' }, { HOST: 'shop.example' }).value // { url: 'https://shop.example/oauth' }
 */
export function substitute(
  settings: unknown,
  env: Readonly<Record<string, string | undefined>>,
): Substituted {
  const issues: Issue[] = []
  const value = mapTexts(settings, (text, path) =>
    text.replace(PLACEHOLDER, (_, escaped: string, name: string | undefined) => {
      if (name === undefined) return escaped
      // Own properties only: every object inherits `constructor`.
      const held = Object.hasOwn(env, name) ? env[name] : undefined
      if (!held) issues.push(issueOf(name, held, path))
      return held ?? ''
    }),
  )
  return { value, issues }
}

/** The message does not contain an invalid name: it may be part of a password that contains `${`. */
function issueOf(name: string, held: string | undefined, path: Path): Issue {
  if (!NAME.test(name)) {
    const message = `holds a placeholder without the name of an environment variable: letters, digits and _. Write $$\{ for the text $\{`
    return { path, message }
  }
  const state = held === undefined ? 'not set' : 'empty'
  const message = `needs the environment variable ${name}, which is ${state}. Set it, or write the value here`
  return { path, message }
}

/**
 * Returns the issues without those of settings whose placeholders could not be replaced: their values are incomplete, so other issues of
 * them are not meaningful.
 *
 * @param unset the issues of {@link substitute}
 * @example
 * const { value, issues: unset } = substitute(settings, process.env)
 * const issues = [...unset, ...omitIncomplete(check(value).issues, unset)]
 */
export function omitIncomplete(
  issues: readonly Issue[],
  unset: readonly Issue[],
): readonly Issue[] {
  const isIncomplete = ({ path }: Issue) =>
    unset.some((one) => one.path.every((part, index) => part === path[index]))
  return issues.filter((issue) => !isIncomplete(issue))
}
