import { InvalidArgumentError } from 'commander'
import { isRole, ROLE_NAMES, type Role } from '../../people/members/roles.ts'

/** Parses an id as the lists print it. */
export function parseId(text: string): string {
  if (/^[1-9]\d{0,17}$/.test(text)) return text
  throw new InvalidArgumentError('It must be an id, a whole number from 1.')
}

/** Parses the id of a channel. It is a number in the API, so it must be exact as a number. */
export function parseChannelId(text: string): number {
  const id = Number(parseId(text))
  if (Number.isSafeInteger(id)) return id
  throw new InvalidArgumentError(`There is no channel ${text}.`)
}

/** Parses a number that is not negative. */
export function parseNumber(text: string): number {
  const number = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && Number.isFinite(number)) return number
  throw new InvalidArgumentError('It must be a number, 0 or more, such as 21 or 5.5.')
}

/** A name and a value. */
export type Pair = readonly [name: string, value: string]

/** Makes the parser of an option with pairs, such as `status=NEW`. */
export function pairParser(pattern: RegExp, example: string) {
  return (text: string, earlier: readonly Pair[] = []): readonly Pair[] => {
    const [, name, value] = pattern.exec(text) ?? []
    if (name === undefined || value === undefined)
      throw new InvalidArgumentError(`It must be a name and a value, such as ${example}.`)
    return [...earlier, [name, value]]
  }
}

/** Parses the role of a member. */
export function parseRole(text: string): Role {
  if (isRole(text)) return text
  throw new InvalidArgumentError(`It must be one of ${ROLE_NAMES.join(', ')}.`)
}
