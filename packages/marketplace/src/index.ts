/** The marketplace order and product API v2 on PostgreSQL: a Fastify plugin, and the functions behind it. */

export type { NewChannel } from './accounts/channels/schema.ts'
export {
  createCustomer,
  getCustomers,
  listCustomers,
  setCustomerActive,
} from './accounts/customers/customers.ts'
export type { CustomerChange, NewCustomer } from './accounts/customers/schema.ts'
export type { KeyChange, NewApiKey } from './accounts/keys/inputs.ts'
export type { IssuedKey } from './accounts/keys/issue.ts'
export {
  type CreateApiKeyOptions,
  changeApiKey,
  createApiKey,
  findApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from './accounts/keys/keys.ts'
export type { ApiKey, FoundKey } from './accounts/keys/store.ts'
export { getMapping, putMapping } from './catalogue/import-mappings/mappings.ts'
export { readColumns } from './catalogue/imports/files/read-columns.ts'
export { type ImportFileOptions, importFile } from './catalogue/imports/import-file.ts'
export { findFirstErrors, writeReport } from './catalogue/imports/report.ts'
export {
  type FileColumns,
  IMPORT_ENCODINGS,
  IMPORT_FORMATS,
  type ImportQuery,
  type ImportResponse,
} from './catalogue/imports/schema.ts'
export { changeOffers } from './catalogue/products/offers.ts'
export {
  changeProduct,
  createProduct,
  deactivateProduct,
  getProduct,
  upsertProducts,
} from './catalogue/products/products.ts'
export type { OfferChange, ProductRequest, ProductResponse } from './catalogue/products/schema.ts'
export { acknowledgeData, acknowledgeOffers } from './channels/acknowledge/acknowledge.ts'
export type { SelectionRule } from './channels/copy/offers/selection.ts'
export type {
  AcknowledgementResult,
  ChannelChange,
  ChannelRequest,
  ChannelResponse,
  Offer,
  ProcessedChanges,
  ProductChanges,
  ProductView,
} from './channels/copy/schema.ts'
export type { ChannelIds } from './channels/copy/store.ts'
export { getProductListings, type ListingPage, listListings } from './channels/listings/listings.ts'
export type { ListingResponse, ProductListing } from './channels/listings/schema.ts'
export type { ListingFilter } from './channels/listings/store.ts'
export { listOfferHistory } from './channels/offers/history.ts'
export {
  exportOverrides,
  importOverrides,
  type OverridesImport,
} from './channels/offers/override-files.ts'
export { listOverrides, putOverrides, removeOverrides } from './channels/offers/overrides.ts'
export { previewOfferRules } from './channels/offers/preview/preview.ts'
export type { OfferPreview } from './channels/offers/preview/schema.ts'
export { decidePrices, listHeld } from './channels/offers/reviews.ts'
export { getOfferRules, putOfferRules } from './channels/offers/rules.ts'
export { type Pending, type PollAnswer, pollData, pollOffers } from './channels/poll/poll.ts'
export { changeCustomer } from './channels/settings/change-customer.ts'
export { createChannel, listChannels } from './channels/settings/channels.ts'
export { type ChannelLag, readSyncLag } from './channels/settings/lag-store.ts'
export {
  changeSettings,
  deactivateChannel,
  getSettings,
  getSyncStatus,
  listSettings,
  openChannel,
  resetChannel,
} from './channels/settings/settings.ts'
export type { SyncStatus } from './channels/settings/status-schema.ts'
export { principalOf } from './kit/http/access.ts'
export type { CheckCall } from './kit/http/check-calls.ts'
export { checkJsonLimits } from './kit/http/json-limits.ts'
export { type Problem, sendProblem, writeProblem } from './kit/http/problem.ts'
export { redactUrl } from './kit/http/redact.ts'
export { identifyRequests, requestIdOf } from './kit/http/request-id.ts'
export type { RouteDocument } from './kit/http/route-config.ts'
export { JOBS_SCHEMA } from './kit/jobs/jobs.ts'
export type { WorkAmounts, WorkLimit } from './kit/jobs/limit-work.ts'
export { type AddressLimit, limitAddresses } from './kit/limits/hooks.ts'
export { DEFAULT_LIMITS, type Limit, type Limits } from './kit/limits/policies.ts'
export type { Names } from './kit/names/names.ts'
export { type Actor, SYSTEM } from './kit/principals/actor.ts'
export { refuseDisabled } from './kit/principals/authorize.ts'
export type { Channel } from './kit/principals/channel.ts'
export { COUNTS_EXCLUDE, type Customer, STOCK_KEEPERS } from './kit/principals/customer.ts'
export type {
  AccessFailure,
  Caller,
  CredentialRefusal,
  Principal,
  PrincipalSource,
  Requirement,
  Requirements,
} from './kit/principals/principal.ts'
export { DEFAULT_SCOPES, type KeyKind, SCOPES, type Scope } from './kit/principals/scopes.ts'
export {
  expectDone,
  type Issue,
  isRefusal,
  MarketplaceError,
  type ProblemCode,
  type Refusal,
  refuse,
} from './kit/shared/errors.ts'
export * from './kit/shared/names.ts'
export { migrations } from './migrations.ts'
export { namesWith } from './names.ts'
export { acknowledgeOrder } from './orders/acknowledgement/acknowledge.ts'
export { correctOrder } from './orders/corrections/corrections.ts'
export {
  changeShipment,
  decideReturn,
  previewDecision,
  voidShipment,
} from './orders/fulfilment/changes.ts'
export { createFulfilment, type Fulfil, previewRecord } from './orders/fulfilment/fulfil.ts'
export { closeOrder, combineOrder, reopenOrder } from './orders/fulfilment/order-actions.ts'
export type { Recorded } from './orders/fulfilment/plan/operation.ts'
export { readRecordRequest } from './orders/fulfilment/read-request.ts'
export {
  draftBackorder,
  draftCancellation,
  draftChannelCancellation,
  draftChannelReturn,
  draftReturn,
  draftShipment,
  type FulfilmentDraft,
} from './orders/fulfilment/records/draft.ts'
export {
  type FulfilmentPage,
  getFulfilment,
  listFulfilments,
  toFulfilmentResponse,
} from './orders/fulfilment/records/records.ts'
export type {
  ChannelReturnRequest,
  ReturnDecision,
  ReturnRequest,
} from './orders/fulfilment/records/return-schema.ts'
export type {
  BackorderRequest,
  CancellationRequest,
  ChannelCancellationRequest,
  ShipmentChange,
  ShipmentRequest,
} from './orders/fulfilment/records/schema.ts'
export type { FulfilmentRow } from './orders/fulfilment/records/store.ts'
export {
  createRefund,
  getRefund,
  listRefunds,
  type RecordedRefund,
  type RefundPage,
  toRefundResponse,
} from './orders/fulfilment/refunds/refunds.ts'
export type { RefundRequest } from './orders/fulfilment/refunds/schema.ts'
export type { RefundRow } from './orders/fulfilment/refunds/store.ts'
export { type HistoryPage, listOrderEvents } from './orders/history/history.ts'
export type { OrderEvent } from './orders/history/schema.ts'
export {
  createOrderIntake,
  type TakenOrder,
  type TakeOrder,
} from './orders/intake/intake.ts'
export type { OrderOrigin } from './orders/intake/origin.ts'
export {
  getOrder,
  getOrderByReference,
  listNewOrders,
  listOrders,
  type OrderPage,
} from './orders/list/orders.ts'
export {
  type EcbOptions,
  fetchEcbRates,
  type StoredEcbRates,
  storeEcbRates,
} from './orders/rates/ecb.ts'
export {
  deleteRate,
  type ImportedRates,
  importRates,
  listRates,
  putRates,
} from './orders/rates/rates.ts'
export type { RateItem, RateResponse, RatesResult } from './orders/rates/schema.ts'
export type { AcknowledgementRequest, OrderCorrection } from './orders/record/merchant-schema.ts'
export { toOrderResponse } from './orders/record/response.ts'
export type { OrderCombination, OrderRequest, OrderResponse } from './orders/record/schema.ts'
export { STATUS_TABLE, type StatusFacts } from './orders/record/state/status.ts'
export type { OrderStatus } from './orders/record/state/statuses.ts'
export type { OrderRow } from './orders/record/store.ts'
export { toVatRatesCsv } from './orders/vat-rates/csv.ts'
export { EU_VAT_RATES } from './orders/vat-rates/eu-vat-rates.ts'
export type { EuVatRates, VatRateItem, VatRatesResult } from './orders/vat-rates/schema.ts'
export { importVatRates, listVatRates, putVatRates } from './orders/vat-rates/vat-rates.ts'
export { type MarketplaceOptions, marketplace } from './plugin.ts'
export { type ExportRequest, openExport } from './reports/exports/exports.ts'
export { EXPORT_KINDS, type ExportName } from './reports/exports/kind-store.ts'
export { findResumePlace, type ResumePlace } from './reports/exports/resume.ts'
export { readFilter } from './reports/exports/schema.ts'
export { EXPORT_FORMATS, type ExportFormat } from './reports/exports/statement-store.ts'
export type { WebhookOptions } from './webhooks/work/start.ts'
export type { DeliveryClock, DeliveryReport } from './webhooks/work/work-parts.ts'
