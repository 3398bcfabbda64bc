/** Wire shapes that jobs of many records share. */
import { type Static, Type } from 'typebox'
import { ActorResponse, toActorResponse } from '../../principals/schema.ts'
import type { Issue } from '../../shared/errors.ts'
import { Count, DateTime, Nullable, OneOf, pagedQuery } from '../../shared/wire.ts'
import type { StoredJob } from './job-store.ts'
import { JOB_OUTCOMES, JOB_STATUSES, MAX_JOB_RECORDS } from './states.ts'

/** By whom a job was requested, and when it ran, in an answer. */
export const JOB_TIMES = {
  Actor: ActorResponse,
  CreatedAt: DateTime('When it was requested.'),
  StartedAt: Nullable(DateTime('When the first record had its turn.')),
  EndedAt: Nullable(DateTime('When it ended.')),
}

/** Converts what {@link JOB_TIMES} says of a job. */
export function toJobTimes({ actor, createdAt, startedAt, endedAt }: StoredJob) {
  return {
    Actor: toActorResponse(actor),
    CreatedAt: createdAt.toISOString(),
    StartedAt: startedAt?.toISOString() ?? null,
    EndedAt: endedAt?.toISOString() ?? null,
  }
}

/** Why a record was refused, in an answer. */
export const REFUSED_RECORD = {
  Code: Nullable(
    Type.String({ description: 'Of the refusal: what the call for one record answers.' }),
  ),
  Detail: Nullable(Type.String({ description: 'Why it was refused, and what to change.' })),
}

/** How many records a job has in which state, in an answer. */
export const jobCounts = (records: string, work: string) => ({
  WaitingCount: count(
    `${records} that have not had their turn. A cancelled job leaves them as they are.`,
  ),
  DoneCount: count(`${records} with which it was done.`),
  UnchangedCount: count(`${records} that were already as the ${work} leaves them.`),
  RefusedCount: count(`${records} with which it could not be done.`),
})

const count = (description: string) => Type.Integer({ description })

/** Converts what {@link jobCounts} says of a job. */
export function toJobCounts({ waiting, done, unchanged, refused }: StoredJob) {
  return {
    WaitingCount: waiting,
    DoneCount: done,
    UnchangedCount: unchanged,
    RefusedCount: refused,
  }
}

/** All records of a job. */
export const countOf = ({ waiting, done, unchanged, refused }: StoredJob): number =>
  waiting + done + unchanged + refused

/** The query of lists of jobs. */
export const JobsQuery = pagedQuery(
  'entries',
  { status: Type.Optional(OneOf(JOB_STATUSES, 'Only jobs in this state.')) },
  1000,
)
export type JobsQuery = Static<typeof JobsQuery>

/** The query of what became of the records of a job. */
export const outcomesQuery = (records: string) =>
  pagedQuery(
    'entries',
    { outcome: Type.Optional(OneOf(JOB_OUTCOMES, `Only ${records} of which this became.`)) },
    1000,
  )
export type OutcomesQuery = Static<ReturnType<typeof outcomesQuery>>

/** The path parameter of one job. */
export const JobPath = Type.Object({ id: Count(1, Number.MAX_SAFE_INTEGER, 'The Id.') })
export type JobPath = Static<typeof JobPath>

/**
 * Why a job for so many records is refused.
 *
 * @example countIssues(0, '/Filter', 'match', 'order') // [{ path: '/Filter', message: 'must match at least one order' }]
 */
export function countIssues(
  count: number,
  path: string,
  verb: string,
  record: string,
): readonly Issue[] {
  if (count === 0) return [{ path, message: `must ${verb} at least one ${record}` }]
  if (count <= MAX_JOB_RECORDS) return []
  const most = MAX_JOB_RECORDS.toLocaleString('en')
  return [{ path, message: `must ${verb} at most ${most} ${record}s` }]
}
