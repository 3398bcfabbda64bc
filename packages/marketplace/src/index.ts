/** The marketplace order and product API v2 on PostgreSQL: a Fastify plugin, and the functions behind it. */

export { acknowledgeOrder } from './acknowledgement/acknowledge.ts'
export type { NewChannel } from './channels/schema.ts'
export { correctOrder } from './corrections/corrections.ts'
export {
  createCustomer,
  getCustomers,
  listCustomers,
  setCustomerActive,
} from './customers/customers.ts'
export type { CustomerChange, NewCustomer } from './customers/schema.ts'
export { type ExportRequest, openExport } from './exports/exports.ts'
export { EXPORT_KINDS, type ExportName } from './exports/kinds.ts'
export { findResumePlace, type ResumePlace } from './exports/resume.ts'
export { readFilter } from './exports/schema.ts'
export { EXPORT_FORMATS, type ExportFormat } from './exports/statements.ts'
export { changeShipment, decideReturn } from './fulfilment/changes.ts'
export { type DatedOrder, dateBackOrders, type OrderStep } from './fulfilment/dating.ts'
export {
  draftBackorder,
  draftCancellation,
  draftChannelCancellation,
  draftChannelReturn,
  draftReturn,
  draftShipment,
  type FulfilmentDraft,
} from './fulfilment/draft.ts'
export { createFulfilment, type Fulfil } from './fulfilment/fulfil.ts'
export type { Recorded } from './fulfilment/operation.ts'
export { closeOrder, combineOrder, reopenOrder } from './fulfilment/order-actions.ts'
export {
  type FulfilmentPage,
  getFulfilment,
  listFulfilments,
  toFulfilmentResponse,
} from './fulfilment/records.ts'
export type {
  ChannelReturnRequest,
  ReturnDecision,
  ReturnRequest,
} from './fulfilment/return-schema.ts'
export type {
  BackorderRequest,
  CancellationRequest,
  ChannelCancellationRequest,
  ShipmentChange,
  ShipmentRequest,
} from './fulfilment/schema.ts'
export type { FulfilmentRow } from './fulfilment/store.ts'
export { type HistoryPage, listOrderEvents } from './history/history.ts'
export type { OrderEvent } from './history/schema.ts'
export { principalOf } from './http/access.ts'
export { checkJsonLimits } from './http/json-limits.ts'
export { sendProblem } from './http/problem.ts'
export { redactUrl } from './http/redact.ts'
export { identifyRequests, requestIdOf } from './http/request-id.ts'
export type { RouteDocument } from './http/route-config.ts'
export { type ImportFileOptions, importFile } from './imports/import-file.ts'
export { findFirstErrors, writeReport } from './imports/report.ts'
export {
  IMPORT_ENCODINGS,
  IMPORT_FORMATS,
  type ImportQuery,
  type ImportResponse,
} from './imports/schema.ts'
export {
  createOrderIntake,
  type OrderOrigin,
  type TakenOrder,
  type TakeOrder,
} from './intake/intake.ts'
export { JOBS_SCHEMA } from './jobs/jobs.ts'
export type { IssuedKey } from './keys/issue.ts'
export {
  changeApiKey,
  createApiKey,
  findApiKey,
  getApiKey,
  type KeyChange,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
  rotateApiKey,
} from './keys/keys.ts'
export type { ApiKey, FoundKey } from './keys/store.ts'
export { type AddressLimit, limitAddresses } from './limits/hooks.ts'
export { DEFAULT_LIMITS, type Limit, type Limits } from './limits/policies.ts'
export { getProductListings, type ListingPage, listListings } from './listings/listings.ts'
export type { ListingResponse, ProductListing } from './listings/schema.ts'
export type { ListingFilter } from './listings/store.ts'
export { migrations } from './migrations.ts'
export {
  getOrder,
  getOrderByReference,
  listNewOrders,
  listOrders,
  type OrderPage,
} from './orders/orders.ts'
export type {
  AcknowledgementRequest,
  OrderCombination,
  OrderCorrection,
  OrderRequest,
  OrderResponse,
} from './orders/schema.ts'
export { STATUS_TABLE, type StatusFacts } from './orders/status.ts'
export { type MarketplaceOptions, marketplace } from './plugin.ts'
export { type Actor, SYSTEM } from './principals/actor.ts'
export { refuseDisabled } from './principals/authorize.ts'
export type { Channel } from './principals/channel.ts'
export type { Customer } from './principals/customer.ts'
export type {
  AccessFailure,
  Caller,
  CredentialRefusal,
  Principal,
  PrincipalSource,
  Requirement,
  Requirements,
} from './principals/principal.ts'
export { DEFAULT_SCOPES, type KeyKind, SCOPES, type Scope } from './principals/scopes.ts'
export { changeOffers } from './products/offers.ts'
export {
  changeProduct,
  createProduct,
  deactivateProduct,
  getProduct,
  upsertProducts,
} from './products/products.ts'
export type { OfferChange, ProductRequest, ProductResponse } from './products/schema.ts'
export { changeCustomer } from './rates/change-customer.ts'
export { type EcbOptions, fetchEcbRates, type StoredEcbRates, storeEcbRates } from './rates/ecb.ts'
export { deleteRate, type ImportedRates, importRates, listRates, putRates } from './rates/rates.ts'
export type { RateItem, RateResponse, RatesResult } from './rates/schema.ts'
export {
  expectDone,
  type Fault,
  isRefusal,
  MarketplaceError,
  PROBLEMS,
  type ProblemCode,
  type Refusal,
  refuse,
} from './shared/errors.ts'
export { acknowledgeData, acknowledgeOffers } from './sync/acknowledge.ts'
export { createChannel, listChannels } from './sync/channels.ts'
export { type ChannelLag, readSyncLag } from './sync/lag.ts'
export { type Pending, type PollAnswer, pollData, pollOffers } from './sync/poll.ts'
export type {
  AcknowledgementResult,
  ChannelChange,
  ChannelRequest,
  ChannelResponse,
  Offer,
  ProcessedChanges,
  ProductChanges,
  ProductView,
} from './sync/schema.ts'
export type { SelectionRule } from './sync/selection.ts'
export {
  changeSettings,
  deactivateChannel,
  getSettings,
  getSyncStatus,
  listSettings,
  openChannel,
  resetChannel,
} from './sync/settings.ts'
export type { SyncStatus } from './sync/status-schema.ts'
export type { ChannelIds } from './sync/store.ts'
export type { WebhookOptions } from './webhooks/start.ts'
export type { DeliveryClock, DeliveryReport } from './webhooks/work-parts.ts'
