/** The reads of the list of refused calls. */
import type { Output } from '@entrepot/client'
import { callQuery } from '../../hub/call-query.ts'
import { listQuery } from '../../hub/list-query.ts'
import type { Session } from '../../hub/session.tsx'
import type { DevelopersSearch } from '../search.ts'

export type Refusal = Output<'getRefusedCall'>

/** Refused calls are no events, so the list is read again while it is shown. */
const REFETCH_INTERVAL_MS = 5_000

/** The filters that the address has. */
export type RefusalFilter = Pick<
  DevelopersSearch,
  'keyId' | 'status' | 'code' | 'path' | 'requestId'
>

/** Filters of which some are removed. */
export type ChangedFilter = {
  readonly [Name in keyof RefusalFilter]?: RefusalFilter[Name] | undefined
}

/** The filters of an address, without its other parameters and those that are empty. */
export function refusalFilters(search: ChangedFilter): RefusalFilter {
  const { keyId, status, code, path, requestId } = search
  return {
    ...(keyId && { keyId }),
    ...(status && { status }),
    ...(code && { code }),
    ...(path && { path }),
    ...(requestId && { requestId }),
  }
}

/** A page of refused calls. */
export function refusalsQuery(session: Session, search: DevelopersSearch) {
  const { cursor } = search
  const input = { ...refusalFilters(search), ...(cursor && { cursor }) }
  return {
    ...listQuery(session, 'refusals', 'listRefusedCalls', input),
    refetchInterval: REFETCH_INTERVAL_MS,
  }
}

/** One refused call. */
export function refusalQuery(session: Session, id: number) {
  return {
    ...callQuery(session, ['refusals', 'one', id], 'getRefusedCall', { id }),
    staleTime: Number.POSITIVE_INFINITY,
  }
}

/** The keys of the customer, for the filter. */
export function keyNamesQuery(session: Session) {
  return callQuery(session, ['keys', 'names'], 'listKeys', { pageSize: 1_000 })
}
