/** The search parameters of the settings. */
import * as v from 'valibot'
import { listEntries, searchSchema, text } from '../search-params.ts'

/** Which tab is shown, and for the rates their filter, their position and the open panel. */
export const settingsSearch = searchSchema({
  cursor: listEntries.cursor,
  tab: v.picklist(['customer', 'stock', 'rates', 'vat', 'account']),
  currency: v.pipe(text, v.regex(/^[A-Z]{3}$/)),
  action: v.literal('set'),
  /** The currency and the day of the rate that the panel removes. */
  remove: v.pipe(text, v.regex(/^[A-Z]{3} \d{4}-\d{2}-\d{2}$/)),
})
export type SettingsSearch = v.InferOutput<typeof settingsSearch>
export type SettingsTab = NonNullable<SettingsSearch['tab']>
