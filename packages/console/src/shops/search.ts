/** The search parameters of the pages of shops. */
import * as v from 'valibot'
import { id, listEntries, searchSchema, text } from '../search-params.ts'

/** The position in the list of connections, and the panel that makes a key for a connector. */
export const shopsSearch = searchSchema({
  cursor: listEntries.cursor,
  panel: v.picklist(['key']),
})

/** The shop that is chosen first. */
export const connectSearch = searchSchema({ shop: text, panel: v.picklist(['key']) })

/** The tabs of a connection beside its overview. */
const TABS = ['problems', 'runs', 'setup'] as const

/** Panels that show what the connector answers to a request. */
export const ANSWER_PANELS = ['run', 'dry-run', 'test'] as const

/** What can be open beside the page of a connection. */
const PANELS = ['change', 'delete', 'key', ...ANSWER_PANELS] as const

/** The kinds of records that can have problems. */
export const PROBLEM_KINDS = [
  'product',
  'order',
  'shipment',
  'cancellation',
  'return',
  'refund',
] as const

export const connectionSearch = searchSchema({
  cursor: listEntries.cursor,
  tab: v.picklist(TABS),
  panel: v.picklist(PANELS),
  /** The kind of the records whose problems are shown. */
  kind: v.picklist(PROBLEM_KINDS),
  /** The run that is shown. */
  run: id,
  /** The request whose answer is waited for, and shown. */
  request: id,
})

export type ConnectionTab = (typeof TABS)[number]
export type ProblemKind = (typeof PROBLEM_KINDS)[number]
export type ConnectionPanel = (typeof PANELS)[number]
