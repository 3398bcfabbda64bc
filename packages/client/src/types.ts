/** Inputs and outputs of the operations, derived from the generated types. */
import type { OperationId, PagedOperationId } from './generated/operations.ts'
import type { components, operations } from './generated/schema.ts'
import type { FileBody, InputOf, OutputOf, RequestOptions } from './operation-types.ts'

export type { FileBody, OperationId, PagedOperationId, RequestOptions }

/** The shapes of the API by name: `Schemas['Order']`. */
export type Schemas = components['schemas']

/**
 * What an operation takes, in one object: the parameters of path, query and headers by their names, and `body`.
 *
 * @example
 * const input: Input<'listOrders'> = { status: 'NEW', pageSize: 50 }
 */
export type Input<Id extends OperationId> = InputOf<operations[Id]>

/** The body of the 2xx answers of an operation; undefined if they have none. */
export type Output<Id extends OperationId> = OutputOf<operations[Id]>

/** A complete answer of the hub. */
export interface Answer<Body> {
  readonly status: number
  /** The headers in lower case, each with the list of its lines. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly body: Body
  /** The `cursor` of the next page of a list. Undefined on the last page, and in answers that are no pages. */
  readonly next?: string | undefined
}

/** Calls an operation by its name, and returns the complete answer. */
export type RequestOperation = <Id extends OperationId>(
  id: Id,
  input?: Input<Id>,
  options?: RequestOptions,
) => Promise<Answer<Output<Id>>>
