/** Carries out changes of products as a job of the hub, which keeps what was before, so that they can be taken back later. */
import { HubError, type Input, isProblem, type Output } from '@entrepot/client'
import { type clientOf, isTransient } from '../../hub/api.ts'

/** A job of products. */
export type ProductJob = Output<'createProductJob'>

/** Whether a job has ended. */
export const isOver = ({ Status }: ProductJob) => Status === 'done' || Status === 'cancelled'

/** How often the progress is read, in milliseconds: no event reports it. */
const POLL_MS = 400

/** The first pause. A job of one product is over at once. */
const FIRST_MS = 50

type Client = ReturnType<typeof clientOf>

/** What is done with one product. */
export type JobItem = NonNullable<Input<'createProductJob'>['body']['Items']>[number]

/** A product that was refused, and why. */
export interface BulkFailure {
  readonly reference: string
  readonly words: string
  /** Whether somebody has changed it meanwhile. */
  readonly isConflict: boolean
}

/** What has become of a job. */
export interface BulkResult {
  readonly job: ProductJob
  readonly failures: readonly BulkFailure[]
}

/** What a job does. */
export type JobBody = Input<'createProductJob'>['body']

/** Waits for the end of a job. */
export async function followJob(
  client: Client,
  created: ProductJob,
  onProgress: (job: ProductJob) => void = () => undefined,
): Promise<BulkResult> {
  let job = created
  onProgress(job)
  let pause = FIRST_MS
  while (!isOver(job)) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(POLL_MS, pause * 2)
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
  const input = { id, outcome: 'refused', pageSize: 1_000 } as const
  for await (const rows of client.pages('listProductJobOutcomes', input)) {
    failures.push(...rows.map(toFailure))
  }
  return failures
}

/** Why a product was refused, in words. Pure. */
export function toFailure({
  MerchantProductReference: reference,
  Code,
  Detail,
}: Output<'listProductJobOutcomes'>[number]): BulkFailure {
  const isConflict = Code === 'MARKET_PRODUCT_CHANGED'
  const words = 'Somebody else has changed it, so it was not changed.'
  return { reference, words: isConflict ? words : (Detail ?? ''), isConflict }
}

/** Somebody has changed the product meanwhile. */
export class ProductConflict extends Error {}

/** Changes one product by a job. Throws what the hub says if it refuses. */
export async function runSingleJob(client: Client, body: JobBody): Promise<ProductJob> {
  const { job, failure } = await followSingleJob(client, await createSingleJob(client, body))
  if (failure !== undefined) throw failure
  return job
}

/** Creates a job of one product. */
export async function createSingleJob(
  client: Client,
  body: JobBody,
  idempotencyKey?: string,
): Promise<ProductJob> {
  try {
    return await client.createProductJob({ body }, idempotencyKey ? { idempotencyKey } : {})
  } catch (error) {
    throw ofOnlyItem(error)
  }
}

/** Waits for the end of a job of one product. @returns why the product was refused, if it was */
export async function followSingleJob(client: Client, created: ProductJob) {
  const { job, failures } = await followJob(client, created)
  const [failure] = failures
  if (failure === undefined) return { job, failure }
  const { isConflict, words } = failure
  return { job, failure: isConflict ? new ProductConflict(words) : new Error(words) }
}

/** A refusal of a job of one product, with its issues at the fields of the product, where forms look for them. */
function ofOnlyItem(error: unknown): unknown {
  if (!isProblem(error)) return error
  const { operation, problem, issues, requestId, retryAfterMs } = error
  const errors = issues.map(({ path, message }) => ({
    ...{ path: path.replace(/^\/Items\/0(?=\/)/, ''), message },
  }))
  return new HubError(operation, { ...problem, errors }, requestId, retryAfterMs)
}
