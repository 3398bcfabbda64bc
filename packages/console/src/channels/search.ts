/** The search parameters of the pages of channels: the tab, and the open panel. */
import * as v from 'valibot'
import { listEntries, searchSchema } from '../search-params.ts'

/** The tabs of a channel that show its rules. */
export const RULE_TABS = ['selection', 'prices', 'stock'] as const

export const channelSearch = searchSchema({
  panel: v.picklist(['create', 'change', 'preview', 'reset', 'state']),
  /** Without it: what the channel has fetched. */
  tab: v.picklist([...RULE_TABS, 'problems']),
  /** The position in the list of problems. */
  cursor: listEntries.cursor,
})

export type ChannelPanel = NonNullable<v.InferOutput<typeof channelSearch>['panel']>
export type ChannelTab = NonNullable<v.InferOutput<typeof channelSearch>['tab']>
