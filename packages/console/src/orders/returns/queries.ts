/** All reads of a return. */
import type { Input, Output } from '@entrepot/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Session } from '../../hub/session.tsx'

/** A return as the hub answers it. */
export type Return = Output<'getReturn'>

/** One return. */
export function returnQuery({ client, customer }: Session, reference: string) {
  return queryOptions({
    queryKey: ['returns', customer, 'one', reference],
    queryFn: async ({ signal }) => await client.getReturn({ reference }, { signal }),
  })
}

/** A return as a decision would leave it now, with what would be refunded. */
export function previewQuery(
  { client, customer }: Session,
  reference: string,
  body: Input<'previewReturnDecision'>['body'],
) {
  return queryOptions({
    queryKey: ['returns', customer, 'preview', { reference, body }],
    queryFn: async ({ signal }) =>
      await client.previewReturnDecision({ reference, body }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}
