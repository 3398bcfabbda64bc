/** What all fields of a form of rules need: what is wrong with each, and whether it can be changed. */
import { createContext, useContext } from 'react'
import { issueOf } from '../../../components/form/issue-of.ts'

/** What the fields of a form of rules need. */
export interface RuleContextValue {
  /** What the hub has said about the rules. */
  readonly error: unknown
  /** JSON pointers of what is missing, once a person has tried to save. */
  readonly missing: readonly string[]
  readonly isReadOnly: boolean
  readonly currency: string
}

const RuleContext = createContext<RuleContextValue>({
  error: null,
  missing: [],
  isReadOnly: true,
  currency: 'EUR',
})

export const RuleProvider = RuleContext.Provider

/** What all fields need. */
export function useRules(): RuleContextValue {
  return useContext(RuleContext)
}

/** What is wrong with the field at a JSON pointer. */
export function useIssue(path: string): string | undefined {
  const { error, missing } = useRules()
  const isMissing = missing.some((one) => one === path || one.startsWith(`${path}/`))
  return isMissing ? 'Fill this in.' : issueOf(error, path)
}
