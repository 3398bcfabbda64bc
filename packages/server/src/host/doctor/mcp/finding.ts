/** What is said about a server, and for which clients. */
import type { Finding } from '../finding.ts'
import type { ClientName, McpClient } from './clients.ts'

/** The steps of a client, in their order. */
export const STEPS = [
  'address',
  'discovery',
  'server',
  'registration',
  'consent',
  'token',
  'browser',
  'session',
  'tools',
] as const
export type Step = (typeof STEPS)[number]

/** One finding. */
export interface McpFinding extends Omit<Finding, 'check'> {
  readonly step: Step
  readonly clients: readonly ClientName[]
}

/** What is wrong, for some of the clients. */
export interface Problem {
  readonly state: 'warning' | 'failure'
  readonly clients: readonly McpClient[]
  readonly detail: string
  readonly fix: string
}

/** A problem because of which these clients do not work. */
export function failing(clients: readonly McpClient[], detail: string, fix: string): Problem {
  return { state: 'failure', clients, detail, fix }
}

/** A problem with which these clients work. */
export function warning(clients: readonly McpClient[], detail: string, fix: string): Problem {
  return { state: 'warning', clients, detail, fix }
}

/** Says what is wrong once, for all clients of which it is said. */
function merge(problems: readonly Problem[]): readonly Problem[] {
  const merged = new Map<string, Problem>()
  for (const problem of problems) {
    const key = JSON.stringify([problem.state, problem.detail, problem.fix])
    const clients = [...(merged.get(key)?.clients ?? []), ...problem.clients]
    if (problem.clients.length > 0) merged.set(key, { ...problem, clients })
  }
  return [...merged.values()]
}

/** The findings of a step: its problems, and that all is well for the other clients. */
export function findingsOf(
  step: Step,
  clients: readonly McpClient[],
  detail: string,
  problems: readonly Problem[],
): readonly McpFinding[] {
  const real = merge(problems)
  const good = clients.filter((one) => !real.some((problem) => problem.clients.includes(one)))
  const found = real.map(({ clients: affected, ...problem }) => ({
    step,
    clients: affected.map(({ name }) => name),
    ...problem,
  }))
  if (good.length === 0) return found
  const names = good.map(({ name }) => name)
  return [...found, { step, clients: names, state: 'ok', detail, fix: null }]
}
