/** Requests with an Idempotency-Key take effect once. */
import { randomUUID } from 'node:crypto'
import { createBatcher } from '@entrepot/batch'
import type { Database } from '@entrepot/database'
import type { Refusal } from '../shared/errors.ts'
import { JOINED_WRITES } from '../sql/joined-writes.ts'
import { classifyClaim, isFinal, MAX_STORED_LENGTH, REFUSED } from './rules.ts'
import {
  type Answer,
  type Claim,
  type FoundClaim,
  findClaim,
  type KeyWrite,
  removeClaim,
  replaceClaim,
  writeKeys,
} from './store.ts'

/** Answers longer than this are stored by a statement of their own. */
const ALONE_LENGTH = 16 * 1024

/**
 * One statement at a time: it does not wait for the disk, and larger ones cost less. All of them write in the same order, so that those of
 * several nodes cannot deadlock.
 */
const JOINED = {
  ...JOINED_WRITES,
  concurrency: 1,
  orderBy: ({ claim }: KeyWrite) => nameOf(claim),
} as const

/** A claim can disappear between two statements, when its request ends without a final answer. */
const ATTEMPTS = 3

/** An answer that is sent again. */
export interface Replay {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * How a request begins: it has to run and owns the claim, it is answered as before, or it is refused. A request that has taken effect runs
 * with the `result` of its effect.
 */
export type Beginning =
  | { readonly outcome: 'run'; readonly claim: Claim; readonly result?: Buffer | undefined }
  | { readonly outcome: 'replay'; readonly replay: Replay }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }

/** Claims keys, and stores answers. */
export interface Idempotency {
  /**
   * Claims the key of a request, or finds the answer of the first request with it.
   *
   * @param hashWithBody reads the body of a request whose `requestHash` does not include it. Called if the first request was answered.
   */
  begin(wanted: Omit<Claim, 'claimId'>, hashWithBody?: () => Promise<string>): Promise<Beginning>
  /** Stores the answer of a request that has run if it is final, and otherwise ends the claim. */
  finish(claim: Claim, answer: Answer): Promise<void>
}

/** Creates the functions for the requests of one process. Requests that arrive together share their statements. */
export function createIdempotency(database: Database): Idempotency {
  const writeKey = createBatcher(async (writes: readonly KeyWrite[]) => {
    const owned = await writeKeys(database, withoutLosers(writes))
    return writes.map(({ claim }) => owned.has(claim.claimId))
  }, JOINED)

  return {
    async begin(wanted, hashWithBody) {
      const claim = { ...wanted, claimId: randomUUID() }
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        if (await writeKey({ claim })) return { outcome: 'run', claim }
        const found = await findClaim(database, claim)
        if (found !== undefined) return await answerClaim(database, claim, found, hashWithBody)
      }
      return { outcome: 'refused', refusal: REFUSED.running }
    },
    async finish(claim, answer) {
      if (!isFinal(answer.status)) return await removeClaim(database, claim)
      const length = answer.body?.length ?? 0
      const write = {
        claim,
        answer: length > MAX_STORED_LENGTH ? { ...answer, body: null } : answer,
      }
      if (length > ALONE_LENGTH) await writeKeys(database, [write])
      else await writeKey(write)
    },
  }
}

function nameOf({ customerId, keyHash }: Claim): string {
  return `${customerId} ${keyHash}`
}

/** Leaves out claims of a key that occurs in another write of the batch: only one of them can own it. */
function withoutLosers(writes: readonly KeyWrite[]): readonly KeyWrite[] {
  const owners = new Map<string, KeyWrite>()
  for (const write of writes) {
    if (write.answer !== undefined || !owners.has(nameOf(write.claim)))
      owners.set(nameOf(write.claim), write)
  }
  return writes.filter(
    (write) => write.answer !== undefined || owners.get(nameOf(write.claim)) === write,
  )
}

async function answerClaim(
  database: Database,
  claim: Claim,
  found: FoundClaim,
  hashWithBody: (() => Promise<string>) | undefined,
): Promise<Beginning> {
  let decision = classifyClaim(found, claim.requestHash)
  // A request that runs needs its body, so the body is read only for a comparison.
  if (hashWithBody && found.status !== null && decision !== 'free')
    decision = classifyClaim(found, await hashWithBody())
  if (decision === 'free') {
    const isOurs = await replaceClaim(database, claim, found)
    return isOurs ? { outcome: 'run', claim } : { outcome: 'refused', refusal: REFUSED.running }
  }
  const { claimId, status, headers, body, result } = found
  if (decision === 'resume' || (decision === 'replay' && body === null)) {
    // The body of a streamed request may have been read above.
    const canRun = result !== null && (status === null || hashWithBody === undefined)
    if (!canRun) return { outcome: 'refused', refusal: REFUSED.done }
    return { outcome: 'run', claim: { ...claim, claimId }, result }
  }
  if (decision !== 'replay') return { outcome: 'refused', refusal: REFUSED[decision] }
  return {
    outcome: 'replay',
    replay: { status: status as number, headers: headers ?? {}, body: body as string },
  }
}
