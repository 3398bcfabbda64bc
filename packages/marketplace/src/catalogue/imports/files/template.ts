/** A file to begin with. Pure. */
import { stringify } from 'csv-stringify/sync'
import type { Customer } from '../../../kit/principals/customer.ts'
import { minorUnits } from '../../../kit/shared/currencies.ts'
import type { ProductRequest } from '../../products/schema.ts'

/** The row of the example: a child would need its parent in the file. */
const EXAMPLE = {
  MerchantProductReference: 'MUG-RED',
  Name: 'Red mug',
  Description: 'A mug of stoneware, 300 ml.',
  Brand: 'Kiln',
  Ean: '4006381333931',
  ManufacturerProductNumber: 'K-300-R',
  Size: '300 ml',
  Color: 'red',
  Stock: 12,
  ShippingTime: '1 to 2 days',
  CategoryTrail: 'Home > Kitchen > Mugs',
  ImageUrl: 'https://shop.example/images/mug-red.jpg',
  Url: 'https://shop.example/mug-red',
  IsActive: true,
} as const satisfies Partial<ProductRequest>

/** In the smallest units of the currency. */
const PRICES = { Price: 1295, MSRP: 1495, PurchasePrice: 540 } as const

/**
 * A CSV with the names of the fields and one row. It begins with a byte order mark, by which spreadsheets know that it is UTF-8.
 *
 * @example
 * writeTemplate(customer, ',') // 'MerchantProductReference;Name;...'
 */
export function writeTemplate(
  { baseCurrency, defaultVatRate }: Pick<Customer, 'baseCurrency' | 'defaultVatRate'>,
  decimal: '.' | ',' = '.',
): string {
  const decimals = minorUnits(baseCurrency)
  const prices = Object.entries(PRICES).map(([name, units]) => {
    const amount = (units / 10 ** decimals).toFixed(decimals)
    return [name, amount.replace('.', decimal)]
  })
  const row = {
    ...EXAMPLE,
    ...Object.fromEntries(prices),
    VatRate: String(defaultVatRate).replace('.', decimal),
  }
  const delimiter = decimal === ',' ? ';' : ','
  const cast = { boolean: (value: boolean) => (value ? 'yes' : 'no') }
  return stringify([row], { header: true, bom: true, delimiter, cast, record_delimiter: 'windows' })
}
