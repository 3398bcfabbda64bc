/** Cancels all open units of several orders. */
import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { CommentField } from '../../components/form/fields/comment-field.tsx'
import { ReasonField } from '../../components/form/fields/reason-field.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { counted } from '../../components/values/language.ts'
import { CANCELLATION_OPTIONS, type CancellationReason } from '../../components/values/reasons.ts'
import { JobPanel } from './job-panel.tsx'
import type { BulkProps } from './job-query.ts'
import { countOf } from './job-query.ts'

export function CancelSeveral({ target, onClose }: BulkProps) {
  const [reason, setReason] = useState<CancellationReason | null>(null)
  const [comment, setComment] = useState('')
  return (
    <JobPanel
      target={target}
      undo={FINAL}
      verb="Cancel"
      isDangerous
      isBlocked={reason === null}
      request={{ Action: 'cancel', ReasonCode: reason, Reason: comment.trim() || null }}
      onClose={onClose}
    >
      <Alert color="yellow" title={counted(countOf(target), 'order')}>
        <Text size="sm">
          All units that are not shipped are cancelled. The channels inform the buyers and pay back
          what was paid for the units.
        </Text>
      </Alert>
      <ReasonField options={CANCELLATION_OPTIONS} isRequired value={reason} onChange={setReason} />
      <CommentField value={comment} onChange={setComment} />
    </JobPanel>
  )
}
