/** The sample products: eight parents with children, and some single products; 42 products in all. */
import type { ProductRequest } from '@entrepot/marketplace'

type Product = readonly [
  reference: string,
  name: string,
  brand: string,
  category: string,
  price: number,
]

const FAMILIES: readonly (readonly [...Product, variants: readonly string[]])[] = [
  ['MUG', 'Harbour mug', 'Kaaiwerk', 'Home > Kitchen > Mugs', 9.95, ['Red', 'Blue', 'White']],
  ['TEE', 'Dockworker T-shirt', 'Lading', 'Clothing > Shirts', 24.5, ['S', 'M', 'L', 'XL']],
  ['SOCK', 'Wool socks', 'Lading', 'Clothing > Socks', 12, ['36-39', '40-43', '44-47']],
  ['LAMP', 'Signal lamp', 'Baken', 'Home > Lighting', 59.9, ['Brass', 'Black']],
  ['ROPE', 'Cotton rope, 10 m', 'Kaaiwerk', 'Garden > Tools', 7.25, ['6 mm', '8 mm', '10 mm']],
  ['CRATE', 'Stacking crate', 'Pakhuis', 'Home > Storage', 18.75, ['Small', 'Large']],
  ['BAG', 'Canvas bag', 'Pakhuis', 'Travel > Bags', 39, ['Sand', 'Navy', 'Olive']],
  ['TEA', 'Loose tea, 100 g', 'Oostkade', 'Food > Tea', 6.4, ['Black', 'Green', 'Rooibos']],
]

const SINGLES: readonly Product[] = [
  ['ATLAS', 'Pocket atlas of ports', 'Oostkade', 'Books', 21.99],
  ['COMPASS', 'Brass compass', 'Baken', 'Travel', 34.95],
  ['KNIFE', 'Folding knife', 'Kaaiwerk', 'Garden > Tools', 28],
  ['CANDLE', 'Beeswax candle', 'Baken', 'Home > Lighting', 4.5],
  ['COFFEE', 'Harbour coffee, 500 g', 'Oostkade', 'Food > Coffee', 11.2],
  ['TOWEL', 'Linen tea towel', 'Lading', 'Home > Kitchen', 8.5],
  ['POSTER', 'Tide table poster', 'Oostkade', 'Home > Decoration', 15],
  ['WHISTLE', "Bosun's whistle", 'Baken', 'Travel', 13.75],
  ['NET', 'Shopping net', 'Pakhuis', 'Travel > Bags', 5.95],
  ['CHALK', 'Cargo chalk, 12 pieces', 'Kaaiwerk', 'Office', 3.8],
  ['LEDGER', 'Ledger, 200 pages', 'Pakhuis', 'Office', 16.4],
]

/** Food has the reduced rate of the sample customer's country. */
function vatRateOf(category: string): number {
  return category.startsWith('Food') ? 9 : 21
}

/** What a product costs the sample customer without VAT. Of one brand it is not known. */
function purchasePriceOf(brand: string, price: number): { PurchasePrice?: number } {
  return brand === 'Pakhuis' ? {} : { PurchasePrice: Math.round(price * 44) / 100 }
}

function describe(name: string, brand: string, category: string, price: number) {
  return {
    ...purchasePriceOf(brand, price),
    Name: name,
    Brand: brand,
    CategoryTrail: category,
    Price: price,
    VatRate: vatRateOf(category),
  }
}

function toRequest([
  reference,
  name,
  brand,
  category,
  price,
  variants,
]: (typeof FAMILIES)[number]): ProductRequest {
  const { Price, ...shared } = describe(name, brand, category, price)
  return {
    ...shared,
    MerchantProductReference: reference,
    Children: variants.map((variant, index) => ({
      ...shared,
      Name: `${name}, ${variant}`,
      Price,
      Stock: 20 + 5 * index,
      [category.startsWith('Clothing') ? 'Size' : 'Color']: variant,
      MerchantProductReference: `${reference}-${variant.toUpperCase().replaceAll(' ', '')}`,
    })),
  }
}

/** The sample catalogue, as POST /v2/products takes it. */
export const SAMPLE_PRODUCTS: readonly ProductRequest[] = Object.freeze([
  ...FAMILIES.map(toRequest),
  ...SINGLES.map(([reference, ...described]) => ({
    ...describe(...described),
    MerchantProductReference: reference,
    Stock: 40,
  })),
])

/** The sample products that are sold: those without children. */
export const SOLD_PRODUCTS = Object.freeze(
  SAMPLE_PRODUCTS.flatMap(({ Children, ...single }) => Children ?? [single]),
)
