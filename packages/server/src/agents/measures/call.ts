/** What is measured, and what comes of it. */
import type { Database } from '@entrepot/database'
import type { Principal, Refusal } from '@entrepot/marketplace'
import type { Part } from './parts.ts'

/** A call. */
export interface MeasuredCall {
  readonly operationId: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** The parts of a call, or why it would be refused now: then it is not made, since the reason may be gone when it is. */
export type Measured = readonly Part[] | Refusal

/** By what a call is measured. */
export interface MeasureInput {
  readonly database: Database
  readonly principal: Principal
  readonly body: object
  readonly params: MeasuredCall['params']
}
