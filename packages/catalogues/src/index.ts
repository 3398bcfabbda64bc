/** Readers of product catalogues. */
export { CatalogueError, type CatalogueErrorCode } from './errors.ts'
export { TABLE_FORMATS } from './formats/index.ts'
export { checkReadOptions, openCatalogue } from './read-catalogue.ts'
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
  type NumberField,
  type ReadCatalogueOptions,
  type TextField,
  type TextLimits,
  type UnmanagedStock,
} from './types.ts'
export { cutOff, guardCell, normalizeReference, restoreCell, toLine } from './values/text.ts'
