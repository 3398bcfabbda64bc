/**
 * A setup file of vitest: in each test, whatever it tests, every error that an application of this process answers to a documented call of
 * /v2 must have a code that the OpenAPI document lists for the call and the status.
 *
 * If `ENTREPOT_SEEN_REFUSALS` names a file, the codes that were answered are added to it, for `tools/check-refusals.ts`.
 */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, expect } from 'vitest'
import { documentedRefusals, writeRefusal } from './refusals-of-document.ts'

interface Watch {
  readonly undocumented: Set<string>
}

/** Workers run several test files, and this file before each. */
const shared = globalThis as { entrepotRefusals?: Watch }
shared.entrepotRefusals ??= watchRefusals()
const { undocumented } = shared.entrepotRefusals

afterAll(() => {
  const found = [...undocumented]
  undocumented.clear()
  expect(
    found,
    'add these codes to config.refusals of the routes, and run npm run openapi',
  ).toEqual([])
})

function watchRefusals(): Watch {
  const { calls, refusals } = documentedRefusals()
  const watch = { undocumented: new Set<string>() }
  const seen = new Set<string>()
  const note = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const { url = '', config } = request.routeOptions
    const call = calls.get(`${request.method} ${url}`)
    // Tests also add routes of their own.
    if (call === undefined || config.requires === undefined) return
    const refusal = writeRefusal(call, reply.statusCode, codeOf(payload))
    if (seen.has(refusal)) return
    seen.add(refusal)
    if (!refusals.has(refusal)) watch.undocumented.add(refusal)
    const file = process.env.ENTREPOT_SEEN_REFUSALS
    if (file) appendFileSync(file, `${refusal}\n`)
  }
  // Fastify reports each instance before it has routes.
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (reply.statusCode >= 400) note(request, reply, payload)
      done(null, payload)
    })
  })
  return watch
}

function codeOf(payload: unknown): string {
  try {
    return JSON.parse(String(payload)).code ?? 'no code'
  } catch {
    return 'no problem document'
  }
}
