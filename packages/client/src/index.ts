/** The typed client of an Entrepot hub. */
export type { Sender } from './call.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export {
  ClientError,
  type ClientErrorCode,
  HubError,
  type Issue,
  isProblem,
  type LocalErrorCode,
  type Problem,
  type ProblemCode,
  type ProblemDocument,
  UnexpectedAnswerError,
} from './errors.ts'
export type { EventFeed, EventsOptions, HubEvent } from './events/feed.ts'
export type { Operations } from './generated/methods.ts'
export { ORDER_STATUSES, problemCodes, RETURN_STATUSES } from './generated/operations.ts'
export type {
  OfferToStore,
  ProductToRemove,
  ProductToStore,
  SyncChannel,
  SyncFailure,
  SyncOptions,
  SyncTotals,
} from './sync/channel.ts'
export type {
  Answer,
  FileBody,
  Input,
  OperationId,
  Output,
  PagedOperationId,
  RequestOperation,
  RequestOptions,
  Schemas,
} from './types.ts'
export { type ReceivedWebhook, receiveWebhook, type WebhookHeaders } from './webhook.ts'
