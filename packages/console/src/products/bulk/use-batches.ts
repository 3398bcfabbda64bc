/** Calls for many products, a part after the other, with progress. */
import type { Output } from '@entrepot/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../hub/api.ts'
import { useSession } from '../../hub/session.tsx'
import { batchesOf } from './bulk.ts'

/** Products of one call. */
const BATCH = 500

/** A call of a whole batch can take this long, in milliseconds. */
const TIMEOUT_MS = 60_000

type Client = ReturnType<typeof clientOf>

/** A product that was not changed, and why. */
export interface BulkFailure {
  readonly reference: string
  readonly words: string
}

/** What has become of the items. */
export interface BulkResult<Item> {
  readonly done: readonly Item[]
  readonly failures: readonly BulkFailure[]
}

/** What names its product. */
type ReferenceOf<Item> = (item: Item) => string

/**
 * Returns the calls. `run` ends when the pages show what is true. If a call fails, those before it have happened, and its error says so.
 *
 * @param referenceOf the product of an item
 * @param send a call with a part of the items
 */
export function useBatches<Item>(
  referenceOf: ReferenceOf<Item>,
  send: (client: Client, items: readonly Item[]) => Promise<Output<'changeOffers'>>,
) {
  const { customer } = useSession()
  const queries = useQueryClient()
  const [sent, setSent] = useState(0)
  const mutation = useMutation({
    mutationFn: async (items: readonly Item[]): Promise<BulkResult<Item>> => {
      setSent(0)
      const client = clientOf(customer, TIMEOUT_MS)
      const failures: BulkFailure[] = []
      for (const batch of batchesOf(items, BATCH)) {
        const { ProductMessages } = await send(client, batch)
        failures.push(...ProductMessages.flatMap(toFailure))
        setSent((before) => before + batch.length)
      }
      const failed = new Set(failures.map(({ reference }) => reference))
      return { done: items.filter((item) => !failed.has(referenceOf(item))), failures }
    },
    onSettled: async () => await queries.invalidateQueries(),
  })
  return { ...mutation, sent }
}

function toFailure({
  Reference,
  Errors,
  IsConflict,
}: Output<'changeOffers'>['ProductMessages'][number]): BulkFailure[] {
  if (Errors.length === 0) return []
  const words = IsConflict
    ? 'Somebody has changed it meanwhile, so it was left as it is.'
    : Errors.map((error) => error.replace(/^Item \d+/, '')).join(' ')
  return [{ reference: Reference ?? '', words }]
}
