/** Readers of product catalogues. */
export { fieldFilledBy } from './columns/guess.ts'
export { findMappingIssues, fitsColumns, type MappingIssue } from './columns/mapping.ts'
export { COLUMN_TARGETS } from './columns/words.ts'
export { CatalogueError, type CatalogueErrorCode } from './errors.ts'
export { TABLE_FORMATS } from './formats/index.ts'
export { type InspectedColumn, type InspectedFile, inspectCatalogue } from './inspect.ts'
export { checkReadOptions } from './open-text.ts'
export { openCatalogue } from './read-catalogue.ts'
export {
  CATALOGUE_ENCODINGS,
  CATALOGUE_FORMATS,
  type Catalogue,
  type CatalogueColumn,
  type CatalogueEncoding,
  type CatalogueFormat,
  type CatalogueItem,
  type CatalogueProduct,
  type CatalogueSettings,
  type ColumnMapping,
  type ColumnTarget,
  type NumberField,
  type ReadCatalogueOptions,
  type TextField,
  type TextLimits,
  type UnmanagedStock,
} from './types.ts'
export { cutOff, guardCell, normalizeReference, restoreCell, toLine } from './values/text.ts'
