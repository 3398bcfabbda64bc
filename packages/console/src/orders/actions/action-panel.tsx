/** The actions of an order: buttons for those that are allowed now, and the panel of the one that the address names. */
import { Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ComponentType, useState } from 'react'
import { usePageKeys } from '../../components/list/page-keys.ts'
import { MoreMenu } from '../../components/list/row-menu.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { allows, isForbidden, whyNot } from '../../hub/actions.ts'
import { ACTION_LABELS, allowedActions, type OrderAction, placesOf } from '../action-labels.ts'
import { orderNames } from '../names.ts'
import type { Order } from '../order.ts'
import { Acknowledge } from './acknowledge.tsx'
import { Backorder } from './backorder.tsx'
import { Cancel } from './cancel.tsx'
import { Close, Reopen } from './close.tsx'
import { Correct } from './correct.tsx'
import type { PanelProps } from './panel-props.ts'
import { Refund } from './refund.tsx'
import { RegisterReturn } from './register-return.tsx'
import { Ship } from './ship.tsx'

const panels: Readonly<Record<OrderAction, ComponentType<PanelProps>>> = {
  correct: Correct,
  acknowledge: Acknowledge,
  ship: Ship,
  backorder: Backorder,
  cancel: Cancel,
  return: RegisterReturn,
  refund: Refund,
  close: Close,
  reopen: Reopen,
}

/** What an order waits for. */
const NEXT: readonly OrderAction[] = ['correct', 'acknowledge', 'ship']

/** The same keys as in the list of orders. */
const KEYS = [
  { key: 'a', action: 'acknowledge' },
  { key: 's', action: 'ship' },
] as const satisfies readonly { readonly key: string; readonly action: OrderAction }[]

/** The buttons. What the order waits for stands out. */
export function ActionButtons({
  order,
  onOpen,
}: {
  readonly order: Order
  readonly onOpen: (action: OrderAction) => void
}) {
  const isNarrow = useMediaQuery('(width <= 48em)', false, { getInitialValueInEffect: false })
  const allowed = allowedActions(order)
  const { buttons, more } = placesOf(allowed, [order], isNarrow)
  usePageKeys(
    KEYS.filter(({ action }) => allowed.includes(action)).map(({ key, action }) => ({
      ...{ key, label: ACTION_LABELS[action] },
      run: () => onOpen(action),
    })),
  )
  return (
    <>
      {buttons.map((action) => (
        <Button
          key={action}
          size="sm"
          variant={NEXT.includes(action) ? 'filled' : 'default'}
          onClick={() => onOpen(action)}
        >
          {ACTION_LABELS[action]}
        </Button>
      ))}
      <MoreMenu
        actions={more.map((action) => ({
          label: ACTION_LABELS[action],
          onClick: () => onOpen(action),
        }))}
      />
    </>
  )
}

/** The open panel. An address can name an action that does not exist, or that the order does not allow. */
export function ActionPanel({
  order,
  action,
  onClose,
  onDone = onClose,
}: Omit<PanelProps, 'onDone'> & {
  readonly onDone?: () => void
  readonly action: OrderAction | undefined
}) {
  const isOpen =
    action !== undefined && Object.hasOwn(panels, action) && !isForbidden(order, action)
  return (
    <SidePanel
      title={isOpen ? `${ACTION_LABELS[action]}: ${orderNames(order).main}` : ''}
      isOpen={isOpen}
      onClose={onClose}
    >
      {isOpen && <Content key={action} {...{ order, action, onClose, onDone }} />}
    </SidePanel>
  )
}

/** It stays while its own write means that the action is no longer allowed, and closes itself then. */
function Content({ action, ...props }: PanelProps & { readonly action: OrderAction }) {
  const isAllowed = allows(props.order, action)
  const [wasAllowed, setWasAllowed] = useState(isAllowed)
  if (isAllowed && !wasAllowed) setWasAllowed(true)
  const Panel = panels[action]
  if (isAllowed || wasAllowed) return <Panel {...props} />
  return <Text size="sm">{whyNot(props.order, action)}</Text>
}
