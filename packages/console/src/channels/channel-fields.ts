/** What the fields of a channel contain. Pure. */
import type { Channel } from './queries.ts'

/** What the fields contain. Empty lists select everything. */
export interface ChannelFields {
  readonly Name: string
  readonly Mode: Channel['Mode']
  readonly CanShipPartialOrderLines: boolean
  readonly OffersInData: boolean
  readonly Brands: readonly string[]
  readonly Categories: readonly string[]
  readonly Products: readonly string[]
}

/** The fields of a channel; without one, those of a new one. */
export function fieldsOf(channel?: Channel): ChannelFields {
  const { Brands = [], Categories = [], Products = [] } = channel?.Selection ?? {}
  return {
    Name: channel?.Name ?? '',
    Mode: channel?.Mode ?? 'flat',
    CanShipPartialOrderLines: channel?.CanShipPartialOrderLines ?? true,
    OffersInData: channel?.OffersInData ?? false,
    ...{ Brands, Categories, Products },
  }
}

/** The body of a call. A selection names at least one list. */
export function bodyOf({ Brands, Categories, Products, Name, ...settings }: ChannelFields) {
  const lists = Object.entries({ Brands, Categories, Products }).filter(
    ([, list]) => list.length > 0,
  )
  return {
    ...settings,
    Name: Name.trim(),
    Selection: lists.length === 0 ? null : Object.fromEntries(lists),
  }
}
