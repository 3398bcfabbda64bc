/** Buyers and their addresses, as Tryton has them. */
import type { Schemas } from '@entrepot/client'
import type { Value } from '../values.ts'

type Order = Schemas['OrderResponse']
type Address = Schemas['AddressResponse']

/** An address of a party in Tryton, without its country and subdivision, which are records. */
export interface AddressFields {
  readonly party_name: string
  readonly street: string
  readonly postal_code: string
  readonly city: string
}

/** The name of who lives there; of a company with a person, the person is part of the street. */
export function nameOf(address: Address): string {
  return address.CompanyName ?? personOf(address)
}

function personOf({ FirstName, LastName }: Address): string {
  return [FirstName, LastName].filter(Boolean).join(' ')
}

/** Tryton prints `party_name` above the street, so each address has the name of its own recipient. */
export function addressFields(address: Address, hasSubdivision: boolean): AddressFields {
  const { CompanyName, StreetName, HouseNr, HouseNrAddition, Region } = address
  const street = [StreetName, HouseNr, HouseNrAddition].filter(Boolean).join(' ')
  const person = CompanyName ? personOf(address) : ''
  const region = hasSubdivision ? '' : (Region ?? '')
  return {
    party_name: nameOf(address),
    street: [person, street, region].filter(Boolean).join('\n'),
    postal_code: address.ZipCode ?? '',
    city: address.City ?? '',
  }
}

/**
 * What a party of Tryton is found by: the same buyer of the same channel is one party. A buyer of whom the channel says nothing that lasts
 * is a party of one order.
 */
export function buyerMark(order: Order, mark: string): string {
  const base = mark.split('/').slice(0, 2).join('/')
  const reference = order.ChannelCustomerReference ?? order.Email.trim().toLowerCase()
  return reference === '' ? `${mark}/buyer` : `${base}/buyer/${order.ChannelId}/${reference}`
}

/** A party with what is known of the buyer. `isStrict` is false once Tryton has refused the VAT number or the telephone number. */
export function partyOf(order: Order, mark: string, isStrict: boolean): Value {
  const { BillingAddress, ShippingAddress, Email, Phone, VatNo } = order
  const contacts: Value[] = []
  if (Email !== '') contacts.push({ type: 'email', value: Email })
  if (Phone) contacts.push({ type: isStrict ? 'phone' : 'other', value: Phone })
  const identifiers: Value[] = [{ type: null, code: buyerMark(order, mark) }]
  if (VatNo) identifiers.push({ type: isStrict ? 'eu_vat' : null, code: VatNo })
  return {
    name: nameOf(BillingAddress) || nameOf(ShippingAddress) || Email || order.ChannelReference,
    addresses: [],
    contact_mechanisms: [['create', contacts]],
    identifiers: [['create', identifiers]],
  }
}
