/** The message of a refusal, in the words of the command. Pure. */
import type { Issue, Refusal } from '@entrepot/marketplace'
import type { Command, Option } from 'commander'

/** The definition of the command whose input was refused. */
type Input = Pick<Command, 'options' | 'registeredArguments'>

/** Formats a refusal. Issues of the input name the options of the command instead of JSON pointers. */
export function explainRefusal({ code, detail, errors }: Refusal<string>, command: Input): string {
  const issues = errors.map((issue) => `${nameOf(issue, command)} ${issue.message}.`)
  const [first = detail, ...more] = issues
  const reason =
    more.length === 0 ? [first] : ['Some values are invalid:', ...issues.map((one) => `  - ${one}`)]
  return [...reason, `(${code})`].join('\n')
}

/**
 * The option that an issue is about. `/Selection/Brands/0` is the first value of `--brands`, and `/channelId` is `--channel`, because the
 * options that choose a record are named without `-id`.
 */
export function nameOf(
  { path }: Pick<Issue, 'path'>,
  { options, registeredArguments }: Input,
): string {
  const parts = path.split('/').slice(1)
  for (const [index, part] of [...parts.entries()].toReversed()) {
    const option = optionOf(part, options)
    if (option === undefined) continue
    const position = option.variadic ? Number(parts[index + 1]) : Number.NaN
    return Number.isNaN(position) ? `${option.long}` : `Value ${position + 1} of ${option.long}`
  }
  if (parts.length === 0) return 'The input'
  const argument = registeredArguments.find((one) => one.name() === parts[0])
  return argument ? `<${argument.name()}>` : parts.join('.')
}

function optionOf(part: string, options: readonly Option[]): Option | undefined {
  const field = part.charAt(0).toLowerCase() + part.slice(1)
  const shown = options.filter(({ hidden }) => !hidden)
  const named = (name: string) => shown.find((option) => option.attributeName() === name)
  return (
    named(field) ?? named(field.replace(/Id$/, '')) ?? named(field.replace(/Seconds$/, 'Hours'))
  )
}
