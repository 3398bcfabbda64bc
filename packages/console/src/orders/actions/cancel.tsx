/** Cancels units that are not shipped. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { CommentField } from '../../components/form/fields/comment-field.tsx'
import { ReasonField } from '../../components/form/fields/reason-field.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { counted } from '../../components/values/language.ts'
import { CANCELLATION_OPTIONS, type CancellationReason } from '../../components/values/reasons.ts'
import { useSession } from '../../hub/session.tsx'
import { EFFECTS } from '../effects.ts'
import { type Line, linesWith, type UnitsByLine } from '../units.ts'
import type { PanelProps } from './panel-props.ts'
import { recordReference } from './references.ts'
import { UnitsFields } from './units-fields.tsx'

const available = (line: Line) => line.OpenQuantity

export function Cancel({ order, onClose, onDone }: PanelProps) {
  const { client } = useSession()
  const [reference] = useState(() => recordReference(String(order.Id), 'C'))
  const [units, setUnits] = useState<UnitsByLine>({})
  const [reason, setReason] = useState<CancellationReason | null>(null)
  const [comment, setComment] = useState('')
  const lines = linesWith(order.Lines, units)
  const cancel = useAction({
    run: async () =>
      await client.createCancellation({
        body: {
          MerchantReference: reference,
          // A new order has no reference of the merchant yet.
          ...(order.MerchantReference === null
            ? { ChannelOrderReference: order.ChannelReference, ChannelId: order.ChannelId }
            : { MerchantOrderReference: order.MerchantReference }),
          ReasonCode: reason,
          Reason: comment.trim() || null,
          Lines: lines,
        },
      }),
    done: 'The units are cancelled.',
    onClose: onDone,
  })
  return (
    <ActionForm
      action={cancel}
      submit={cancelLabel(lines.reduce((all, { Quantity }) => all + Quantity, 0))}
      undo={FINAL}
      isDangerous
      isBlocked={lines.length === 0 || reason === null}
      onClose={onClose}
    >
      <Text size="sm">{EFFECTS.createCancellation}</Text>
      <UnitsFields
        lines={order.Lines}
        units={units}
        availableOf={available}
        choices="open"
        onChange={setUnits}
      />
      <ReasonField options={CANCELLATION_OPTIONS} isRequired value={reason} onChange={setReason} />
      <CommentField value={comment} onChange={setComment} />
    </ActionForm>
  )
}

function cancelLabel(units: number): string {
  if (units === 0) return 'Cancel units'
  return `Cancel ${counted(units, 'unit')}`
}
