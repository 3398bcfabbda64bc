/** The sample products: eight parents with children, and some single products; 42 products in all. */
import type { ProductRequest } from '@entrepot/marketplace'

interface Family {
  readonly reference: string
  readonly name: string
  readonly brand: string
  readonly category: string
  readonly price: number
  readonly variants: readonly string[]
}

const FAMILIES: readonly Family[] = [
  {
    reference: 'MUG',
    name: 'Harbour mug',
    brand: 'Kaaiwerk',
    category: 'Home > Kitchen > Mugs',
    price: 9.95,
    variants: ['Red', 'Blue', 'White'],
  },
  {
    reference: 'TEE',
    name: 'Dockworker T-shirt',
    brand: 'Lading',
    category: 'Clothing > Shirts',
    price: 24.5,
    variants: ['S', 'M', 'L', 'XL'],
  },
  {
    reference: 'SOCK',
    name: 'Wool socks',
    brand: 'Lading',
    category: 'Clothing > Socks',
    price: 12,
    variants: ['36-39', '40-43', '44-47'],
  },
  {
    reference: 'LAMP',
    name: 'Signal lamp',
    brand: 'Baken',
    category: 'Home > Lighting',
    price: 59.9,
    variants: ['Brass', 'Black'],
  },
  {
    reference: 'ROPE',
    name: 'Cotton rope, 10 m',
    brand: 'Kaaiwerk',
    category: 'Garden > Tools',
    price: 7.25,
    variants: ['6 mm', '8 mm', '10 mm'],
  },
  {
    reference: 'CRATE',
    name: 'Stacking crate',
    brand: 'Pakhuis',
    category: 'Home > Storage',
    price: 18.75,
    variants: ['Small', 'Large'],
  },
  {
    reference: 'BAG',
    name: 'Canvas bag',
    brand: 'Pakhuis',
    category: 'Travel > Bags',
    price: 39,
    variants: ['Sand', 'Navy', 'Olive'],
  },
  {
    reference: 'TEA',
    name: 'Loose tea, 100 g',
    brand: 'Oostkade',
    category: 'Food > Tea',
    price: 6.4,
    variants: ['Black', 'Green', 'Rooibos'],
  },
]

const SINGLES: readonly Omit<Family, 'variants'>[] = [
  {
    reference: 'ATLAS',
    name: 'Pocket atlas of ports',
    brand: 'Oostkade',
    category: 'Books',
    price: 21.99,
  },
  { reference: 'COMPASS', name: 'Brass compass', brand: 'Baken', category: 'Travel', price: 34.95 },
  {
    reference: 'KNIFE',
    name: 'Folding knife',
    brand: 'Kaaiwerk',
    category: 'Garden > Tools',
    price: 28,
  },
  {
    reference: 'CANDLE',
    name: 'Beeswax candle',
    brand: 'Baken',
    category: 'Home > Lighting',
    price: 4.5,
  },
  {
    reference: 'COFFEE',
    name: 'Harbour coffee, 500 g',
    brand: 'Oostkade',
    category: 'Food > Coffee',
    price: 11.2,
  },
  {
    reference: 'TOWEL',
    name: 'Linen tea towel',
    brand: 'Lading',
    category: 'Home > Kitchen',
    price: 8.5,
  },
  {
    reference: 'POSTER',
    name: 'Tide table poster',
    brand: 'Oostkade',
    category: 'Home > Decoration',
    price: 15,
  },
  {
    reference: 'WHISTLE',
    name: "Bosun's whistle",
    brand: 'Baken',
    category: 'Travel',
    price: 13.75,
  },
  {
    reference: 'NET',
    name: 'Shopping net',
    brand: 'Pakhuis',
    category: 'Travel > Bags',
    price: 5.95,
  },
  {
    reference: 'CHALK',
    name: 'Cargo chalk, 12 pieces',
    brand: 'Kaaiwerk',
    category: 'Office',
    price: 3.8,
  },
  {
    reference: 'LEDGER',
    name: 'Ledger, 200 pages',
    brand: 'Pakhuis',
    category: 'Office',
    price: 16.4,
  },
]

/** Food has the reduced rate of the sample customer's country. */
function vatRateOf(category: string): number {
  return category.startsWith('Food') ? 9 : 21
}

/** What a product costs the sample customer without VAT. Of one brand it is not known. */
function purchasePriceOf(brand: string, price: number): { PurchasePrice?: number } {
  return brand === 'Pakhuis' ? {} : { PurchasePrice: Math.round(price * 44) / 100 }
}

function describe({ name, brand, category, price }: Omit<Family, 'variants'>) {
  return {
    ...purchasePriceOf(brand, price),
    Name: name,
    Brand: brand,
    CategoryTrail: category,
    Price: price,
    VatRate: vatRateOf(category),
  }
}

function toRequest(family: Family): ProductRequest {
  const { Price, ...shared } = describe(family)
  return {
    ...shared,
    MerchantProductReference: family.reference,
    Children: family.variants.map((variant, index) => ({
      ...shared,
      Name: `${family.name}, ${variant}`,
      Price,
      Stock: 20 + 5 * index,
      [family.category.startsWith('Clothing') ? 'Size' : 'Color']: variant,
      MerchantProductReference: `${family.reference}-${variant.toUpperCase().replaceAll(' ', '')}`,
    })),
  }
}

/** The sample catalogue, as POST /v2/products takes it. */
export const SAMPLE_PRODUCTS: readonly ProductRequest[] = Object.freeze([
  ...FAMILIES.map(toRequest),
  ...SINGLES.map((single) => ({
    ...describe(single),
    MerchantProductReference: single.reference,
    Stock: 40,
  })),
])

/** The sample products that are sold: those without children. */
export const SOLD_PRODUCTS = Object.freeze(
  SAMPLE_PRODUCTS.flatMap(({ Children, ...single }) => Children ?? [single]),
)
