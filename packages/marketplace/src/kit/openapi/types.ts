/** The parts of OpenAPI 3.1 that the document uses. */

/** A JSON schema (2020-12). */
export interface Schema {
  readonly [keyword: string]: unknown
}

/** A parameter of a path or query, or a header of a request. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description?: string
  readonly required?: boolean
  readonly schema: Schema
}

/** An answer, or a reference to one. */
export interface Answer {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

/** One call. */
export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>
  }
  readonly responses: Readonly<Record<string, Answer>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** Who may make the call: one entry for each kind of principal. Any of the scopes suffices. */
  readonly 'x-access': readonly {
    readonly kind: 'merchant' | 'channel'
    readonly scopes: readonly string[]
  }[]
}

/** A message that the hub sends. */
export interface Webhook {
  readonly post: Omit<Operation, 'x-access'>
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly { readonly url: string; readonly description?: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, Webhook>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Answer>>
    readonly headers: Readonly<Record<string, object>>
    readonly securitySchemes: Readonly<Record<string, object>>
  }
}
