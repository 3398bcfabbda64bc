/** Connects shops to a hub: the core of `entrepot-connect`, and what an adapter for another shop implements. */
export * from './adapter/adapter.ts'
export * from './adapter/channel.ts'
export * from './adapter/merchant.ts'
export * from './adapter/outcomes.ts'
export { ADAPTERS } from './adapters/index.ts'
export { createConnector } from './core/connector/connector.ts'
export type {
  CheckedConnection,
  Connector,
  ConnectorOptions,
} from './core/connector/connector-options.ts'
export {
  type Calls,
  type Connection,
  type ProposedChange,
  type RunFailure,
  type RunReport,
  type StepReport,
  type Trigger,
  total,
} from './core/records/report.ts'
export type { ConnectionSecrets } from './core/run/open-shop.ts'
export type { Intervals } from './core/run/schedule.ts'
