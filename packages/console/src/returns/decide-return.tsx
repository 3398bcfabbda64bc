/** Accepts and rejects the units of a return, line by line. */
import { Checkbox, Fieldset, NumberInput, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionForm } from '../components/form/action-form.tsx'
import { CommentField } from '../components/form/comment-field.tsx'
import { useAction } from '../components/form/use-action.ts'
import { Problem } from '../components/page/problem.tsx'
import { RETURN_REASONS, reasonLabel } from '../components/values/reasons.ts'
import { statusLabel } from '../components/values/status.tsx'
import { isForbidden } from '../hub/actions.ts'
import { useSession } from '../hub/session.tsx'
import { customerQuery } from '../settings/queries.ts'
import { acceptAll, decisionOf, isUndecided, type LineDecision, undecidedOf } from './decision.ts'
import { type Return, returnQuery } from './queries.ts'

export function DecideReturn({
  reference,
  onClose,
}: {
  readonly reference: string
  readonly onClose: () => void
}) {
  const { data, error, refetch } = useQuery(returnQuery(useSession(), reference))
  if (data) return <Decision given={data} onClose={onClose} />
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return <Skeleton height={200} aria-label="Loading the return" />
}

function Decision({ given, onClose }: { readonly given: Return; readonly onClose: () => void }) {
  const session = useSession()
  const { client } = session
  const customer = useQuery(customerQuery(session)).data
  const [lines, setLines] = useState(() => acceptAll(given))
  const [chosen, setChosen] = useState(given.Restock)
  // Nothing is put back into a stock that the hub does not keep.
  const restock = customer?.StockKeeper === 'hub' ? (chosen ?? customer.RestockReturns) : undefined
  const [comment, setComment] = useState('')
  const decide = useAction({
    run: async () =>
      await client.decideReturn({
        reference: given.MerchantReturnReference,
        body: {
          ...decisionOf(given, lines),
          ...(restock !== undefined && { Restock: restock }),
          ...(comment.trim() && { MerchantComment: comment.trim() }),
        },
      }),
    done: 'The return is decided.',
    onClose,
  })
  const isOpen = isUndecided(given) || decide.isPending
  if (!isOpen)
    return (
      <Text>Every unit of this return is decided: {statusLabel(given.Status).toLowerCase()}.</Text>
    )
  if (isForbidden(given, 'decide')) return <Text>Your role may not decide on returns.</Text>
  const change = (index: number, changes: Partial<LineDecision>) =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...changes } : line)))
  return (
    <ActionForm action={decide} submit="Decide" onSubmit={decide.mutate} onClose={onClose}>
      <Text size="sm">Units that you do not accept are rejected. The channel learns both.</Text>
      {given.Reason && (
        <Text size="sm">Why it comes back: {reasonLabel(RETURN_REASONS, given.Reason)}.</Text>
      )}
      {given.CustomerComment && <Text size="sm">The buyer says: {given.CustomerComment}</Text>}
      {given.Lines.map((line, index) => (
        <LineFields
          key={line.ChannelOrderLineReference}
          line={line}
          currency={given.CurrencyCode}
          decision={lines[index] ?? { accepted: 0, refund: '' }}
          onChange={(changes) => change(index, changes)}
        />
      ))}
      {restock !== undefined && (
        <Checkbox
          label="Back into stock"
          description="Accepted units are for sale again."
          checked={restock}
          onChange={({ currentTarget: { checked } }) => setChosen(checked)}
        />
      )}
      <CommentField value={comment} onChange={setComment} />
    </ActionForm>
  )
}

function LineFields({
  line,
  currency,
  decision,
  onChange,
}: {
  readonly line: Return['Lines'][number]
  readonly currency: string
  readonly decision: LineDecision
  readonly onChange: (changes: Partial<LineDecision>) => void
}) {
  const undecided = undecidedOf(line)
  const rejected = undecided - decision.accepted
  return (
    <Fieldset legend={`Line ${line.MerchantOrderLineReference ?? line.ChannelOrderLineReference}`}>
      <Stack gap="xs">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput
            label={`Accepted of ${undecided}`}
            min={0}
            max={undecided}
            clampBehavior="strict"
            allowDecimal={false}
            value={decision.accepted}
            onChange={(value) => onChange({ accepted: Number(value) || 0 })}
          />
          <NumberInput
            label={`Refund in ${currency}`}
            placeholder="Price times accepted units"
            min={0}
            decimalScale={2}
            value={decision.refund}
            onChange={(value) => onChange({ refund: String(value) })}
          />
        </SimpleGrid>
        <Text size="sm" aria-live="polite">
          {rejected > 0 ? `${rejected} rejected` : 'None rejected'}
        </Text>
      </Stack>
    </Fieldset>
  )
}
