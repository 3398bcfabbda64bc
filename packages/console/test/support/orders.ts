/** Orders of the sample channel. */
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { ConsoleHub } from './console.ts'

const ADDRESS = {
  FirstName: 'Nora',
  LastName: 'Example',
  StreetName: 'Harbour street',
  HouseNr: '12',
  ZipCode: '1011 AB',
  City: 'Amsterdam',
  CountryIso: 'NL',
}

/** An order as the hub answers it. */
export interface Order {
  readonly Id: number
  readonly Status: string
  readonly MerchantReference: string | null
  readonly Lines: readonly {
    readonly Id: number
    readonly ShippedQuantity: number
    readonly ReturnedQuantity: number
  }[]
}

/** Sends an order of the sample channel, by default of two mugs and a T-shirt. */
export async function sendOrder(
  hub: ConsoleHub,
  reference: string,
  products: Readonly<Record<string, number>> = { 'MUG-RED': 2, 'TEE-M': 1 },
): Promise<number> {
  const { Id } = (await hub.call('channel', 'POST', '/orders', {
    ChannelReference: reference,
    Email: 'nora@example.com',
    CurrencyCode: 'EUR',
    ShippingAddress: ADDRESS,
    Lines: Object.entries(products).map(([product, quantity], index) => ({
      ChannelReference: `${reference}-${index + 1}`,
      MerchantProductReference: product,
      Quantity: quantity,
      UnitPriceInclVat: 9.95,
    })),
  })) as { Id: number }
  return Id
}

/** Reads an order as the merchant. */
export async function readOrder(hub: ConsoleHub, id: number): Promise<Order> {
  return await hub.call('merchant', 'GET', `/orders/id/${id}`)
}

/** Types another reference than the one that the hub proposes, once the proposal is there. */
export async function nameOrder(acknowledge: Locator, reference: string): Promise<void> {
  const input = acknowledge.getByLabel('Your reference')
  await expect.poll(async () => await input.inputValue()).not.toBe('')
  await input.fill(reference)
}
