import type { FastifyInstance } from 'fastify'

/** A client id has at most 2048 characters, and a form can encode each as three. */
const MAX_BODY_BYTES = 16 * 1024

/** Lets the routes of a scope receive forms of pages, as URLSearchParams. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_, body, done) => done(null, new URLSearchParams(String(body))),
  )
}
