/** What needs a person. Pure. */

import { allows } from '../hub/actions.ts'
import type { WaitingCall } from '../hub/waiting-calls-query.ts'
import type { Overview, WaitingAgent } from './queries.ts'

/** Waiting work, with the page that shows only this work. */
export interface Task {
  readonly id: string
  readonly label: string
  readonly count: number
  /** The time of the oldest item. */
  readonly since?: string | null
  /** When the most overdue item was due. */
  readonly due?: string | null
  /** Names of the items, if the page cannot show only these items. */
  readonly names?: readonly string[]
  readonly to:
    | '/orders'
    | '/returns'
    | '/stock'
    | '/prices'
    | '/channels'
    | '/channels/$id'
    | '/shops'
    | '/developers'
    | '/agents'
    | '/agents/approvals'
  /** The parameters of the path. */
  readonly params?: { readonly id: string }
  readonly search?: Readonly<Record<string, string | boolean>>
  /** How much it matters. Routine is everyday work, which the menu of the header does not show. */
  readonly tone: 'urgent' | 'open' | 'routine'
}

/** The tasks in the order of urgency, and how urgent they are: what loses money or buyers, what waits for a decision, everyday work. */
const URGENCY = {
  late: 'urgent',
  short: 'urgent',
  correct: 'urgent',
  webhooks: 'urgent',
  lagging: 'urgent',
  shops: 'urgent',
  acknowledge: 'open',
  returns: 'open',
  approvals: 'open',
  prices: 'open',
  agents: 'open',
  unsent: 'open',
  silent: 'open',
  keys: 'open',
  ship: 'routine',
  backorder: 'routine',
  // They may well be meant, such as products that still have no price.
  problems: 'routine',
} as const satisfies Readonly<Record<string, Task['tone']>>

type Found = Omit<Task, 'tone' | 'id'> & { readonly id: keyof typeof URGENCY }

/** Whether a task is one of the reasons that the menu of the header counts. */
export function needsAttention({ tone }: Task): boolean {
  return tone !== 'routine'
}

/** A channel lags if there is something to fetch and it has not polled for this time. */
const LAG_MS = 3_600_000

/** The tasks of an overview that are not empty, the most urgent first. Parts that the role may not see are left out. */
export function tasksOf(
  overview: Overview,
  agents: readonly WaitingAgent[],
  calls: readonly WaitingCall[] = [],
): readonly Task[] {
  const tasks = [
    ...orderTasks(overview),
    ...offerTasks(overview),
    ...otherTasks(overview),
    ...shopTasks(overview),
    agentTask(agents),
    approvalTask(calls),
  ]
  const order = Object.keys(URGENCY)
  return tasks
    .filter(({ count }) => count > 0)
    .map((task) => ({ ...task, tone: URGENCY[task.id] }))
    .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
}

function orderTasks({ Orders, ReturnsToDecide }: Overview): readonly Found[] {
  return [
    {
      id: 'late',
      label: 'Late orders',
      count: Orders?.Late ?? 0,
      due: Orders?.OldestShipBy ?? null,
      to: '/orders',
      search: { late: true, sort: 'shipBy' },
    },
    {
      id: 'short',
      label: 'Oversold orders',
      count: Orders?.Short ?? 0,
      to: '/stock',
    },
    {
      id: 'acknowledge',
      label: 'Orders to acknowledge',
      count: Orders?.ToAcknowledge ?? 0,
      since: Orders?.OldestToAcknowledge ?? null,
      to: '/orders',
      search: { tab: 'new' },
    },
    {
      id: 'correct',
      label: 'Orders to correct',
      count: Orders?.ToCorrect ?? 0,
      to: '/orders',
      search: { tab: 'to-correct' },
    },
    {
      id: 'ship',
      label: 'Orders to ship',
      // Those that can be shipped now, as the tab has them.
      count: (Orders?.ToShip ?? 0) - (Orders?.InBackorder ?? 0),
      to: '/orders',
      search: { tab: 'to-ship' },
    },
    {
      id: 'backorder',
      label: 'Orders in backorder',
      count: Orders?.InBackorder ?? 0,
      to: '/orders',
      search: { tab: 'backorder' },
    },
    {
      id: 'returns',
      label: 'Open returns',
      count: ReturnsToDecide ?? 0,
      to: '/returns',
    },
  ]
}

