/** The overview: what needs a person, then how sales go. */
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageHead } from '../components/page/page-head.tsx'
import { Problem } from '../components/page/problem.tsx'
import { overviewQuery } from '../hub/overview-query.ts'
import { useSession } from '../hub/session.tsx'
import { AttentionStrip } from './attention-strip.tsx'
import { FirstSteps } from './first-steps.tsx'
import { SalesSection } from './sales-section.tsx'
import { useTasks } from './use-tasks.ts'

export function OverviewPage() {
  const session = useSession()
  const { data, error, refetch } = useQuery(overviewQuery(session))
  const tasks = useTasks()
  const isNew = data?.Channels?.length === 0
  return (
    <>
      <PageHead title="Overview" />
      {data && tasks ? (
        <Stack gap="xl">
          {isNew && <FirstSteps />}
          {(!isNew || tasks.length > 0) && <AttentionStrip tasks={tasks} />}
          {!isNew && session.may('orders:read') && <SalesSection overview={data} />}
        </Stack>
      ) : error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </>
  )
}
