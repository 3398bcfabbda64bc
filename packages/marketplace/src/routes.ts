/** The parts with which other packages add routes to the API: see the option `routes` of the plugin. */

export { createBearerKeySource } from './accounts/keys/source.ts'
export { type GuardOptions, guardScope } from './guard.ts'
export { publishCommit } from './kit/events/notifier.ts'
export {
  type EventPage,
  type EventRange,
  latestCursor,
  readEvents,
  type StoredEvent,
} from './kit/events/read-store.ts'
export { continueIfRestored } from './kit/events/restored-store.ts'
export { appendEvents, type NewEvent } from './kit/events/store.ts'
export { principalOf } from './kit/http/access.ts'
export { problemOf, sendProblem } from './kit/http/problem.ts'
export { createJobs, type HandleOptions, type JobHandler, type Jobs } from './kit/jobs/jobs.ts'
export { type Action, Actions } from './kit/principals/actions.ts'
export type { Caller, Principal, Requirement, Requirements } from './kit/principals/principal.ts'
export { ActorResponse, toActorResponse } from './kit/principals/schema.ts'
export { type Issue, isRefusal, type Refusal, refuse, refuseIssues } from './kit/shared/errors.ts'
export {
  type Cursor,
  decodeCursor,
  encodeCursor,
  linkNext,
  PAGE_SIZE,
  placeOf,
} from './kit/shared/paging.ts'
export { compileBody, compileParameters } from './kit/shared/validation.ts'
export {
  Answered,
  Block,
  Count,
  DateTime,
  Line,
  Maybe,
  Nullable,
  OneOf,
  STRICT,
} from './kit/shared/wire.ts'
export { isStaying } from './kit/sql/moving-store.ts'
export { fromMicros, microsOf } from './kit/sql/paging-store.ts'
export { takeEffect } from './kit/sql/take-effect.ts'
export { announceEvents } from './webhooks/work/announce.ts'
