/**
 * What a route of any package says about itself. The declarations of the built package contain this file, because `index.ts` exports a type of
 * it.
 */
import type { ProblemCode } from '../shared/errors.ts'

declare module 'fastify' {
  /** As in @fastify/swagger, which applications need only to make a document. */
  interface FastifySchema {
    tags?: readonly string[]
    description?: string
    summary?: string
    operationId?: string
  }
  interface FastifyContextConfig {
    /** Set on routes that everybody may call, without credentials. They have no `requires`. */
    isPublic?: boolean
    /** The refusals that are specific to the route. Those that every call can have are added to the document. */
    refusals?: readonly ProblemCode[]
    /** What the schemas that Fastify uses do not say. */
    document?: RouteDocument
    /** Set on routes whose 2xx answers last until the client has had enough, so that their duration says nothing. */
    isEndless?: boolean
    /** Set on routes whose 2xx answers contain a secret. Such an answer is not stored; the result of its effect is, encrypted. */
    hasSecret?: boolean
    /** Set on routes whose handler reads the body as a stream, by `readBody`. */
    streamsBody?: boolean
  }
}

/** Facts about a route that are not in its schemas. */
export interface RouteDocument {
  /** The body, for routes that check it themselves. */
  readonly body?: object
  /** Headers of the request, by name. */
  readonly requestHeaders?: Readonly<Record<string, string>>
  /** Headers of the 2xx answers, by name. */
  readonly headers?: Readonly<Record<string, string>>
  /** Descriptions of the 2xx answers, by status. */
  readonly answers?: Readonly<Record<number, string>>
}
