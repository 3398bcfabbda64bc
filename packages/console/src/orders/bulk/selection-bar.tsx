/** What can be done with the selected orders. */
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { PageButton } from '../../components/page/links.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { isForbidden } from '../../hub/actions.ts'
import type { Order } from '../order.ts'
import { AcknowledgeSeveral } from './acknowledge-several.tsx'
import { ShipSeveral } from './ship-several.tsx'

const actions = {
  acknowledge: { label: 'Acknowledge', panel: AcknowledgeSeveral },
  ship: { label: 'Ship', panel: ShipSeveral },
} as const

type BulkAction = keyof typeof actions

export function SelectionBar({
  orders,
  onClear,
}: {
  readonly orders: readonly Order[]
  readonly onClear: () => void
}) {
  const [open, setOpen] = useState<{ action: BulkAction; orders: readonly Order[] }>()
  const Panel = open && actions[open.action].panel
  const close = () => {
    setOpen(undefined)
    onClear()
  }
  return (
    <>
      <Group gap="sm" mih={36} role="group" aria-label="Selected orders">
        <Text size="sm" aria-live="polite">
          {orders.length === 0
            ? 'Select orders to acknowledge or ship them together.'
            : `${orders.length} selected`}
        </Text>
        {orders.length > 0 &&
          (Object.keys(actions) as BulkAction[])
            .filter((action) => orders.some((order) => !isForbidden(order, action)))
            .map((action) => (
              <Button
                key={action}
                size="xs"
                variant="default"
                onClick={() => setOpen({ action, orders })}
              >
                {actions[action].label}
              </Button>
            ))}
        {orders.length > 0 && (
          <PageButton
            size="xs"
            variant="default"
            to="/orders/pick-list"
            search={{ ids: orders.map(({ Id }) => Id).join(',') }}
          >
            Pick list
          </PageButton>
        )}
      </Group>
      <SidePanel
        title={open ? `${actions[open.action].label} ${open.orders.length} orders` : ''}
        isOpen={open !== undefined}
        onClose={close}
      >
        {Panel && <Panel orders={open.orders} onClose={close} />}
      </SidePanel>
    </>
  )
}
