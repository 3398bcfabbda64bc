/** The state of the pages of channels in the address. */

/** The panels of the pages of channels. */
export const CHANNEL_PANELS = ['create', 'change', 'preview', 'reset', 'state'] as const
export type ChannelPanel = (typeof CHANNEL_PANELS)[number]

/** The state of a page. */
export interface ChannelSearch {
  readonly panel?: ChannelPanel
}

/** Reads the state from an address. What is not understood is left out. */
export function checkChannelSearch(search: Record<string, unknown>): ChannelSearch {
  const panel = CHANNEL_PANELS.find((one) => one === search.panel)
  return panel ? { panel } : {}
}
