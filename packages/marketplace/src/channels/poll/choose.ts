/** Selects the items of an answer, and their order. */
import type { Channel } from '../../kit/principals/channel.ts'
import type { ChannelWork } from '../copy/channel-work.ts'
import { type Listing, pendingData, type QueuePlace } from '../copy/listing.ts'
import type { Entry, Seen } from '../copy/listing-facts.ts'
import type { Feed } from '../copy/token.ts'

/** An entry that can be served: its product is loaded, and it is in the queue. */
export type Candidate = Entry & { readonly seen: Seen }

/** Maximum size of an answer in bytes. The answer ends with the item that exceeds this size. */
const ANSWER_BYTES = 8_000_000

const placeOf = (listing: Listing, feed: Feed): QueuePlace | null =>
  feed === 'data' ? listing.dataPlace : listing.offerPlace

/** The entries that can be served: least often served first, then by waiting time. */
export function candidates(work: ChannelWork, feed: Feed): readonly Candidate[] {
  const waiting = [...work.entries.values()].filter(
    (entry): entry is Candidate => entry.seen !== null && placeOf(entry.listing, feed) !== null,
  )
  return waiting.sort((a, b) => {
    const first = placeOf(a.listing, feed) as QueuePlace
    const second = placeOf(b.listing, feed) as QueuePlace
    return first.times - second.times || first.place - second.place
  })
}

/** Takes as many entries from the start as fit into an answer. */
export function takeHead(waiting: readonly Candidate[], maxCount: number): readonly Candidate[] {
  let bytes = 0
  const end = waiting.findIndex((entry, index) => {
    bytes += entry.seen.bytes
    return index === maxCount || (index > 0 && bytes > ANSWER_BYTES)
  })
  return end === -1 ? waiting : waiting.slice(0, end)
}

/** The content of a grouped answer, and the entries that must wait because of the order of the tree. */
export interface Choice {
  readonly chosen: readonly Candidate[]
  readonly held: readonly Candidate[]
}

/**
 * Selects the items for a grouped channel. A child is sent if its parent is listed, or comes before it in the same answer. A parent is
 * removed if none of its children is listed, or if they are removed in the same answer.
 */
export function chooseGrouped(
  head: readonly Candidate[],
  maxCount: number,
  find: (reference: string) => Entry | undefined,
): Choice {
  const chosen = new Set<Candidate>()
  const held: Candidate[] = []
  for (const entry of head) {
    if (chosen.has(entry)) continue
    const parent = missingParent(entry, find)
    if (parent && !chosen.has(parent) && chosen.size < maxCount) chosen.add(parent)
    const mayGo = parent === undefined || chosen.has(parent)
    if (mayGo && chosen.size < maxCount) chosen.add(entry)
    else held.push(entry)
  }
  const parents = [...chosen].filter((entry) => !isFreeOfChildren(entry, chosen, find))
  for (const entry of parents) chosen.delete(entry)
  return { chosen: [...chosen], held: [...held, ...parents] }
}

/** The parent that must be sent first. */
function missingParent(
  { listing, seen }: Candidate,
  find: (reference: string) => Entry | undefined,
): Candidate | undefined {
  const reference = seen.item.record.ParentMerchantReference
  if (reference === null || pendingData(listing) === 'remove') return undefined
  const parent = find(reference)
  const isMissing =
    parent !== undefined && parent.seen !== null && parent.listing.channelReference === null
  return isMissing && pendingData(parent.listing) === 'create' ? (parent as Candidate) : undefined
}

function isFreeOfChildren(
  { listing, seen }: Candidate,
  chosen: ReadonlySet<Entry>,
  find: (reference: string) => Entry | undefined,
): boolean {
  if (pendingData(listing) !== 'remove') return true
  return seen.item.children.every((child) => {
    const entry = find(child.record.MerchantProductReference)
    return entry === undefined || entry.listing.channelReference === null || chosen.has(entry)
  })
}

/** Loads the entries that {@link chooseGrouped} needs: the parents of children, and the children of parents that are to be removed. */
export function relativesOf(head: readonly Candidate[]): readonly string[] {
  const references = new Set<string>()
  for (const { listing, seen } of head) {
    const { record, children } = seen.item
    if (pendingData(listing) !== 'remove') references.add(record.ParentMerchantReference ?? '')
    else for (const child of children) references.add(child.record.MerchantProductReference)
  }
  references.delete('')
  return [...references]
}

/** Within each list, parents come before their children, and are removed after them. */
export function inTreeOrder(
  mode: Channel['mode'],
  chosen: readonly Candidate[],
): Readonly<Record<'create' | 'update' | 'remove', readonly Candidate[]>> {
  const lists = Map.groupBy(chosen, (entry) => pendingData(entry.listing))
  const sorted = (kind: 'create' | 'update' | 'remove', parents: 1 | -1) => {
    const list = lists.get(kind) ?? []
    if (mode === 'flat') return list
    return list.toSorted((a, b) => parents * (depthOf(a) - depthOf(b)))
  }
  return { create: sorted('create', 1), update: sorted('update', 1), remove: sorted('remove', -1) }
}

function depthOf({ seen }: Candidate): number {
  return seen.item.record.ParentMerchantReference === null ? 0 : 1
}
