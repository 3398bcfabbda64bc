/** The error of the package. */

import type { MappingIssue } from './columns/mapping.ts'

/** The codes of {@link CatalogueError}. */
export type CatalogueErrorCode =
  /** The file has no known format, or its header does not fit the format that was said. */
  | 'CATALOGUE_FORMAT_UNKNOWN'
  /** The encoding is not clear, or is another one than the file or the options say. */
  | 'CATALOGUE_ENCODING_UNKNOWN'
  /** The file cannot be read any further from a row on. */
  | 'CATALOGUE_BROKEN'
  /** An option is invalid. */
  | 'CATALOGUE_INVALID_OPTION'
  /** The mapping is invalid, or does not fit the file. `issues` names the columns. */
  | 'CATALOGUE_MAPPING_INVALID'

const brand: unique symbol = Symbol.for('@entrepot/catalogues/error') as never

/** A file that cannot be read, from its beginning or from a row on. The rows before have been yielded. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError'
  readonly code: CatalogueErrorCode
  /** The row at which reading ended. Undefined if the file as a whole is meant. */
  readonly row: number | undefined
  /** What is wrong with the mapping. */
  readonly issues: readonly MappingIssue[]

  constructor(
    code: CatalogueErrorCode,
    message: string,
    options: {
      readonly row?: number
      readonly cause?: unknown
      readonly issues?: readonly MappingIssue[]
    } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.code = code
    this.row = options.row
    this.issues = options.issues ?? []
    Object.defineProperty(this, brand, { value: true })
  }

  /** Recognises the errors of every copy of this package in the process. */
  static is(error: unknown): error is CatalogueError {
    return typeof error === 'object' && error !== null && brand in error
  }
}
