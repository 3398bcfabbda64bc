/** The names of the marketplace. */
import { KEY_EVENTS } from './accounts/keys/names.ts'
import { SETTINGS_EVENTS, SETTINGS_PROBLEMS } from './accounts/settings/names.ts'
import {
  IMPORT_MAPPING_EVENTS,
  IMPORT_MAPPING_PROBLEMS,
} from './catalogue/import-mappings/names.ts'
import { PRODUCT_EVENTS, PRODUCT_PROBLEMS } from './catalogue/products/names.ts'
import { CHANNEL_EVENTS, CHANNEL_PROBLEMS } from './channels/settings/names.ts'
import { CONNECTION_EVENTS, CONNECTION_PROBLEMS } from './connections/names.ts'
import { joinNames, type Names } from './kit/names/names.ts'
import type { NameSet } from './kit/shared/names.ts'
import { ORDER_EVENTS, ORDER_PROBLEMS } from './orders/fulfilment/names.ts'
import { VAT_RATE_EVENTS } from './orders/vat-rates/names.ts'
import { VIEW_PROBLEMS } from './reports/views/names.ts'
import { WEBHOOK_EVENTS, WEBHOOK_PROBLEMS } from './webhooks/names.ts'

const MARKETPLACE_NAMES = {
  problems: {
    ...SETTINGS_PROBLEMS,
    ...WEBHOOK_PROBLEMS,
    ...ORDER_PROBLEMS,
    ...PRODUCT_PROBLEMS,
    ...IMPORT_MAPPING_PROBLEMS,
    ...CHANNEL_PROBLEMS,
    ...CONNECTION_PROBLEMS,
    ...VIEW_PROBLEMS,
  },
  events: {
    ...ORDER_EVENTS,
    ...PRODUCT_EVENTS,
    ...IMPORT_MAPPING_EVENTS,
    ...CHANNEL_EVENTS,
    ...CONNECTION_EVENTS,
    ...KEY_EVENTS,
    ...SETTINGS_EVENTS,
    ...VAT_RATE_EVENTS,
    ...WEBHOOK_EVENTS,
  },
  subjects: ['order', 'channel', 'key', 'webhook', 'connection'],
} as const satisfies NameSet

declare module './kit/shared/names.ts' {
  interface RegisteredNames {
    marketplace: typeof MARKETPLACE_NAMES
  }
}

/**
 * The names of the marketplace and of what an application adds to it, for the option `names` of the plugin.
 *
 * @param sets their types are registered in {@link RegisteredNames}
 * @throws Error if a name exists already
 * @example
 * await app.register(marketplace, { database, names: namesWith(STAFF_NAMES) })
 */
export function namesWith(...sets: readonly NameSet[]): Names {
  return joinNames([MARKETPLACE_NAMES, ...sets])
}

/** The names of the marketplace alone. */
export const OWN_NAMES: Names = namesWith()
