/** Wire shapes that jobs of many records share. */
import { Type } from 'typebox'
import { ActorResponse, toActorResponse } from '../../principals/schema.ts'
import { Count, DateTime, Nullable, OneOf } from '../../shared/wire.ts'
import type { StoredJob } from './job-store.ts'
import { JOB_STATUSES } from './states.ts'

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

/** The parameters of pages of jobs and their records. */
export const JOB_PAGE = {
  pageSize: Type.Optional(Count(1, 1000, 'Most entries to answer; 100 when left out.')),
  cursor: Type.Optional(Type.String({ maxLength: 1000, description: 'From the Link of a page.' })),
}

/** The parameter of lists of jobs. */
export const JOB_STATUS = Type.Optional(OneOf(JOB_STATUSES, 'Only jobs in this state.'))
