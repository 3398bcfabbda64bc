/** The OpenAPI 3.1 document of the API. Loaded only by those who make the document: the hub serves a finished one. */
export { type Security, scopeWords, type Ways } from '../kit/openapi/access.ts'
export { collectRoutes } from '../kit/openapi/document.ts'
export type { Shape, Shapes } from '../kit/openapi/shape.ts'
export type { OpenApiDocument, Operation, Schema } from '../kit/openapi/types.ts'
export { type DocumentOptions, openApiDocument } from './document.ts'
