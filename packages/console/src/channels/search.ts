/** The search parameters of the pages of channels: the open panel. */
import * as v from 'valibot'
import { searchSchema } from '../search-params.ts'

export const channelSearch = searchSchema({
  panel: v.picklist(['create', 'change', 'preview', 'reset', 'state']),
})

export type ChannelPanel = NonNullable<v.InferOutput<typeof channelSearch>['panel']>