function offerTasks({ Offers, Channels }: Overview): readonly Found[] {
  const { ToReview = [], Problems = [] } = Offers ?? {}
  const sum = (counts: readonly { readonly Count: number }[]) =>
    counts.reduce((total, { Count }) => total + Count, 0)
  const nameOf = (id: number) => Channels?.find(({ Id }) => Id === id)?.Name ?? `Channel ${id}`
  return [
    { id: 'prices', label: 'Prices to review', count: sum(ToReview), to: '/prices' },
    {
      id: 'problems',
      label: 'Products without an offer',
      count: sum(Problems),
      names: Problems.map(({ ChannelId }) => nameOf(ChannelId)),
      ...(Problems.length === 1
        ? {
            to: '/channels/$id',
            params: { id: String(Problems[0]?.ChannelId) },
            search: { tab: 'problems' },
          }
        : { to: '/channels' }),
    },
  ]
}

function otherTasks({ At, Channels, EndingKeys, FailingWebhooks }: Overview): readonly Found[] {
  const active = (Channels ?? []).filter(({ IsActive }) => IsActive)
  const silent = active.filter(({ LastPoll, HasKeys }) => LastPoll === null && HasKeys)
  const lagging = active.filter(
    ({ LastPoll, Pending }) =>
      LastPoll !== null && Pending > 0 && Date.parse(At) - Date.parse(LastPoll) > LAG_MS,
  )
  const named = (names: readonly string[]) => ({ count: names.length, names })
  return [
    {
      id: 'lagging',
      label: 'Channels behind',
      ...named(lagging.map(({ Name }) => Name)),
      to: '/channels',
    },
    {
      id: 'silent',
      label: 'Channels not fetching',
      count: silent.length,
      names: silent.map(({ Name }) => `${Name} has never fetched`),
      to: '/channels',
    },
    {
      id: 'webhooks',
      label: 'Failing webhooks',
      ...named((FailingWebhooks ?? []).map(({ Label, Url }) => Label || Url)),
      to: '/developers',
      search: { tab: 'webhooks' },
    },
    {
      id: 'keys',
      label: 'Keys expiring soon',
      ...named((EndingKeys ?? []).map(({ Label }) => Label)),
      to: '/developers',
      search: { tab: 'keys' },
    },
  ]
}

function shopTasks({ Connections }: Overview): readonly Found[] {
  const { Failing = 0, Offline = 0, Problems = 0 } = Connections ?? {}
  return [
    {
      id: 'shops',
      label: 'Failing or offline shops',
      count: Failing + Offline,
      to: '/shops',
    },
    { id: 'unsent', label: 'Problems in shops', count: Problems, to: '/shops' },
  ]
}

function agentTask(agents: readonly WaitingAgent[]): Found {
  return {
    id: 'agents',
    label: 'Agents to approve',
    count: agents.length,
    since: agents[0]?.CreatedAt ?? null,
    names: agents.map(({ Name }) => Name),
    to: '/agents',
  }
}

/** Only what the person may decide. */
function approvalTask(calls: readonly WaitingCall[]): Found {
  const own = calls.filter((call) => allows(call, 'approve'))
  return {
    id: 'approvals',
    label: 'Agent actions to approve',
    count: own.length,
    // The newest comes first.
    since: own.at(-1)?.CreatedAt ?? null,
    to: '/agents/approvals',
  }
}

/** Tiles that a wide window has room for in a row. */
const MAX_IN_ROW = 7

/** How many tiles stand in a row of a wide window, so that no row is almost empty. */
export function mostInRow(count: number): number {
  return Math.max(1, Math.ceil(count / Math.ceil(count / MAX_IN_ROW)))
}
