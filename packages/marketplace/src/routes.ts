/** The parts with which other packages add routes to the API: see the option `routes` of the plugin. */

export { eventBell } from './events/bell.ts'
export {
  type EventPage,
  type EventRange,
  latestCursor,
  readEvents,
  type StoredEvent,
} from './events/read.ts'
export { continueIfRestored } from './events/restored.ts'
export { appendEvents, type NewEvent } from './events/store.ts'
export {
  EVENT_TYPES,
  type EventType,
  SUBJECT_KINDS,
  type SubjectKind,
  typesMatching,
} from './events/types.ts'
export { principalOf } from './http/access.ts'
export { sendProblem } from './http/problem.ts'
export { createJobs, type HandleOptions, type JobHandler, type Jobs } from './jobs/jobs.ts'
export type { Caller, Principal, Requirement, Requirements } from './principals/principal.ts'
export { type Fault, isRefusal, type Refusal, refuse, refuseFaults } from './shared/errors.ts'
export {
  type Cursor,
  decodeCursor,
  encodeCursor,
  linkNext,
  PAGE_SIZE,
  placeOf,
} from './shared/paging.ts'
export { fromMicros, microsOf } from './shared/paging-sql.ts'
export { takeEffect } from './shared/take-effect.ts'
export { compileBody, compileParameters } from './shared/validation.ts'
export {
  Answered,
  Count,
  DateTime,
  Line,
  Maybe,
  Nullable,
  OneOf,
  STRICT,
} from './shared/wire.ts'
export { announceEvents } from './webhooks/announce.ts'
