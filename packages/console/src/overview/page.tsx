/** The overview: what needs a person, then how the day goes. */
import { Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../components/page/links.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { Problem } from '../components/page/problem.tsx'
import { formatNumber } from '../components/values/language.ts'
import { Moment } from '../components/values/moment.tsx'
import { useSession } from '../hub/session.tsx'
import { overviewQuery } from './queries.ts'
import type { Task } from './tasks.ts'
import { Today } from './today.tsx'
import { useTasks } from './use-tasks.ts'

export function OverviewPage() {
  const { data, error, refetch } = useQuery(overviewQuery(useSession()))
  const tasks = useTasks()
  return (
    <>
      <PageHead title="Overview" />
      {data && tasks ? (
        <Stack gap="xl">
          <Tasks tasks={tasks} />
          <Today overview={data} />
        </Stack>
      ) : error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </>
  )
}

function Tasks({ tasks }: { readonly tasks: readonly Task[] }) {
  return (
    <section aria-labelledby="attention">
      <Title order={2} size="h4" id="attention" mb="sm">
        Needs attention
      </Title>
      {tasks.length === 0 ? (
        <Text c="dimmed">Nothing waits for you.</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
          {tasks.map((task) => (
            <TaskCard key={task.id} task={task} />
          ))}
        </SimpleGrid>
      )}
    </section>
  )
}

function TaskCard({ task }: { readonly task: Task }) {
  return (
    <Card withBorder component="article" aria-label={task.label}>
      <Group justify="space-between" align="baseline">
        <Text size="xl" fw={700} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {formatNumber(task.count)}
        </Text>
        {task.since && (
          <Text size="xs" c="dimmed">
            oldest <Moment at={task.since} />
          </Text>
        )}
      </Group>
      <PageLink fz="sm" to={task.to} params={task.params as never} search={task.search as never}>
        {task.label}
      </PageLink>
      {task.names && (
        <Text size="xs" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {task.names.join(', ')}
        </Text>
      )}
    </Card>
  )
}
