/** Accepts and rejects the units of a return, line by line. The button says what is refunded, as the hub calculates it. */
import { Checkbox, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { CommentField } from '../../components/form/fields/comment-field.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { RETURN_REASONS, reasonLabel } from '../../components/values/reasons.ts'
import { statusLabel } from '../../components/values/status.tsx'
import { isForbidden } from '../../hub/actions.ts'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { EFFECTS } from '../effects.ts'
import {
  acceptAll,
  decidedText,
  decideLabel,
  decisionOf,
  isUndecided,
  type LineDecision,
  refundIssue,
  refundText,
} from './decision.ts'
import { previewQuery, type Return, returnQuery } from './queries.ts'
import { ReturnLines } from './return-lines.tsx'

/** Why the decision does not change the stock, by who keeps it. */
const UNCHANGED = {
  merchant: 'Your own system keeps the stock: accepted units come back with its next count.',
  none: 'Stock is not tracked, so the decision does not change it.',
}

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
  const customer = useQuery(customerQuery(session)).data
  const [lines, setLines] = useState(() => acceptAll(given))
  const [chosen, setChosen] = useState(given.Restock)
  const keeper = customer?.StockKeeper
  // Nothing is put back into a stock that the hub does not keep.
  const restock = keeper === 'hub' ? (chosen ?? customer?.RestockReturns) : undefined
  const [comment, setComment] = useState('')
  const reference = given.MerchantReturnReference
  const decide = useAction({
    run: async () =>
      await session.client.decideReturn({
        reference,
        body: {
          ...decisionOf(given, lines),
          ...(restock !== undefined && { Restock: restock }),
          ...(comment.trim() && { MerchantComment: comment.trim() }),
        },
      }),
    done: decidedText,
    onClose,
  })
  const isOpen = (isUndecided(given) && !isForbidden(given, 'decide')) || decide.isPending
  const preview = useQuery({
    ...previewQuery(session, reference, decisionOf(given, lines)),
    enabled: isOpen && !decide.isPending,
  })
  if (!isUndecided(given) && !decide.isPending)
    return (
      <Text>All units of this return are decided: {statusLabel(given.Status).toLowerCase()}.</Text>
    )
  if (!isOpen) return <Text>Your role may not decide on returns.</Text>
  const isCurrent = preview.isSuccess && !preview.isPlaceholderData
  const change = (index: number, changes: Partial<LineDecision>) =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...changes } : line)))
  return (
    <ActionForm
      action={decide}
      submit={decideLabel(given, lines, isCurrent ? preview.data : undefined)}
      undo={FINAL}
      isBlocked={!isCurrent || lines.some((line) => refundIssue(given, line) !== undefined)}
      onClose={onClose}
    >
      <About given={given} />
      <ReturnLines
        given={given}
        lines={lines}
        calculated={given.Lines.map((_, index) =>
          preview.data === undefined ? '' : refundText(preview.data, index),
        )}
        onChange={change}
      />
      {preview.error && !decide.isPending && (
        <Problem error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {keeper && keeper !== 'hub' && <Text size="sm">{UNCHANGED[keeper]}</Text>}
      {restock !== undefined && (
        <Checkbox
          label="Back into stock"
          description="Accepted units can be sold again."
          checked={restock}
          onChange={({ currentTarget: { checked } }) => setChosen(checked)}
        />
      )}
      <CommentField value={comment} onChange={setComment} />
    </ActionForm>
  )
}

/** The order, and why the units come back. */
function About({ given }: { readonly given: Return }) {
  return (
    <>
      <Text size="sm">
        Order{' '}
        <PageLink
          inherit
          underline="always"
          to="/orders/$id"
          params={{ id: String(given.OrderId) }}
        >
          {given.MerchantOrderReference ?? given.ChannelOrderReference}
        </PageLink>
        . Decide when the units have arrived. Those that you do not accept are rejected.{' '}
        {EFFECTS.decideReturn}
      </Text>
      {given.Reason && <Text size="sm">Reason: {reasonLabel(RETURN_REASONS, given.Reason)}.</Text>}
      {given.CustomerComment && <Text size="sm">Buyer's comment: {given.CustomerComment}</Text>}
    </>
  )
}
