/** Finds or makes the party and the addresses of an order. */
import type { Schemas } from '@entrepot/client'
import { addressFields, buyerMark, partyOf } from './map/party.ts'
import { refuse } from './outcome.ts'
import { type Row, type Tryton, TrytonError } from './rpc.ts'

type Order = Schemas['OrderResponse']
type Address = Schemas['AddressResponse']

export interface PartyRecords {
  readonly party: number
  readonly invoiceAddress: number
  readonly shipmentAddress: number
}

export async function writeParty(
  tryton: Tryton,
  order: Order,
  mark: string,
): Promise<PartyRecords> {
  // Before anything is made: an order to an unknown country leaves no party.
  const invoice = await placeOf(tryton, order.BillingAddress)
  const shipment = await placeOf(tryton, order.ShippingAddress)
  const party =
    (await findParty(tryton, buyerMark(order, mark))) ?? (await makeParty(tryton, order, mark))
  const shipmentAddress = await writeAddress(tryton, party, order.ShippingAddress, shipment)
  const invoiceAddress = await writeAddress(tryton, party, order.BillingAddress, invoice)
  return { party, invoiceAddress, shipmentAddress }
}

async function findParty(tryton: Tryton, code: string): Promise<number | undefined> {
  const domain = [['code', '=', code]]
  const [found] = await tryton.search('party.identifier', domain, ['party'], { limit: 1 })
  return found === undefined ? undefined : Number(found.party)
}

/** Tryton checks VAT and telephone numbers. The buyer's order does not wait for a better number. */
async function makeParty(tryton: Tryton, order: Order, mark: string): Promise<number> {
  try {
    return await tryton.create('party.party', partyOf(order, mark, true))
  } catch (error) {
    if (!(error instanceof TrytonError)) throw error
    return tryton.create('party.party', partyOf(order, mark, false))
  }
}

interface Place {
  readonly country: number | null
  readonly subdivision: number | null
}

async function placeOf(tryton: Tryton, { CountryIso, Region }: Address): Promise<Place> {
  if (CountryIso === null) return { country: null, subdivision: null }
  const [country] = await tryton.search('country.country', [['code', '=', CountryIso]], ['id'])
  if (country === undefined) {
    return refuse(
      'country_unknown',
      `Tryton has no country ${CountryIso}.`,
      `Create the country ${CountryIso} in Tryton, or load all with trytond_import_countries, and retry.`,
    )
  }
  return { country: country.id, subdivision: await subdivisionOf(tryton, country.id, Region) }
}

async function subdivisionOf(tryton: Tryton, country: number, region: string | null) {
  if (!region) return null
  const domain = [
    ['country', '=', country],
    ['OR', ['name', '=', region], ['code', 'like', `%-${region}`]],
  ]
  const found = await tryton.search('country.subdivision', domain, ['id'], { limit: 2 })
  return found.length === 1 ? (found[0]?.id ?? null) : null
}

/** An address with the same content is used again, so that a repeat makes none. */
async function writeAddress(
  tryton: Tryton,
  party: number,
  address: Address,
  place: Place,
): Promise<number> {
  const content = { ...addressFields(address, place.subdivision !== null), ...place }
  const known = await tryton.search('party.address', [['party', '=', party]], Object.keys(content))
  const same = known.find((row) => hasContent(row, content))
  return same?.id ?? tryton.create('party.address', { party, ...content })
}

const hasContent = (row: Row, content: Readonly<Record<string, unknown>>) =>
  Object.entries(content).every(([name, value]) => (row[name] ?? '') === (value ?? ''))
