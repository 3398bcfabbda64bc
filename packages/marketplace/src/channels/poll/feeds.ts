/** What the calls of /products/data and /products/offers say about themselves. */
import type { Requirement } from '../../kit/principals/principal.ts'
import {
  AcknowledgementResult,
  Offer,
  PENDING_HEADER,
  ProcessedChanges,
  ProcessedOffers,
  ProductChanges,
  SYNC_HEADER,
} from '../copy/schema.ts'

const DATA = {
  requires: { kind: 'channel', scope: 'products:sync' } satisfies Requirement,
  limit: 'sync',
} as const
const OFFERS = {
  requires: { kind: 'channel', scope: 'offers:sync' } satisfies Requirement,
  limit: 'sync',
} as const

const POLL = {
  headers: {
    [SYNC_HEADER]: 'Connects the answer with its acknowledgement: send it back with that.',
    [PENDING_HEADER]:
      'The number of items that the channel must still process, this answer included: a dictionary of RFC 9651, such as `create=3, update=0, remove=1, complete`. `complete=?0` means that the hub still has products to compare, so the numbers may grow.',
  },
}
const ACKNOWLEDGE = {
  requestHeaders: {
    [SYNC_HEADER]:
      'The header of the answer that is acknowledged. Without it, each reference counts for the oldest answer that is not acknowledged.',
  },
  answers: { 200: 'Empty if every reference was applied, else the rejected ones.' },
}

/** GET /products/data. */
export const POLL_DATA = {
  config: { ...DATA, document: POLL },
  schema: {
    operationId: 'pollProductData',
    tags: ['Synchronisation'],
    summary: 'Poll products',
    description:
      'The products that the channel must create, update and remove. They are sent again until the channel acknowledges them.',
    response: { 200: ProductChanges },
  },
}

/** GET /products/offers. */
export const POLL_OFFERS = {
  config: { ...OFFERS, document: POLL },
  schema: {
    operationId: 'pollProductOffers',
    tags: ['Synchronisation'],
    summary: 'Poll prices and stocks',
    description:
      'The prices and stocks that the channel may not know. They are sent again until the channel acknowledges them.',
    response: { 200: { type: 'array', items: Offer } },
  },
}

/** POST /products/data. */
export const ACKNOWLEDGE_DATA = {
  config: { ...DATA, document: ACKNOWLEDGE },
  schema: {
    operationId: 'acknowledgeProductData',
    tags: ['Synchronisation'],
    summary: 'Acknowledge products',
    description:
      'Says which products of an answer the channel has created, updated and removed. Each reference is applied or rejected separately. What is not acknowledged is sent again.',
    body: ProcessedChanges,
    response: { 200: AcknowledgementResult },
  },
}

/** POST /products/offers. */
export const ACKNOWLEDGE_OFFERS = {
  config: { ...OFFERS, document: ACKNOWLEDGE },
  schema: {
    operationId: 'acknowledgeProductOffers',
    tags: ['Synchronisation'],
    summary: 'Acknowledge prices and stocks',
    description:
      'Says of which products the channel has stored the price and the stock. What is not acknowledged is sent again.',
    body: ProcessedOffers,
    response: { 200: AcknowledgementResult },
  },
}
