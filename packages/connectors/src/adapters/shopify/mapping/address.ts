import type { Schemas } from '@entrepot/client'

export interface MailingAddress {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly company: string | null
  readonly address1: string | null
  readonly address2: string | null
  readonly zip: string | null
  readonly city: string | null
  readonly provinceCode: string | null
  readonly province: string | null
  readonly countryCodeV2: string | null
  readonly phone: string | null
}

/** Shopify keeps the street and the number in one line, and the hub apart: a number at the end goes to its own field. */
export function readAddress(address: MailingAddress): Schemas['Address'] {
  const { street, number, addition } = splitStreet(address.address1 ?? '')
  return {
    FirstName: address.firstName,
    LastName: address.lastName,
    CompanyName: address.company,
    StreetName: street || null,
    HouseNr: number ?? null,
    HouseNrAddition: [addition, address.address2].filter(Boolean).join(' ') || null,
    ZipCode: address.zip,
    City: address.city,
    Region: address.province ?? address.provinceCode,
    CountryIso: address.countryCodeV2,
  }
}

/** "Keizersgracht 12 b" has a number at its end, "12 Main Street" at its start: that one stays in the street. */
function splitStreet(line: string): { street: string; number?: string; addition?: string } {
  const match =
    /^(?<street>\D.*?)[\s,]+(?<number>\d+)(?:[\s-]*(?<addition>[a-z]{1,3}|[-/]\d+\w?))?$/i.exec(
      line.trim(),
    )
  if (!match?.groups) return { street: line.trim() }
  const { street = '', number = '', addition } = match.groups
  return { street, number, ...(addition ? { addition } : {}) }
}

/** For an order that is created in Shopify. Parts that the hub does not have are left out. */
export function writeAddress(address: Schemas['AddressResponse'], phone: string | null) {
  const number = [address.HouseNr, address.HouseNrAddition].filter(Boolean).join(' ')
  const parts = {
    firstName: address.FirstName,
    lastName: address.LastName,
    company: address.CompanyName,
    address1: [address.StreetName, number].filter(Boolean).join(' '),
    zip: address.ZipCode,
    city: address.City,
    provinceCode: provinceCode(address),
    countryCode: address.CountryIso,
    phone,
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value))
}

/** Shopify takes codes of provinces ("ON"), which the hub may have with the country in front ("CA-ON"). Names are left out. */
function provinceCode({ Region, CountryIso }: Schemas['AddressResponse']): string | undefined {
  const code = Region?.toUpperCase().replace(`${CountryIso}-`, '')
  return code && /^[A-Z0-9]{1,3}$/.test(code) ? code : undefined
}
