/** What has become of a change of several products, and the way back. */
import { Alert, Button, Group, Stack } from '@mantine/core'
import { Problem } from '../../components/page/problem.tsx'
import type { BulkResult } from '../change/run-job.ts'
import { Failures } from './failures.tsx'
import { JobProgress } from './job-progress.tsx'
import { doneWords } from './job-words.ts'
import { useProductJob } from './use-product-job.ts'

export function BulkOutcome({
  result,
  onClose,
}: {
  readonly result: BulkResult
  readonly onClose: () => void
}) {
  const undo = useProductJob()
  const { job, failures } = undo.data ?? result
  return (
    <Stack>
      <Alert color={failures.length > 0 || job.WaitingCount > 0 ? 'yellow' : 'green'} role="status">
        {doneWords(job)}
      </Alert>
      <Failures failures={failures} />
      {undo.error && <Problem error={undo.error} />}
      <Group>
        {result.job.CanUndo && !undo.data && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ Undo: result.job.Id })}
          >
            Undo all of them
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </Group>
      <JobProgress {...undo} />
    </Stack>
  )
}
