/** Marks units as waiting for stock. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import { allUnits, hasUnits, inStockOf, linesWith, shortInStockOf } from '../units.ts'
import type { PanelProps } from './panel-props.ts'
import { recordReference } from './references.ts'
import { UnitsFields } from './units-fields.tsx'

export function Backorder({ order, onClose, onDone }: PanelProps) {
  const { client } = useSession()
  const [reference] = useState(() => recordReference(String(order.Id), 'B'))
  const [units, setUnits] = useState(() => allUnits(order.Lines, shortInStockOf))
  const lines = linesWith(order.Lines, units)
  const rest = allUnits(order.Lines, (line) => inStockOf(line) - (units[line.Id] ?? 0))
  const backorder = useAction({
    run: async () =>
      await client.createBackorder({
        body: {
          MerchantBackorderReference: reference,
          MerchantOrderReference: order.MerchantReference ?? '',
          Lines: lines,
        },
      }),
    done: hasUnits(rest)
      ? 'Units put in backorder. The order stays under To ship until its other units are shipped.'
      : 'Units put in backorder.',
    onClose: onDone,
  })
  return (
    <ActionForm
      action={backorder}
      undo={`${FINAL} The units can still be shipped or cancelled.`}
      submit="Put in backorder"
      isBlocked={lines.length === 0}
      onClose={onClose}
    >
      <Text size="sm">
        The channel is told that these units wait for stock. Ship or cancel them later.
        {order.Lines.some((line) => shortInStockOf(line) > 0) && ' Missing units are filled in.'}
      </Text>
      <UnitsFields
        lines={order.Lines}
        units={units}
        availableOf={inStockOf}
        choices="open"
        onChange={setUnits}
      />
    </ActionForm>
  )
}
