/** All shapes that the document describes. */

import type { Shapes } from '../../kit/openapi/shape.ts'
import { ADMINISTRATION_SHAPES } from './administration.ts'
import { COMMON_SHAPES } from './common.ts'
import { CONNECTION_RUN_SHAPES } from './connection-runs.ts'
import { CONNECTION_SHAPES } from './connections.ts'
import { EVENT_SHAPES } from './events.ts'
import { FULFILMENT_SHAPES } from './fulfilment.ts'
import { IMPORT_SHAPES } from './imports.ts'
import { OFFER_PREVIEW_SHAPES } from './offer-previews.ts'
import { OFFER_SHAPES } from './offers.ts'
import { ORDER_SHAPES } from './orders.ts'
import { PRODUCT_CHANGE_SHAPES } from './product-changes.ts'
import { PRODUCT_SHAPES } from './products.ts'
import { WEBHOOK_SHAPES } from './webhooks.ts'

export const SHAPES: Shapes = {
  ...COMMON_SHAPES,
  ...ORDER_SHAPES,
  ...PRODUCT_SHAPES,
  ...PRODUCT_CHANGE_SHAPES,
  ...OFFER_SHAPES,
  ...OFFER_PREVIEW_SHAPES,
  ...IMPORT_SHAPES,
  ...FULFILMENT_SHAPES,
  ...ADMINISTRATION_SHAPES,
  ...EVENT_SHAPES,
  ...WEBHOOK_SHAPES,
  ...CONNECTION_SHAPES,
  ...CONNECTION_RUN_SHAPES,
}
