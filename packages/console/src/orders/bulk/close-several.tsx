/** Closes several orders. */
import { Text } from '@mantine/core'
import { JobPanel } from './job-panel.tsx'
import type { BulkProps } from './job-query.ts'

export function CloseSeveral({ target, onClose }: BulkProps) {
  return (
    <JobPanel
      target={target}
      verb="Close"
      undo="Each order can be reopened on its page."
      request={{ Action: 'close' }}
      onClose={onClose}
    >
      <Text size="sm">
        After that, nothing can be shipped, cancelled or put in backorder, even if units are open.
        Orders that are not acknowledged cannot be closed.
      </Text>
    </JobPanel>
  )
}
