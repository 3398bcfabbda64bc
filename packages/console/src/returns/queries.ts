/** All reads and writes of the pages of returns. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../hub/session.tsx'

/** A return as the hub answers it. */
export type Return = Output<'getReturn'>

/** One return. */
export function returnQuery({ client, customer }: Session, reference: string) {
  return queryOptions({
    queryKey: ['returns', customer, 'one', reference],
    queryFn: async ({ signal }) => await client.getReturn({ reference }, { signal }),
  })
}
