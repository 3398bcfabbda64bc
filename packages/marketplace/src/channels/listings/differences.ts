/** Compares what a channel has confirmed with what it would get. Pure. */
import { readOfferVersion } from '../../orders/record/offer-version.ts'
import type { ListedOffer, ListingChange } from './schema.ts'

type Fields = Readonly<Record<string, unknown>>
type Value = ListingChange['Current']

/**
 * Returns the fields in which two versions of a product differ. Missing fields are null. Texts of ExtraData count as fields of their own.
 *
 * @example
 * differences({ Name: 'Cup' }, { Name: 'Mug' }) // [{ Field: 'Name', Confirmed: 'Cup', Current: 'Mug' }]
 */
export function differences(confirmed: Fields, current: Fields): ListingChange[] {
  const before = flatten(confirmed)
  const after = flatten(current)
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((Field) => {
    const change = {
      Field,
      Confirmed: before.get(Field) ?? null,
      Current: after.get(Field) ?? null,
    }
    return change.Confirmed === change.Current ? [] : [change]
  })
}

function flatten({ ExtraData, ...fields }: Fields): ReadonlyMap<string, Value> {
  const extra = Object.entries((ExtraData ?? {}) as Fields)
  return new Map([
    ...(Object.entries(fields) as [string, Value][]),
    ...extra.map(([name, text]): [string, Value] => [`ExtraData.${name}`, text as Value]),
  ])
}

/** Reads price and stock from the version of an offer. Null if the version is null, or from before versions said them. */
export function readOffer(version: string | null, baseCurrency: string): ListedOffer | null {
  const offer = readOfferVersion(version)
  return (
    offer && { Price: offer.price, Currency: offer.currency ?? baseCurrency, Stock: offer.stock }
  )
}
