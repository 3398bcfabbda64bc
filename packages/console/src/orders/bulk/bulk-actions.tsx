/** The actions on many orders, with their panels. */
import type { ComponentType } from 'react'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { counted } from '../../components/values/language.ts'
import type { Order } from '../order.ts'
import { AcknowledgeSeveral } from './acknowledge-several.tsx'
import { CancelSeveral } from './cancel-several.tsx'
import { CloseSeveral } from './close-several.tsx'
import type { BulkProps } from './job-query.ts'
import { countOf, type Target } from './job-query.ts'
import type { BulkAction } from './offered-actions.ts'
import { ShipSeveral } from './ship-several.tsx'

const ACTIONS: Readonly<
  Record<BulkAction, { readonly label: string; readonly Panel: ComponentType<BulkProps> }>
> = {
  acknowledge: { label: 'Acknowledge', Panel: AcknowledgeSeveral },
  ship: { label: 'Ship', Panel: ShipSeveral },
  cancel: { label: 'Cancel', Panel: CancelSeveral },
  close: { label: 'Close', Panel: CloseSeveral },
}

/** The label of the button of an action. */
export const bulkLabel = (action: BulkAction): string => ACTIONS[action].label

/** An action that a person has begun. */
export interface BegunAction {
  readonly action: BulkAction
  readonly target: Target
  readonly orders: readonly Order[]
}

/** The label of the button that ships the orders of a pasted list. Its panel begins without orders. */
export const SHIP_LIST = 'Ship with a tracking list'

function titleOf({ action, target }: BegunAction): string {
  const count = countOf(target)
  return count === 0 ? SHIP_LIST : `${bulkLabel(action)} ${counted(count, 'order')}`
}

/** The panel of an action. */
export function BulkPanel({
  begun,
  onClose,
}: {
  readonly begun: BegunAction | undefined
  /** @param hasRun whether the action was carried out. @default false */
  readonly onClose: (hasRun?: boolean) => void
}) {
  const Panel = begun && ACTIONS[begun.action].Panel
  return (
    <SidePanel
      title={begun ? titleOf(begun) : ''}
      isOpen={begun !== undefined}
      onClose={() => onClose()}
    >
      {begun && Panel && <Panel target={begun.target} orders={begun.orders} onClose={onClose} />}
    </SidePanel>
  )
}
