/** The countries to choose from. Pure. */
import { iso31661Alpha2ToNumeric } from 'iso-3166/1-a2-to-1-n.js'
import { countryName } from '../../values/language.ts'

/** A country, as an option of a field. */
export interface CountryOption {
  /** ISO 3166-1 alpha-2, or XK, which the EU and carriers use for Kosovo. */
  readonly value: string
  readonly label: string
}

/**
 * All countries by name, and the given code if it is none of them.
 *
 * @example countries('').find(({ value }) => value === 'NL')?.label // Netherlands (NL)
 */
export function countries(code: string): readonly CountryOption[] {
  const known = [...Object.keys(iso31661Alpha2ToNumeric), 'XK']
  const codes = code === '' || known.includes(code) ? known : [...known, code]
  return codes
    .map((value) => ({ value, label: `${countryName(value)} (${value})` }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
}
