/** The approval for which a refused call waits. Pure. */
import type { Refusal } from './queries.ts'

/** Its id, which only the reason names. */
export function approvalOf({ Code, Detail }: Pick<Refusal, 'Code' | 'Detail'>): string | undefined {
  if (Code !== 'SERVER_APPROVAL_REQUIRED') return undefined
  return /\/agent-approvals\/(\d+)/.exec(Detail ?? '')?.[1]
}
