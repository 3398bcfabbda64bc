/** Reads the bodies of records outside of their routes, such as to measure a call before it is made. */
import { compileBody } from '../../kit/shared/validation.ts'
import { draftCancellation, draftReturn, type FulfilmentDraft } from './records/draft.ts'
import { ReturnRequest } from './records/return-schema.ts'
import { CancellationRequest } from './records/schema.ts'

const READERS = {
  cancellation: { issuesOf: compileBody(CancellationRequest), draft: draftCancellation },
  return: { issuesOf: compileBody(ReturnRequest), draft: draftReturn },
} as const

/** The record that a body of a merchant asks for. Undefined if the call would refuse its shape. */
export function readRecordRequest(
  kind: keyof typeof READERS,
  body: unknown,
): FulfilmentDraft | undefined {
  const { issuesOf, draft } = READERS[kind]
  return issuesOf(body).length > 0 ? undefined : draft(body as never)
}
