/** Changes of many products as a job of the hub, which goes on when the window is closed. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { clientOf } from '../../hub/api.ts'
import { useSession } from '../../hub/session.tsx'
import { type BulkResult, type JobBody, type ProductJob, runJob } from '../change/run-job.ts'

/** A call with all products can take this long, in milliseconds. */
const TIMEOUT_MS = 60_000

/** Returns the job. `mutate` ends when the hub has ended the job and the pages show what is true. */
export function useProductJob() {
  const { customer } = useSession()
  const queries = useQueryClient()
  const [job, setJob] = useState<ProductJob>()
  // One key for each change, so that a retry after a lost answer starts no second job.
  const key = useRef<string>(undefined)
  const client = clientOf(customer, TIMEOUT_MS)
  const mutation = useMutation({
    mutationFn: async (body: JobBody): Promise<BulkResult> => {
      key.current ??= crypto.randomUUID()
      const result = await runJob(client, body, key.current, setJob)
      key.current = undefined
      return result
    },
    onMutate: () => setJob(undefined),
    onSettled: async () => await queries.invalidateQueries(),
  })
  const stop = useMutation({
    mutationFn: async (id: number) => await client.cancelProductJob({ id }),
    onSettled: async () => await queries.invalidateQueries(),
  })
  return { ...mutation, job, stop }
}
