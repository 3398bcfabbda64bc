/** What needs a person. Pure. */
import type { Overview } from './queries.ts'

/** Work that waits, with the page that shows exactly it. */
export interface Task {
  readonly id: string
  readonly label: string
  readonly count: number
  /** Since when the oldest waits. */
  readonly since?: string | null
  readonly to: '/orders' | '/returns' | '/channels' | '/developers'
  readonly search?: Readonly<Record<string, string>>
}

/** The tasks of an overview that are not empty. Parts that the role may not see are left out. */
export function tasksOf({
  Orders,
  ReturnsToDecide,
  Channels,
  EndingKeys,
}: Overview): readonly Task[] {
  const silent = (Channels ?? []).filter(({ IsActive, LastPoll }) => IsActive && LastPoll === null)
  const tasks: Task[] = [
    {
      id: 'acknowledge',
      label: 'Orders to acknowledge',
      count: Orders?.ToAcknowledge ?? 0,
      since: Orders?.OldestToAcknowledge ?? null,
      to: '/orders',
      search: { view: 'new' },
    },
    {
      id: 'correct',
      label: 'Orders to correct',
      count: Orders?.ToCorrect ?? 0,
      to: '/orders',
      search: { view: 'to-correct' },
    },
    {
      id: 'ship',
      label: 'Orders to ship',
      count: Orders?.ToShip ?? 0,
      to: '/orders',
      search: { view: 'to-ship' },
    },
    { id: 'returns', label: 'Returns to decide', count: ReturnsToDecide ?? 0, to: '/returns' },
    { id: 'channels', label: 'Channels that never polled', count: silent.length, to: '/channels' },
    {
      id: 'keys',
      label: 'Keys that expire soon',
      count: EndingKeys?.length ?? 0,
      to: '/developers',
    },
  ]
  return tasks.filter(({ count }) => count > 0)
}
