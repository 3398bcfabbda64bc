/** Changes of many products as a job of the hub, which goes on when the window is closed. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnce } from '../../components/form/use-once.ts'
import { clientOf } from '../../hub/api.ts'
import { useSession } from '../../hub/session.tsx'
import { followJob, type JobBody, type ProductJob } from '../change/run-job.ts'

/** A call with all products can take this long, in milliseconds. */
const TIMEOUT_MS = 60_000

/**
 * Returns the job. `mutate` ends when the hub has ended the job and the pages show what is true.
 *
 * @param onStored called when the hub has the job
 */
export function useProductJob(onStored?: () => void) {
  const { customer } = useSession()
  const queries = useQueryClient()
  const [job, setJob] = useState<ProductJob>()
  const client = clientOf(customer, TIMEOUT_MS)
  const write = useOnce({
    send: async (body: JobBody, idempotencyKey) => {
      setJob(undefined)
      const created = await client.createProductJob({ body }, { idempotencyKey })
      onStored?.()
      return created
    },
    follow: async (created) => await followJob(client, created, setJob),
  })
  const stop = useMutation({
    mutationFn: async (id: number) => await client.cancelProductJob({ id }),
    onSettled: async () => await queries.invalidateQueries(),
  })
  return { ...write, job, stop }
}
