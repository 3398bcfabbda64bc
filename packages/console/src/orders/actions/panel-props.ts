import type { Order } from '../order.ts'

/** What the panel of an action gets. */
export interface PanelProps {
  readonly order: Order
  /** Closes the panel without an effect. */
  readonly onClose: () => void
  /** Closes the panel after the hub has confirmed the effect. */
  readonly onDone: () => void
}
