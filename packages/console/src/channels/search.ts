/** The state of the pages of channels in the address. */

/** The panels of the pages of channels. */
export const channelPanels = ['create', 'change', 'preview', 'reset', 'state'] as const
export type ChannelPanel = (typeof channelPanels)[number]

/** The state of a page. */
export interface ChannelSearch {
  readonly panel?: ChannelPanel
}

/** Reads the state from an address. What is not understood is left out. */
export function checkChannelSearch(search: Record<string, unknown>): ChannelSearch {
  const panel = channelPanels.find((one) => one === search.panel)
  return panel ? { panel } : {}
}
