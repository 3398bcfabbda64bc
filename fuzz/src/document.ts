/** The OpenAPI document, as far as the fuzzer reads it. */
import { readFileSync } from 'node:fs'
import type { Schema } from './values.ts'

export interface Parameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}

export interface Response {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, Response>>
  /** Who may use it. */
  readonly 'x-access': readonly { readonly kind: 'merchant' | 'channel' }[]
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** An operation with its method and path. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export function readDocument(): ApiDocument {
  return JSON.parse(
    readFileSync(new URL('../../docs/reference/openapi.json', import.meta.url), 'utf8'),
  )
}

/** The calls that an application with these routes has. */
export function listCalls(document: ApiDocument): readonly Call[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}
