/** Reads the bodies of records outside of their routes, such as to measure a call before it is made. */
import { type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { draftCancellation, draftReturn, type FulfilmentDraft } from './records/draft.ts'
import { ReturnRequest } from './records/return-schema.ts'
import { CancellationRequest } from './records/schema.ts'

const READERS = {
  cancellation: { issuesOf: compileBody(CancellationRequest), draft: draftCancellation },
  return: { issuesOf: compileBody(ReturnRequest), draft: draftReturn },
} as const

/** The record that a body of a merchant asks for. Refusal: that of the call. */
export function readRecordRequest(
  kind: keyof typeof READERS,
  body: unknown,
): FulfilmentDraft | Refusal {
  const { issuesOf, draft } = READERS[kind]
  const issues = issuesOf(body)
  return issues.length > 0 ? refuseIssues(issues) : draft(body as never)
}
