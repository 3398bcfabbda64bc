import type { Order } from '../order.ts'

/** What the panel of an action gets. */
export interface PanelProps {
  readonly order: Order
  readonly onClose: () => void
}
