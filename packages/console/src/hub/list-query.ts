/** A page of a list of the hub as a query. */
import type { Input, PagedOperationId } from '@entrepot/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readPage } from './api.ts'
import type { Session } from './session.tsx'

const PAGE_SIZE = 50

/**
 * Reads a page of a list. The rows of the page before stay until it is there.
 *
 * @param subject the first part of the key, by which events refresh the list
 */
export function listQuery<Id extends PagedOperationId>(
  { client, customer }: Session,
  subject: string,
  id: Id,
  input: Omit<Input<Id>, 'pageSize'>,
) {
  return queryOptions({
    queryKey: [subject, customer, id, input],
    queryFn: async ({ signal }) =>
      await readPage(client, id, { ...input, pageSize: PAGE_SIZE } as unknown as Input<Id>, signal),
    placeholderData: keepPreviousData,
  })
}
