/** Addresses as text. Pure. */
import type { Schemas } from '@entrepot/client'
import { countryName } from '../components/values/language.ts'

type Address = Schemas['AddressResponse']

/** The name on an address: of the person, else of the company. */
export function nameOf({ FirstName, LastName, CompanyName }: Address): string {
  const person = [FirstName, LastName].filter(Boolean).join(' ')
  return person || CompanyName || 'Unknown'
}

/** The lines of an address, as on a label. @param language of the name of the country */
export function linesOf(address: Address, language?: string): readonly string[] {
  const { CompanyName, StreetName, HouseNr, HouseNrAddition, ZipCode, City, Region, CountryIso } =
    address
  const person = nameOf(address)
  return [
    person,
    CompanyName === person ? '' : CompanyName,
    [StreetName, HouseNr, HouseNrAddition].filter(Boolean).join(' '),
    [ZipCode, City].filter(Boolean).join(' '),
    Region,
    CountryIso && countryName(CountryIso, language),
  ].filter((line): line is string => Boolean(line))
}
