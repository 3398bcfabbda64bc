/** Refunds a part of what was paid, without units that come back: a price reduction, for example. */
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { CommentField } from '../../components/form/fields/comment-field.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { formatMoney } from '../../components/values/language.ts'
import { parseAmount } from '../../components/values/money-input.ts'
import { useSession } from '../../hub/session.tsx'
import { amountsOf } from '../amounts.ts'
import { EFFECTS } from '../effects.ts'
import type { PanelProps } from './panel-props.ts'
import { recordReference } from './references.ts'

export function Refund({ order, onClose, onDone }: PanelProps) {
  const { client } = useSession()
  const { CurrencyCode: currency } = order
  const [reference] = useState(() => recordReference(String(order.Id), 'G'))
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const typed = parseAmount(text, { currency })
  const amount = 'amount' in typed ? typed.amount : 0
  const { net } = amountsOf(order)
  const refund = useAction({
    run: async () =>
      await client.createRefund({
        body: {
          MerchantReference: reference,
          MerchantOrderReference: order.MerchantReference ?? '',
          RefundInclVat: amount,
          Reason: reason.trim(),
        },
      }),
    done: ({ RefundInclVat }) => `${formatMoney(RefundInclVat, currency)} is refunded.`,
    onClose: onDone,
  })
  // Its own refund can be the last of the money.
  if (net <= 0 && !refund.isPending) {
    return (
      <Text size="sm">
        Nothing can be refunded. The whole amount is already cancelled or refunded.
      </Text>
    )
  }
  return (
    <ActionForm
      action={refund}
      submit={amount > 0 ? `Refund ${formatMoney(amount, currency)}` : 'Refund'}
      undo={FINAL}
      isDangerous
      cancel="Not now"
      isBlocked={amount === 0 || reason.trim() === ''}
      onClose={onClose}
    >
      <Text size="sm">
        This only refunds money; no units are returned or cancelled. Up to{' '}
        {formatMoney(net, currency)} can be refunded. {EFFECTS.createRefund}
      </Text>
      <TextInput
        label={`Refund in ${currency}`}
        required
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={text.trim() !== '' && 'issue' in typed ? typed.issue : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <CommentField label="Reason" isRequired value={reason} onChange={setReason} />
    </ActionForm>
  )
}
