/** All reads of a return. */
import type { Input, Output } from '@entrepot/client'
import { keepPreviousData } from '@tanstack/react-query'
import { callQuery } from '../../hub/call-query.ts'
import type { Session } from '../../hub/session.tsx'

/** A return as the hub answers it. */
export type Return = Output<'getReturn'>

/** One return. */
export function returnQuery(session: Session, reference: string) {
  return callQuery(session, ['returns', 'one', reference], 'getReturn', { reference })
}

/** A return as a decision would leave it now, with what would be refunded. */
export function previewQuery(
  session: Session,
  reference: string,
  body: Input<'previewReturnDecision'>['body'],
) {
  const input = { reference, body }
  return {
    ...callQuery(
      session,
      ['returns', 'preview', { reference, body }],
      'previewReturnDecision',
      input,
    ),
    placeholderData: keepPreviousData,
    retry: false,
  }
}
