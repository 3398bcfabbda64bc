/** The last changes of prices, of stocks and of what is for sale: how far each is or what has become of it, and the way back. */
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../components/page/empty-state.tsx'
import { Problem } from '../../../components/page/problem.tsx'
import { actorName } from '../../../components/values/actor.ts'
import { Moment } from '../../../components/values/moment.tsx'
import { callQuery } from '../../../hub/call-query.ts'
import { useSession } from '../../../hub/session.tsx'
import { customerQuery } from '../../../settings/queries.ts'
import { isOver, type ProductJob } from '../../change/run-job.ts'
import { Failures } from '../failures.tsx'
import { JobProgress } from '../job-progress.tsx'
import { jobState, jobTitle, whyNoUndo } from '../job-words.ts'
import { useProductJob } from '../use-product-job.ts'
import { JobProducts } from './job-products.tsx'

/** Changes that are shown. */
const SHOWN = 20

/** How often running jobs are read again, in milliseconds: no event reports their progress. */
const POLL_MS = 1_000

export function RecentChanges() {
  const { data, error, refetch } = useQuery({
    ...callQuery(useSession(), ['products', 'jobs'], 'listProductJobs', { pageSize: SHOWN }),
    refetchInterval: ({ state }) => (state.data?.every(isOver) === false ? POLL_MS : false),
  })
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (data?.length === 0) {
    return (
      <EmptyState title="No changes made in the console in the last 30 days">
        Here you can undo them: changes of prices, of stock, and of which products are active.
      </EmptyState>
    )
  }
  return (
    <Stack>
      {data?.map((job) => (
        <Change key={job.Id} job={job} jobs={data} />
      ))}
    </Stack>
  )
}

function Change({ job, jobs }: { readonly job: ProductJob; readonly jobs: readonly ProductJob[] }) {
  const session = useSession()
  const { may } = session
  const currency = useQuery(customerQuery(session)).data?.BaseCurrency ?? 'EUR'
  const title = jobTitle(job, currency)
  const undo = useProductJob()
  const noUndo = whyNoUndo(job, jobs)
  const isRunning = !isOver(job) && may('products:write')
  return (
    <Card withBorder padding="sm" component="section" aria-label={`${title}, ${job.Id}`}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Text size="sm" fw={500}>
            {title}
          </Text>
          <Text size="sm">{jobState(job)}</Text>
          <Text size="xs" c="dimmed">
            {actorName(job.Actor)}, <Moment at={job.CreatedAt} />
          </Text>
          {noUndo && <Text size="xs">{noUndo}</Text>}
          {isOver(job) && <JobProducts job={job} />}
        </div>
        {isRunning && (
          <Button
            size="xs"
            variant="default"
            flex="none"
            loading={undo.stop.isPending}
            onClick={() => undo.stop.mutate(job.Id)}
          >
            Stop
          </Button>
        )}
        {may('products:write') && isOver(job) && job.CanUndo && !undo.data && (
          <Button
            size="xs"
            variant="default"
            flex="none"
            loading={undo.isPending}
            onClick={() => undo.mutate({ Undo: job.Id })}
          >
            Undo
          </Button>
        )}
      </Group>
      {undo.data && <Failures failures={undo.data.failures} />}
      {undo.error && <Problem error={undo.error} />}
      {undo.stop.error && <Problem error={undo.stop.error} />}
      <JobProgress {...undo} />
    </Card>
  )
}
