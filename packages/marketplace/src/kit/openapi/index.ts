/** The OpenAPI 3.1 document of the API. Loaded only by those who make the document: the hub serves a finished one. */

export { type Security, scopeWords, type Ways } from './access.ts'
export { collectRoutes, type DocumentOptions, openApiDocument } from './document.ts'
export type { Shape, Shapes } from './shapes/shape.ts'
export type { OpenApiDocument, Operation, Schema } from './types.ts'
