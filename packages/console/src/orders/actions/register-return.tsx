/** Registers units that come back. */
import { Checkbox, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { CommentField } from '../../components/form/fields/comment-field.tsx'
import { ReasonField } from '../../components/form/fields/reason-field.tsx'
import { optionsOf } from '../../components/form/options.ts'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { RETURN_REASONS } from '../../components/values/reasons.ts'
import { useSession } from '../../hub/session.tsx'
import { type Line, linesWith, type UnitsByLine } from '../units.ts'
import type { PanelProps } from './panel-props.ts'
import { recordReference } from './references.ts'
import { UnitsFields } from './units-fields.tsx'

const route = getRouteApi('/orders/$id')

type Reason = keyof typeof RETURN_REASONS

const available = (line: Line) => line.ReturnableQuantity

export function RegisterReturn({ order, onClose, onDone }: PanelProps) {
  const { client } = useSession()
  const [reference] = useState(() => recordReference(String(order.Id), 'R'))
  const [units, setUnits] = useState<UnitsByLine>({})
  const [reason, setReason] = useState<Reason | null>(null)
  const [comment, setComment] = useState('')
  const [isHere, setHere] = useState(false)
  const navigate = route.useNavigate()
  const lines = linesWith(order.Lines, units)
  const register = useAction({
    run: async () =>
      await client.createReturn({
        body: {
          MerchantReturnReference: reference,
          MerchantOrderReference: order.MerchantReference ?? '',
          Status: 'ON_THE_WAY',
          Reason: reason,
          MerchantComment: comment.trim() || null,
          Lines: lines,
        },
      }),
    done: 'The return is registered.',
    onClose: () => {
      if (!isHere) return onDone()
      void navigate({ search: ({ list }) => ({ ...(list && { list }), decide: reference }) })
    },
  })
  return (
    <ActionForm
      action={register}
      submit={isHere ? 'Register and decide' : 'Register the return'}
      undo={`${FINAL} If units do not come back, reject them.`}
      isBlocked={lines.length === 0}
      onClose={onClose}
    >
      <Text size="sm">
        The channel is notified. Nothing is refunded before you decide on the units.
      </Text>
      <UnitsFields
        lines={order.Lines}
        units={units}
        availableOf={available}
        choices="all"
        onChange={setUnits}
      />
      <ReasonField options={optionsOf(RETURN_REASONS)} value={reason} onChange={setReason} />
      <CommentField value={comment} onChange={setComment} />
      <Checkbox
        label="The units have arrived"
        description="Next, you accept or reject the units and see the refund."
        checked={isHere}
        onChange={({ currentTarget }) => setHere(currentTarget.checked)}
      />
    </ActionForm>
  )
}
