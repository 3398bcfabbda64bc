/** Why offers have changed, in words. Pure. */
import type { Output } from '@entrepot/client'

type Cause = Output<'listOfferHistory'>[number]['Cause']

const CAUSES: Readonly<Record<Cause, string>> = {
  write: 'Product changed',
  import: 'Import',
  order: 'Order',
  stock: 'Shipment or return',
  count: 'Stock count',
  lag: 'Held units released',
  rule: 'Rules changed',
  override: 'Set for this product',
  window: 'Sale began or ended',
  guard: 'Price reviewed',
  settings: 'Settings changed',
  rates: 'Exchange or VAT rates',
}

/** A cause in words. One that the console does not know is its own name. */
export function causeLabel(cause: string): string {
  return Object.hasOwn(CAUSES, cause) ? CAUSES[cause as Cause] : cause
}
