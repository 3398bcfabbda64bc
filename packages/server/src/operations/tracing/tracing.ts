/** Traces by OpenTelemetry: requests, their SQL statements, and outgoing calls. Loaded only if they are wanted. */
import { createRequire } from 'node:module'
import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import {
  ATTR_SERVICE_NAME,
  ATTR_URL_FULL,
  ATTR_URL_QUERY,
} from '@opentelemetry/semantic-conventions'
import type { FastifyInstance } from 'fastify'
import { traceRequests } from './request-spans.ts'
import { samplerOf } from './sampler.ts'

/** Traces of this process. */
export interface Tracing {
  /** Makes a span of each request of an application. Call it before routes are added. */
  watch(app: FastifyInstance): void
  /** Sends the spans that have not been sent, for at most five seconds, and makes no more. */
  stop(): Promise<void>
}

/** Longest wait for a collector that does not answer while the hub stops. */
const STOP_TIMEOUT_MS = 5_000

/**
 * Starts traces as the standard variables say (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` and others).
 * They are sent as OTLP/HTTP with JSON. Only one may run in a process.
 *
 * Statements have their text, without the values of their parameters. URLs have no query.
 *
 * @param warn called with a message if spans cannot be sent
 */
export function startTracing(env: NodeJS.ProcessEnv, warn: (message: string) => void): Tracing {
  diag.setLogger(
    { error: warn, warn, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const resource = defaultResource()
    .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'entrepot' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(env, warn),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  trace.setGlobalTracerProvider(provider)
  const stopInstruments = instrument(provider)
  return {
    watch: (app) => traceRequests(app, provider.getTracer('@entrepot/server')),
    async stop() {
      stopInstruments()
      const { promise: timeout, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, STOP_TIMEOUT_MS)
      await Promise.race([provider.shutdown().catch(() => {}), timeout])
      clearTimeout(timer)
      trace.disable()
      context.disable()
      diag.disable()
    },
  }
}

/** Adds spans of statements and of outgoing calls, inside of others only. */
function instrument(provider: TracerProvider): () => void {
  const instruments = [
    new PgInstrumentation({
      requireParentSpan: true,
      ignoreConnectSpans: true,
      // The instrument would use the name of the prepared statement, which is a hash.
      requestHook(span, { query }) {
        span.updateName(/\w+/.exec(query.text)?.[0].toUpperCase() ?? 'SQL')
      },
    }),
    new UndiciInstrumentation({
      requireParentforSpans: true,
      requestHook(span, { origin, path }) {
        span.setAttributes({
          [ATTR_URL_FULL]: `${origin}${path.split('?', 1)[0]}`,
          [ATTR_URL_QUERY]: '',
        })
      },
    }),
  ]
  for (const one of instruments) one.setTracerProvider(provider)
  // The instrument changes the driver when it is next required, and an import alone does not go through `require`.
  const database = createRequire(import.meta.url).resolve('@entrepot/database/package.json')
  createRequire(database)('pg')
  return () => {
    for (const one of instruments) one.disable()
  }
}
