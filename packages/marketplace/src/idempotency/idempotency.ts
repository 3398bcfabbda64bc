/** Requests with an Idempotency-Key take effect once. */
import { randomUUID } from 'node:crypto'
import { createBatcher } from '@entrepot/batch'
import type { Database } from '@entrepot/database'
import type { Refusal } from '../shared/errors.ts'
import { JOINED_WRITES } from '../shared/joined-writes.ts'
import { isFinal, judgeClaim, MAX_STORED_LENGTH, REFUSED } from './rules.ts'
import {
  type Answer,
  type Claim,
  claimKeys,
  type FoundClaim,
  findClaim,
  removeClaim,
  replaceClaim,
  storeAnswers,
} from './store.ts'

/** Answers longer than this are stored by a statement of their own. */
const ALONE_LENGTH = 16 * 1024

/** One statement of each kind at a time: they do not wait for the disk, and larger ones cost less. */
const JOINED = { ...JOINED_WRITES, concurrency: 1 } as const

/** A claim can disappear between two statements, when its request ends without a final answer. */
const ATTEMPTS = 3

/** An answer that is sent again. */
export interface Replay {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How a request begins: it has to run and owns the claim, it is answered as before, or it is refused. */
export type Beginning =
  | { readonly outcome: 'run'; readonly claim: Claim }
  | { readonly outcome: 'replay'; readonly replay: Replay }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }

/** Claims keys, and stores answers. */
export interface Idempotency {
  /** Claims the key of a request, or finds the answer of the first request with it. */
  begin(wanted: Omit<Claim, 'claimId'>): Promise<Beginning>
  /** Stores the answer of a request that has run if it is final, and otherwise ends the claim. A null body cannot be stored. */
  finish(answer: Answer): Promise<void>
}

/** Creates the functions for the requests of one process. Requests that arrive together share their statements. */
export function createIdempotency(database: Database): Idempotency {
  const claimKey = createBatcher(
    async (claims: readonly Claim[]) => {
      const claimed = await claimKeys(database, claims)
      return claims.map(({ claimId }) => claimed.has(claimId))
    },
    // All batches insert in the same order, so that those of several nodes cannot deadlock.
    { ...JOINED, orderBy: ({ customerId, keyHash }) => `${customerId} ${keyHash}` },
  )
  const storeAnswer = createBatcher(async (answers: readonly Answer[]) => {
    await storeAnswers(database, answers)
    return answers.map(() => true)
  }, JOINED)

  return {
    async begin(wanted) {
      const claim = { ...wanted, claimId: randomUUID() }
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        if (await claimKey(claim)) return { outcome: 'run', claim }
        const found = await findClaim(database, claim)
        if (found !== undefined) return await judge(database, claim, found)
      }
      return { outcome: 'refused', refusal: REFUSED.running }
    },
    async finish(answer) {
      if (!isFinal(answer.status)) return await removeClaim(database, answer.claim)
      const { body } = answer
      const length = body?.length ?? 0
      const stored = length > MAX_STORED_LENGTH ? { ...answer, body: null } : answer
      if (length > ALONE_LENGTH) await storeAnswers(database, [stored])
      else await storeAnswer(stored)
    },
  }
}

async function judge(database: Database, claim: Claim, found: FoundClaim): Promise<Beginning> {
  const verdict = judgeClaim(found, claim.requestHash)
  if (verdict === 'free') {
    const isOurs = await replaceClaim(database, claim, found)
    return isOurs ? { outcome: 'run', claim } : { outcome: 'refused', refusal: REFUSED.running }
  }
  if (verdict !== 'replay') return { outcome: 'refused', refusal: REFUSED[verdict] }
  const { status, headers, body } = found
  if (body === null) return { outcome: 'refused', refusal: REFUSED.tooLarge }
  return {
    outcome: 'replay',
    replay: { status: status as number, headers: headers ?? {}, body },
  }
}
