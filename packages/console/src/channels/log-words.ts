/** What the log of a channel says. Pure. */
import type { Output } from '@entrepot/client'

/** An event about a channel. */
export type ChannelEvent = Output<'listEvents'>[number]

const TITLES: Readonly<Record<string, string>> = {
  'channel.created': 'Created',
  'channel.updated': 'Settings changed',
  'channel.deactivated': 'Deactivated',
  'channel.reset': 'Everything sent again',
  'offer_rules.changed': 'Rules changed',
}

/** What happened. */
export function changeTitle({ Type, Data }: Pick<ChannelEvent, 'Type' | 'Data'>): string {
  const title = TITLES[Type] ?? Type
  const { Name, Version } = Data as { readonly Name?: unknown; readonly Version?: unknown }
  if (Type === 'channel.created' && typeof Name === 'string') return `${title} as ${Name}`
  return typeof Version === 'number' ? `${title}, version ${Version}` : title
}

/** What is different now, each with what was before. Events of an older hub do not say it. */
export function changesOf({ Data }: Pick<ChannelEvent, 'Data'>): readonly string[] {
  const { Changes } = Data as { readonly Changes?: unknown }
  return Array.isArray(Changes) ? Changes.map(String) : []
}
