/** The reads of the rules of a channel, and of what new ones would change. */
import type { Output } from '@entrepot/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { clientOf } from '../../hub/api.ts'
import { callQuery } from '../../hub/call-query.ts'
import type { Session } from '../../hub/session.tsx'
import type { OfferRules } from './model/form.ts'

/** The rules of a channel, with their version. */
export type StoredRules = Output<'getOfferRules'>

/** What rules would change. */
export type OfferPreview = Output<'previewOfferRules'>

/** The rules of a channel. */
export function rulesQuery(session: Session, id: number) {
  return callQuery(session, ['offer-rules', 'of-channel', id], 'getOfferRules', { id })
}

/** A preview of a million products takes half a minute. */
const PREVIEW_MS = 120_000

/** What rules would change. It is asked for again only for other rules. */
export function rulesPreviewQuery({ customer }: Session, id: number, rules: OfferRules) {
  return queryOptions({
    queryKey: ['offer-preview', customer, 'of-rules', { id, rules }],
    queryFn: async ({ signal }) =>
      await clientOf(customer, PREVIEW_MS).previewOfferRules({ id, body: rules }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    retry: false,
  })
}
