/** A form that takes effect once, however often it is sent. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isCertainlyMissing } from './certainly-missing.ts'

/** What {@link useOnce} needs. */
export interface OnceParts<Given, Stored, Result> {
  readonly send: (given: Given, idempotencyKey: string) => Promise<Stored>
  /** What comes after it is stored, such as waiting for its end. */
  readonly follow: (stored: Stored) => Promise<Result>
}

const newKey = () => crypto.randomUUID()

/**
 * Returns a write with an idempotency key. While it is not known whether the hub has stored it, `unsure` is what was sent, and only this is sent
 * again, with its key, so that it takes effect once; the fields are locked meanwhile: see `OnceFields`.
 */
export function useOnce<Given, Stored, Result>({ send, follow }: OnceParts<Given, Stored, Result>) {
  const queries = useQueryClient()
  const [idempotencyKey, setKey] = useState(newKey)
  const [unsure, setUnsure] = useState<Given>()
  const renew = () => {
    setUnsure(undefined)
    setKey(newKey())
  }
  const mutation = useMutation({
    mutationFn: async (given: Given): Promise<Result> => {
      const sent = unsure ?? given
      let isStored = false
      try {
        const stored = await send(sent, idempotencyKey)
        isStored = true
        const result = await follow(stored)
        renew()
        return result
      } catch (error) {
        if (!isStored && isCertainlyMissing(error, unsure !== undefined)) renew()
        else setUnsure(sent)
        throw error
      }
    },
    onSettled: async () => await queries.invalidateQueries(),
  })
  return { ...mutation, unsure }
}
