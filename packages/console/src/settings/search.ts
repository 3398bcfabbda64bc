/** The state of the settings in the address. */
import { checkPageSearch } from '../search-params.ts'

const TABS = ['customer', 'rates', 'account'] as const

export type SettingsTab = (typeof TABS)[number]

/** Which part is shown, and for the rates their filters, their place and the panel. */
export interface SettingsSearch {
  readonly tab?: SettingsTab
  readonly cursor?: string
  readonly currency?: string
  readonly action?: 'set'
  /** The day of the rate that the panel removes, with `currency`. */
  readonly remove?: string
}

/** Reads the state from an address. What is not understood is left out. */
export function checkSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const { cursor } = checkPageSearch(search)
  const tab = TABS.find((name) => name === search.tab)
  const currency = matching(search.currency, /^[A-Z]{3}$/)
  const remove = matching(search.remove, /^[A-Z]{3} \d{4}-\d{2}-\d{2}$/)
  return {
    ...(cursor && { cursor }),
    ...(tab && { tab }),
    ...(currency && { currency }),
    ...(search.action === 'set' && { action: 'set' }),
    ...(remove && { remove }),
  }
}

function matching(given: unknown, form: RegExp): string | undefined {
  return typeof given === 'string' && form.test(given) ? given : undefined
}
