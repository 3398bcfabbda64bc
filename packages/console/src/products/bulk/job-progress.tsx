/** How far a job of products is, and how to stop it. */
import { Button, Group, Progress, Text } from '@mantine/core'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber } from '../../components/values/language.ts'
import type { useProductJob } from './use-product-job.ts'

export function JobProgress({
  job,
  stop,
  isPending,
}: Pick<ReturnType<typeof useProductJob>, 'job' | 'stop' | 'isPending'>) {
  if (!isPending) return null
  const { ProductCount = 0, WaitingCount = 0 } = job ?? {}
  const had = ProductCount - WaitingCount
  return (
    <>
      <Progress
        value={ProductCount === 0 ? 0 : (100 * had) / ProductCount}
        aria-label="Processed products"
      />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {job
            ? `${formatNumber(had)} of ${formatNumber(ProductCount)} done. You can close this panel.`
            : 'Sending'}
        </Text>
        {job && (
          <Button
            size="xs"
            variant="default"
            loading={stop.isPending}
            onClick={() => stop.mutate(job.Id)}
          >
            Stop
          </Button>
        )}
      </Group>
      {stop.error && <Problem error={stop.error} />}
    </>
  )
}
