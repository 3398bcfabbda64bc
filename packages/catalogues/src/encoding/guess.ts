/** What the encoding of a file may be, for people who are asked. */
import { analyse } from 'chardet'
import { CatalogueError } from '../errors.ts'
import { CATALOGUE_ENCODINGS, type CatalogueEncoding } from '../types.ts'

const MAX_GUESSES = 4
const MAX_SAMPLE = 60

/** What is offered if no line tells encodings apart. */
const USUAL = ', such as utf-8, windows-1252 or shift_jis'

/** Encodings that are offered even if nothing points to them. */
const COMMON: readonly CatalogueEncoding[] = ['windows-1252', 'windows-1250', 'windows-1251']

/**
 * The encoding of a label of the Encoding Standard, such as `latin1` for windows-1252. Undefined if it is none.
 *
 * @example
 * findEncoding('iso-8859-1') // 'windows-1252'
 */
export function findEncoding(label: string): CatalogueEncoding | undefined {
  try {
    const { encoding } = new TextDecoder(label)
    return CATALOGUE_ENCODINGS.find((known) => known === encoding)
  } catch {
    return undefined
  }
}

/** The error for a file whose encoding is not known: the likely ones, and what the first line with a letter beyond ASCII is in each. */
export function unclearEncoding(bytes: Uint8Array, problem: string): CatalogueError {
  const likely = analyse(bytes).flatMap(({ name }) => findEncoding(name) ?? [])
  const guesses: string[] = []
  for (const encoding of new Set([...likely, ...COMMON])) {
    const sample = sampleOf(bytes, encoding)
    if (sample !== undefined) guesses.push(`${encoding} reads ${JSON.stringify(sample)}`)
  }
  const advice = guesses.length === 0 ? USUAL : `: ${guesses.slice(0, MAX_GUESSES).join('; ')}`
  const message = `${problem}. Set the encoding${advice}.`
  return new CatalogueError('CATALOGUE_ENCODING_UNKNOWN', message)
}

/** The first line with a letter beyond ASCII. Undefined if the bytes are invalid in the encoding. */
function sampleOf(bytes: Uint8Array, encoding: CatalogueEncoding): string | undefined {
  const text = new TextDecoder(encoding).decode(bytes)
  // The bytes may end within a character.
  if (text.slice(0, -2).includes('\uFFFD')) return undefined
  const line = text.split(/[\r\n]+/).find((one) => /[^\0-\x7F]/.test(one))
  if (line === undefined || /\p{Cc}/u.test(line.replaceAll('\t', ' '))) return undefined
  const at = Math.max(0, line.search(/[^\0-\x7F]/) - MAX_SAMPLE / 2)
  return line.slice(at, at + MAX_SAMPLE)
}
