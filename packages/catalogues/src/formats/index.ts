/** The formats of tables, in the order in which a header is compared with them. */
import type { CatalogueFormat } from '../types.ts'
import { entrepot } from './entrepot.ts'
import { google } from './google.ts'
import { magento } from './magento.ts'
import { prestashop } from './prestashop.ts'
import type { TableFormat } from './reader.ts'
import { shopify } from './shopify.ts'
import { wix } from './wix.ts'
import { woocommerce } from './woocommerce.ts'

export const TABLE_FORMATS: Readonly<Record<Exclude<CatalogueFormat, 'ndjson'>, TableFormat>> = {
  entrepot,
  wix,
  shopify,
  woocommerce,
  magento,
  google,
  prestashop,
}
