/** Addresses as they are stored. No order is refused for the shape of an address: what is odd about it is a warning. Pure. */
import { cutOff, toLine } from '@entrepot/catalogues'
import { countryHint, isCountry, meantCountry } from '../../../kit/shared/countries.ts'
import { type Address, GENDERS, type StoredAddress, type Warning } from './schema.ts'

/** Maximum number of characters of each part of an address. */
export const MAX_ADDRESS_TEXT = 255

/** Countries without postal codes, or where few people use them. */
const WITHOUT_ZIP_CODE: ReadonlySet<string> = new Set(
  (
    'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GM GN GQ GY HK IE JM KI KM KN KP ' +
    'LC ML MO MR MW NR NU PA QA RW SB SC SL SR ST SX SY TD TG TK TL TO TT TV UG VC VU YE ZW'
  ).split(' '),
)

/** What a shipment needs. */
const NEEDED = ['StreetName', 'ZipCode', 'City', 'CountryIso'] as const

/** An address to store, and what is odd about it. */
export interface ReadAddress {
  readonly address: StoredAddress
  readonly warnings: readonly Warning[]
}

/**
 * Reads an address of a request. Line breaks, tabs and other control characters become blanks; empty parts become null.
 *
 * @param path of the address, such as `/ShippingAddress`
 * @example
 * readAddress({ City: 'Leeds\n', CountryIso: 'UK' }, '/ShippingAddress')
 * // { address: { City: 'Leeds', CountryIso: 'GB' }, warnings: [{ Code: 'COUNTRY_CORRECTED', ... }, ...] }
 */
export function readAddress(given: Address, path: string): ReadAddress {
  const warnings: Warning[] = []
  const warn: Warn = (Code, name, Message) =>
    warnings.push({ Code, Path: `${path}/${name}`, Message })
  const parts: Parts = {}
  for (const [name, value] of Object.entries(given)) parts[name] = readPart(name, value, warn)
  if (parts.CountryIso) parts.CountryIso = readCountry(parts.CountryIso, warn)
  if (parts.Gender) parts.Gender = readGender(parts.Gender, warn)
  for (const name of NEEDED) {
    const isNeeded = name !== 'ZipCode' || !WITHOUT_ZIP_CODE.has(parts.CountryIso ?? '')
    const isOdd = warnings.some(({ Path }) => Path === `${path}/${name}`)
    if (isNeeded && !parts[name] && !isOdd) warn('MISSING', name, 'is missing')
  }
  return { address: parts as StoredAddress, warnings }
}

type Parts = Record<string, string | null>
type Warn = (Code: Warning['Code'], name: string, Message: string) => void

function readPart(name: string, value: unknown, warn: Warn): string | null {
  // As in imports. Numbers are written as text.
  const text = toLine(String(value ?? '').toWellFormed())
  if (text.length > MAX_ADDRESS_TEXT) {
    const kept = `only the first ${MAX_ADDRESS_TEXT} are stored`
    warn('TEXT_CUT', name, `had ${text.length} characters: ${kept}`)
  }
  return cutOff(text, MAX_ADDRESS_TEXT) || null
}

function readCountry(text: string, warn: Warn): string | null {
  if (isCountry(text)) return text
  const meant = meantCountry(text) ?? null
  if (meant === null) {
    warn('UNKNOWN_COUNTRY', 'CountryIso', `${JSON.stringify(text)} is no country: it is left out`)
  } else if (meant !== text.toUpperCase()) {
    warn('COUNTRY_CORRECTED', 'CountryIso', countryHint(text) as string)
  }
  return meant
}

function readGender(text: string, warn: Warn): string | null {
  const gender = GENDERS.find((known) => known === text.toUpperCase()) ?? null
  if (gender === null) {
    const known = GENDERS.join(', ')
    warn('UNKNOWN_VALUE', 'Gender', `${JSON.stringify(text)} is none of ${known}: it is left out`)
  }
  return gender
}
