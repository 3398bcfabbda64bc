/** Registers units that come back. */
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { CommentField } from '../../components/form/comment-field.tsx'
import { ReasonField } from '../../components/form/reason-field.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { RETURN_REASONS } from '../../components/values/reasons.ts'
import { useSession } from '../../hub/session.tsx'
import { type Line, linesWith, type UnitsByLine } from '../units.ts'
import type { PanelProps } from './panel-props.ts'
import { recordReference } from './references.ts'
import { UnitsFields } from './units-fields.tsx'

type Reason = keyof typeof RETURN_REASONS

const available = (line: Line) => line.ReturnableQuantity

export function RegisterReturn({ order, onClose }: PanelProps) {
  const { client } = useSession()
  const [reference] = useState(() => recordReference(String(order.Id), 'R'))
  const [units, setUnits] = useState<UnitsByLine>({})
  const [reason, setReason] = useState<Reason | null>(null)
  const [comment, setComment] = useState('')
  const [isAccepted, setAccepted] = useState(false)
  const lines = linesWith(order.Lines, units)
  const register = useAction({
    run: async () =>
      await client.createReturn({
        body: {
          MerchantReturnReference: reference,
          MerchantOrderReference: order.MerchantReference ?? '',
          Status: isAccepted ? 'ACCEPTED' : 'ON_THE_WAY',
          Reason: reason,
          MerchantComment: comment.trim() || null,
          Lines: lines,
        },
      }),
    done: isAccepted ? 'The return is accepted.' : 'The return is registered.',
    onClose,
  })
  return (
    <ActionForm
      action={register}
      submit="Register the return"
      isBlocked={lines.length === 0}
      onSubmit={register.mutate}
      onClose={onClose}
    >
      <UnitsFields lines={order.Lines} units={units} availableOf={available} onChange={setUnits} />
      <ReasonField labels={RETURN_REASONS} value={reason} onChange={setReason} />
      <CommentField value={comment} onChange={setComment} />
      <Checkbox
        label="The units are here, and I accept them: refund unit price times units"
        checked={isAccepted}
        onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
      />
    </ActionForm>
  )
}
