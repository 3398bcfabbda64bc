/** Cancels units that are not shipped. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { CommentField } from '../../components/form/comment-field.tsx'
import { ReasonField } from '../../components/form/reason-field.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { CANCELLATION_REASONS } from '../../components/values/reasons.ts'
import { useSession } from '../../hub/session.tsx'
import { allUnits, isShort, type Line, linesWith } from '../units.ts'
import type { PanelProps } from './panel-props.ts'
import { recordReference } from './references.ts'
import { UnitsFields } from './units-fields.tsx'

type Reason = keyof typeof CANCELLATION_REASONS

const available = (line: Line) => line.OpenQuantity

export function Cancel({ order, onClose }: PanelProps) {
  const { client } = useSession()
  const [reference] = useState(() => recordReference(String(order.Id), 'C'))
  const [units, setUnits] = useState(() =>
    allUnits(order.Lines, isShort(order) ? ({ ShortUnits }) => ShortUnits : available),
  )
  const [reason, setReason] = useState<Reason | null>(null)
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
    onClose,
  })
  return (
    <ActionForm
      action={cancel}
      submit="Cancel units"
      isDangerous
      isBlocked={lines.length === 0 || reason === null}
      onSubmit={cancel.mutate}
      onClose={onClose}
    >
      {isShort(order) && <Text size="sm">The units that are short are filled in.</Text>}
      <UnitsFields lines={order.Lines} units={units} availableOf={available} onChange={setUnits} />
      <ReasonField
        labels={CANCELLATION_REASONS}
        description="The first three mean that you could not supply the units."
        isRequired
        value={reason}
        onChange={setReason}
      />
      <CommentField label="In comment, for the channel" value={comment} onChange={setComment} />
    </ActionForm>
  )
}
