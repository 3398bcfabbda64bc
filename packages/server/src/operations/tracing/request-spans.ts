/** A span for each request, named as in https://opentelemetry.io/docs/specs/semconv/http/http-spans/. */
import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_URL_PATH,
} from '@opentelemetry/semantic-conventions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { redactPath } from './redact-path.ts'

/** Calls of monitoring. They are many, and tell nothing. */
const UNTRACED = /^\/(health\/|metrics$)/

const propagator = new W3CTraceContextPropagator()

const carrier = {
  get: (headers: FastifyRequest['headers'], name: string) => headers[name],
  keys: (headers: FastifyRequest['headers']) => Object.keys(headers),
}

/** Makes a span of each request of an application. Call it before routes are added. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (UNTRACED.test(request.url)) return done()
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, carrier)
    const own = trace.setSpan(parent, startSpan(tracer, request, parent))
    contexts.set(request, own)
    context.with(own, done)
  })
  // The body of a request arrives outside of the context.
  app.addHook('preValidation', (request, _reply, done) => {
    const own = contexts.get(request)
    if (own === undefined) done()
    else context.with(own, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const own = contexts.get(request)
    const span = own && trace.getSpan(own)
    span?.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

/** Without the query of the URL, which may contain a key or an authorization code, and without paths that no route has. */
function startSpan(tracer: Tracer, request: FastifyRequest, parent: Context): Span {
  const { method, url } = request
  const route = request.routeOptions.url
  const attributes = {
    [ATTR_HTTP_REQUEST_METHOD]: method,
    ...(route !== undefined && {
      [ATTR_HTTP_ROUTE]: route,
      [ATTR_URL_PATH]: redactPath(url.split('?', 1)[0] ?? ''),
    }),
  }
  const name = route === undefined ? method : `${method} ${route}`
  return tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
}
