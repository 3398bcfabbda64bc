/** Cancels all open units of several orders. */
import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { CommentField } from '../../components/form/comment-field.tsx'
import { ReasonField } from '../../components/form/reason-field.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { counted } from '../../components/values/language.ts'
import { CANCELLATION_REASONS } from '../../components/values/reasons.ts'
import { JobPanel } from './job-panel.tsx'
import type { BulkProps } from './job-query.ts'
import { countOf } from './job-query.ts'

type Reason = keyof typeof CANCELLATION_REASONS

export function CancelSeveral({ target, onClose }: BulkProps) {
  const [reason, setReason] = useState<Reason | null>(null)
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
          All units that are not shipped are cancelled, and the channels tell the buyers.
        </Text>
      </Alert>
      <ReasonField
        labels={CANCELLATION_REASONS}
        description="The first three mean that you could not supply the units."
        isRequired
        value={reason}
        onChange={setReason}
      />
      <CommentField value={comment} onChange={setComment} />
    </JobPanel>
  )
}
