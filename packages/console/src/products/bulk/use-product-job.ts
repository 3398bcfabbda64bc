/** Changes of many products as a job of the hub, which goes on when the window is closed. */
import type { Input, Output } from '@entrepot/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { clientOf, isTransient, readPage } from '../../hub/api.ts'
import { useSession } from '../../hub/session.tsx'
import { isOver, type ProductJob } from './job-words.ts'

/** A call with all products can take this long, in milliseconds. */
const TIMEOUT_MS = 60_000

/** How often the progress is read, in milliseconds: no event reports it. */
const POLL_MS = 400

type Client = ReturnType<typeof clientOf>

/** What is done with one product. */
export type JobItem = NonNullable<Input<'createProductJob'>['body']['Items']>[number]

/** A product that was refused, and why. */
export interface BulkFailure {
  readonly reference: string
  readonly words: string
}

/** What has become of a job. */
export interface BulkResult {
  readonly job: ProductJob
  readonly failures: readonly BulkFailure[]
}

/** What a job does. */
export type JobBody = Input<'createProductJob'>['body']

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

/** Runs a job to its end. */
async function runJob(
  client: Client,
  body: JobBody,
  idempotencyKey: string,
  onProgress: (job: ProductJob) => void,
): Promise<BulkResult> {
  let job = await client.createProductJob({ body }, { idempotencyKey })
  onProgress(job)
  while (!isOver(job)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    try {
      job = await client.getProductJob({ id: job.Id })
      onProgress(job)
    } catch (error) {
      // The job goes on while the hub is not reached.
      if (!isTransient(error)) throw error
    }
  }
  return { job, failures: job.RefusedCount === 0 ? [] : await readRefused(client, job.Id) }
}

async function readRefused(client: Client, id: number): Promise<readonly BulkFailure[]> {
  const failures: BulkFailure[] = []
  let cursor: string | undefined
  do {
    const input = { id, outcome: 'refused' as const, pageSize: 1_000, ...(cursor && { cursor }) }
    const page = await readPage(client, 'listProductJobOutcomes', input)
    failures.push(...page.rows.map(toFailure))
    cursor = page.next
  } while (cursor !== undefined)
  return failures
}

/** Why a product was refused, in words. Pure. */
export function toFailure({
  MerchantProductReference: reference,
  Code,
  Detail,
}: Output<'listProductJobOutcomes'>[number]): BulkFailure {
  const isConflict = Code === 'MARKET_PRODUCT_CHANGED'
  const words = 'Somebody has changed it meanwhile, so it was left as it is.'
  return { reference, words: isConflict ? words : (Detail ?? '') }
}
