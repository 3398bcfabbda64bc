/** The panel of an action on many orders: its fields, then how far the hub is, then what was refused. */
import { Button, Group, List, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { OnceFields, onceLabel, Unsure } from '../../components/form/once.tsx'
import { Undo } from '../../components/form/undo.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import { orderNames } from '../names.ts'
import {
  type BulkProps,
  countOf,
  type JobRequest,
  type OrderJob,
  refusedQuery,
  type Target,
  useOrderJob,
} from './job-query.ts'

export function JobPanel({
  target,
  verb,
  request,
  undo,
  isDangerous = false,
  isBlocked = false,
  children,
  onClose,
}: {
  readonly target: Target
  /** Such as `Acknowledge`. */
  readonly verb: string
  readonly request: JobRequest
  /** How it is undone, or that it cannot be. */
  readonly undo: string
  readonly isDangerous?: boolean
  readonly isBlocked?: boolean
  /** What is said and asked before. */
  readonly children: ReactNode
  readonly onClose: BulkProps['onClose']
}) {
  const { start, cancel, job, error, isDone } = useOrderJob(target)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate(request)
  }
  if (job) {
    return (
      <Stack>
        <JobProgress job={job} />
        {error && <Problem error={error} />}
        {cancel.error && <Problem error={cancel.error} />}
        {job.RefusedCount > 0 && isDone && <Refused id={job.Id} />}
        {!isDone && (
          <Text size="sm" c="dimmed">
            If you stop it, finished orders stay changed.
          </Text>
        )}
        <Group>
          {isDone ? (
            <Button onClick={() => onClose(true)}>Finish</Button>
          ) : (
            <>
              <Button variant="default" onClick={() => onClose(true)}>
                Continue in the background
              </Button>
              <Button
                variant="default"
                color="red"
                loading={cancel.isPending}
                onClick={() => cancel.mutate(job.Id)}
              >
                Stop
              </Button>
            </>
          )}
        </Group>
      </Stack>
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <OnceFields action={start}>
          <Stack>{children}</Stack>
        </OnceFields>
        <Undo>{undo}</Undo>
        {start.error && <Problem error={start.error} />}
        <Unsure action={start} />
        <Group>
          <Button
            type="submit"
            loading={start.isPending}
            disabled={isBlocked}
            // As in `ActionForm`: Enter cancels nothing by chance.
            {...(isDangerous ? { color: 'red.8' } : { 'data-autofocus': true })}
          >
            {onceLabel(start, `${verb} ${formatNumber(countOf(target))}`)}
          </Button>
          <Button
            variant="default"
            onClick={() => onClose()}
            {...(isDangerous && { 'data-autofocus': true })}
          >
            {isDangerous ? 'Keep' : 'Cancel'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function JobProgress({ job }: { readonly job: OrderJob }) {
  const { OrderCount, WaitingCount, DoneCount, UnchangedCount, RefusedCount, Status } = job
  const had = OrderCount - WaitingCount
  const part = OrderCount === 0 ? 100 : (100 * had) / OrderCount
  const said = [
    `${formatNumber(DoneCount)} of ${formatNumber(OrderCount)} done`,
    UnchangedCount > 0 && `${formatNumber(UnchangedCount)} unchanged`,
    RefusedCount > 0 && `${formatNumber(RefusedCount)} refused`,
    Status === 'cancelled' && `${formatNumber(WaitingCount)} left as they are`,
  ]
  return (
    <>
      <Progress value={part} aria-label="Processed orders" />
      <Text size="sm" aria-live="polite">
        {said.filter(Boolean).join(', ')}
      </Text>
    </>
  )
}

/** The orders that refused the action, with the words of the hub. */
function Refused({ id }: { readonly id: number }) {
  const { data: refused, error } = useQuery(refusedQuery(useSession(), id))
  if (error) return <Problem error={error} />
  return (
    <List size="sm" spacing="xs">
      {refused?.map((order) => (
        <List.Item key={order.OrderId}>
          <PageLink
            fz="sm"
            fw={600}
            to="/orders/$id"
            params={{ id: String(order.OrderId) }}
            target="_blank"
          >
            {orderNames(order).main}
          </PageLink>{' '}
          {order.Detail}
        </List.Item>
      ))}
    </List>
  )
}
