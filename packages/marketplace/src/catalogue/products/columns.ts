/** The columns of products. A field of the wire schema without a column does not compile. */
import type { ColumnsOf } from '../../kit/sql/columns.ts'
import type { ProductChange, ProductResponse } from './schema.ts'

const TEXT = { type: 'text', null: true, write: 'again' } as const
const NUMBER = { type: 'numeric', null: true, write: 'again' } as const

/** Products `p`, with the fields that a merchant writes: those that an import takes, and no others, because it stores those as ExtraData. */
export const PRODUCT_COLUMNS = {
  MerchantProductReference: { column: 'merchant_product_reference', type: 'text', write: 'once' },
  ParentMerchantReference: { column: 'parent_reference', ...TEXT },
  ChannelProductReference: { column: 'channel_product_reference', ...TEXT },
  Name: { column: 'name', type: 'text', write: 'again' },
  Description: { column: 'description', ...TEXT },
  Details: { column: 'details', ...TEXT },
  Brand: { column: 'brand', ...TEXT },
  Size: { column: 'size', ...TEXT },
  Color: { column: 'color', ...TEXT },
  Ean: { column: 'ean', ...TEXT },
  ManufacturerProductNumber: { column: 'manufacturer_product_number', ...TEXT },
  Stock: { column: 'stock', type: 'integer', write: 'again' },
  StockCountedAt: { column: 'stock_counted_at', type: 'timestamptz', null: true, write: 'again' },
  Price: { column: 'price', ...NUMBER },
  MSRP: { column: 'msrp', ...NUMBER },
  PurchasePrice: { column: 'purchase_price', ...NUMBER },
  DiscountRate: { column: 'discount_rate', ...NUMBER },
  VatRate: { column: 'vat_rate', ...NUMBER },
  VatClass: { column: 'vat_class', ...TEXT },
  ShippingCost: { column: 'shipping_cost', ...NUMBER },
  ShippingTime: { column: 'shipping_time', ...TEXT },
  Url: { column: 'url', ...TEXT },
  ImageUrl: { column: 'image_url', ...TEXT },
  CategoryTrail: { column: 'category_trail', ...TEXT },
  // Of the product itself, so that an import restores it. The API answers whether the product is offered.
  IsActive: { column: 'is_active', type: 'boolean', write: 'again' },
  ExtraData: { column: 'extra_data', type: 'jsonb', null: true, write: 'again' },
} as const satisfies ColumnsOf<
  Exclude<
    keyof ProductResponse,
    'Id' | 'Children' | 'CreatedAt' | 'UpdatedAt' | 'StockReserved' | 'StockAvailable' | 'Actions'
  >,
  keyof ProductChange
>
