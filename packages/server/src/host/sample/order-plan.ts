/** The sample orders of the last 60 days: what was bought, and what became of it. The same each time, but for the dates. Pure. */
import type { OrderRequest } from '@entrepot/marketplace'
import { SOLD_PRODUCTS } from './catalogue.ts'

/** When something happened to an order, in hours before now. What has not happened is missing. */
export interface SampleTimes {
  readonly placed: number
  readonly acknowledged?: number
  readonly shipped?: number
  readonly backordered?: number
  readonly cancelled?: number
  readonly returned?: number
  readonly decided?: number
}

/** A sample order. */
export interface SampleOrder {
  readonly number: number
  /** Which channel of the sample customer sends it: the first or the second. */
  readonly channel: 0 | 1
  readonly request: OrderRequest
  readonly times: SampleTimes
  /** Units of the first line that are returned, if any. */
  readonly returned: number
}

const DAYS = 60

/** Hours between one order and the next, over and over: about three orders a day. */
const GAPS = [5, 9, 14, 3, 7, 2, 11, 6, 13, 8] as const

/** The number of the oldest order. */
const FIRST_NUMBER = 1_001

/** Orders that are not acknowledged yet, and acknowledged ones that are not shipped yet. */
const [NEW, OPEN] = [4, 9]

interface Buyer {
  readonly name: readonly [first: string, last: string]
  readonly street: string
  readonly zip: string
  readonly city: string
  readonly country: string
}

const BUYERS: readonly Buyer[] = [
  ['Sanne', 'de Vries', 'Havenstraat 12', '3011 AA', 'Rotterdam', 'NL'],
  ['Jonas', 'Becker', 'Hafenweg 8', '20457', 'Hamburg', 'DE'],
  ['Louise', 'Peeters', 'Kaaistraat 31', '2000', 'Antwerpen', 'BE'],
  ['Daan', 'Bakker', 'Kanaalweg 5', '1011 AB', 'Amsterdam', 'NL'],
  ['Camille', 'Moreau', 'Quai du Port 2', '13002', 'Marseille', 'FR'],
  ['Noor', 'Jansen', 'Sluisplein 9', '3511 LC', 'Utrecht', 'NL'],
  ['Lena', 'Schmidt', 'Speicherallee 40', '28195', 'Bremen', 'DE'],
  ['Thomas', 'Willems', 'Dokstraat 17', '9000', 'Gent', 'BE'],
  ['Fleur', 'Visser', 'Pakhuisplein 3', '9712 GB', 'Groningen', 'NL'],
  ['Antoine', 'Girard', 'Rue du Bassin 6', '76600', 'Le Havre', 'FR'],
  ['Milan', 'Smit', 'Loodsweg 22', '4381 NK', 'Vlissingen', 'NL'],
].map(([first = '', last = '', street = '', zip = '', city = '', country = '']) => {
  return { name: [first, last], street, zip, city, country }
})

/** The prices at which a channel is offered products, by the references of the products. */
export type OfferedPrices = ReadonlyMap<string, number>

/**
 * Returns the sample orders, oldest first. Order 0 of the plan is the newest one.
 *
 * @param prices of the first and of the second channel. A product without one is sold at its own price
 */
export function planSampleOrders(
  now: Date,
  prices: readonly [OfferedPrices, OfferedPrices],
): readonly SampleOrder[] {
  const ages: number[] = []
  for (let age = 1; age < DAYS * 24; age += GAPS[ages.length % GAPS.length] as number) {
    ages.push(age)
  }
  const last = FIRST_NUMBER + ages.length - 1
  return ages
    .map((age, index) => planOrder({ index, placed: age, number: last - index, now, prices }))
    .toReversed()
}

interface Place {
  readonly index: number
  /** Hours before now. */
  readonly placed: number
  readonly number: number
  readonly now: Date
  readonly prices: readonly [OfferedPrices, OfferedPrices]
}

function planOrder({ index, placed, number, now, prices }: Place): SampleOrder {
  const channel = index % 5 < 3 ? 0 : 1
  const { name, street, zip, city, country } = BUYERS[(index * 3) % BUYERS.length] as Buyer
  const [FirstName, LastName] = name
  const [, StreetName = '', HouseNr = ''] = /^(.+) (\d+)$/.exec(street) ?? []
  const lines = linesOf(index, prices[channel])
  const total = lines.reduce((sum, line) => sum + line.Quantity * line.UnitPriceInclVat, 0)
  const request: OrderRequest = {
    ChannelReference: `${channel === 0 ? 'WEB' : 'MKT'}-${number}`,
    Email: `${FirstName}.${LastName}@example.com`.toLowerCase().replaceAll(' ', ''),
    CurrencyCode: 'EUR',
    ShippingCostsInclVat: total < 50 ? 4.95 : 0,
    OrderDate: new Date(now.getTime() - placed * 3_600_000).toISOString(),
    ShippingAddress: {
      ...{ FirstName, LastName, StreetName, HouseNr },
      ...{ ZipCode: zip, City: city, CountryIso: country },
    },
    Lines: lines,
  }
  const times = timesOf(index, placed)
  const ordered = lines[0]?.Quantity ?? 1
  const returned = times.returned === undefined ? 0 : isWholeReturn(index) ? ordered : 1
  return { number, channel, request, times, returned }
}

type SoldProduct = (typeof SOLD_PRODUCTS)[number]

function linesOf(index: number, prices: OfferedPrices): OrderRequest['Lines'] {
  const count = isWholeReturn(index) ? 1 : 1 + ((index * 7) % 3)
  return Array.from({ length: count }, (_, line) => {
    const product =
      line === 0 && isToCorrect(index)
        ? UNKNOWN
        : (SOLD_PRODUCTS[(index * 5 + line * 11) % SOLD_PRODUCTS.length] as SoldProduct)
    const { MerchantProductReference, Price } = product
    return {
      ChannelReference: String(line + 1),
      MerchantProductReference,
      Quantity: 1 + ((index + line * 2) % 3),
      UnitPriceInclVat: prices.get(MerchantProductReference) ?? Price ?? 0,
    }
  })
}

/** A product that the catalogue lacks. */
const UNKNOWN = { MerchantProductReference: 'MUG-GREEN', Price: 9.95 }

/** The first line is of that product. */
const isToCorrect = (index: number) => index === 5 || index === 21

const isWholeReturn = (index: number) => index > OPEN && index % 37 === 9

/** The age of each step. Older orders have gone further. */
function timesOf(index: number, placed: number): SampleTimes {
  if (index < NEW || isToCorrect(index)) return { placed }
  const acknowledged = placed - 1 - (index % 3)
  if (index % 17 === 8 && index < 60) {
    return { placed, acknowledged, backordered: acknowledged - 1 }
  }
  if (index < OPEN) return { placed, acknowledged }
  if (index % 23 === 7) return { placed, acknowledged, cancelled: acknowledged - 3 }
  const shipped = placed - 20 - (index % 5) * 6
  if (index % 13 !== 4 && !isWholeReturn(index)) return { placed, acknowledged, shipped }
  const returned = Math.max(shipped - 24 * (5 + (index % 4)), 2)
  if (index < 60) return { placed, acknowledged, shipped, returned }
  return { placed, acknowledged, shipped, returned, decided: returned - 1 }
}
