/** The names of the marketplace. */
import { KEY_EVENTS } from './accounts/keys/event-names.ts'
import { PRODUCT_EVENTS } from './catalogue/products/event-names.ts'
import { CHANNEL_EVENTS } from './channels/settings/event-names.ts'
import { joinNames, type Names } from './kit/names/names.ts'
import type { NameSet } from './kit/shared/names.ts'
import { ORDER_EVENTS } from './orders/fulfilment/event-names.ts'
import { WEBHOOK_EVENTS } from './webhooks/event-names.ts'

const MARKETPLACE_NAMES = {
  events: {
    ...ORDER_EVENTS,
    ...PRODUCT_EVENTS,
    ...CHANNEL_EVENTS,
    ...KEY_EVENTS,
    ...WEBHOOK_EVENTS,
  },
  subjects: ['order', 'channel', 'key', 'webhook'],
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
