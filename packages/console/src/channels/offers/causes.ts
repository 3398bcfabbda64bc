/** Why offers have changed, in words. Pure. */
import type { Output } from '@entrepot/client'

/** Why an offer has changed. */
export type Cause = Output<'listOfferHistory'>[number]['Cause']

const CAUSES: Readonly<Record<Cause, string>> = {
  write: 'Price or product data changed',
  import: 'Import',
  order: 'Order',
  stock: 'Shipment or return',
  count: 'Stock count',
  lag: 'Held units released',
  rule: 'Rules changed',
  override: 'Set by hand for this product',
  window: 'Sale began or ended',
  guard: 'Price reviewed',
  settings: 'Settings changed',
  rates: 'Exchange or VAT rates',
}

/** The causes, in their order. */
export const CAUSE_NAMES = Object.keys(CAUSES) as Cause[]

/** A cause in words. */
export const causeLabel = (cause: Cause): string => CAUSES[cause]
