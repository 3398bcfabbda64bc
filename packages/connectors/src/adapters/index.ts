/** The adapters of this package: one line for each shop. */
import type { Adapter } from '../adapter/adapter.ts'
import { medusa } from './medusa/index.ts'
import { shopify } from './shopify/index.ts'
import { tryton } from './tryton/index.ts'
import { vendure } from './vendure/index.ts'
import { woocommerce } from './woocommerce/index.ts'

/** All adapters, in the order in which people see them. */
export const ADAPTERS: readonly Adapter[] = [medusa, vendure, tryton, woocommerce, shopify]
