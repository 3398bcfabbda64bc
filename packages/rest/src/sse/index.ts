export { eventStream } from './event-stream.ts'
export type {
  EventStream,
  EventStreamInit,
  EventStreamOptions,
  OpenEventStream,
  ServerEvent,
} from './types.ts'
