/** The countries to choose from. Pure. */
import { iso31661Alpha2ToNumeric } from 'iso-3166/1-a2-to-1-n.js'

/** A country, as an option of a field. */
export interface CountryOption {
  /** ISO 3166-1 alpha-2, or XK, which the EU and carriers use for Kosovo. */
  readonly value: string
  readonly label: string
}

/**
 * All countries by name, and the given code if it is none of them. Throws a RangeError if that is not two letters.
 *
 * @example countries('').find(({ value }) => value === 'NL')?.label // Netherlands (NL)
 */
export function countries(code: string): readonly CountryOption[] {
  const known = [...Object.keys(iso31661Alpha2ToNumeric), 'XK']
  const codes = code === '' || known.includes(code) ? known : [...known, code]
  // One of each for all codes: to create them takes longer than to use them.
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const { compare } = new Intl.Collator('en')
  return codes
    .map((value) => ({ value, label: `${names.of(value)} (${value})` }))
    .toSorted((one, other) => compare(one.label, other.label))
}
