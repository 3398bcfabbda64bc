/** Reads JSON bodies strictly: UTF-8 only, and no body where none is needed (spec A.11). */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { MarketplaceError, refuse } from '../errors.ts'

// application/json, text/json and every structured suffix such as application/merge-patch+json (RFC 6839).
const JSON_TYPE = /^(application|text)\/([\w.-]+\+)?json(?=\s*(;|$))/i
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i

/** Makes JSON the only body that the routes of this instance take. */
export function acceptJson(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8'
    if (!/^utf-?8$/i.test(charset)) {
      done(unsupported(`The charset is ${charset}.`))
      return
    }
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity') {
      done(unsupported(`The body is compressed (${encoding.slice(0, 20)}).`))
      return
    }
    const bytes = body as Buffer
    // Clients send a content type with bodyless DELETE and GET calls (spec B.1).
    if (bytes.length === 0) done(null, undefined)
    else if (!isUtf8(bytes)) done(unreadable('The body is not valid UTF-8.'))
    else
      void parseJson(request, bytes.toString('utf8'), (error, value) => {
        if (error)
          done(
            unreadable(
              'The body is not valid JSON, or has a property __proto__ or constructor.prototype.',
            ),
          )
        else done(null, value)
      })
  })
}

function unsupported(detail: string): Error {
  const advice = `${detail} Send the body as application/json in UTF-8, not compressed.`
  return new MarketplaceError(refuse('MARKET_UNSUPPORTED_MEDIA_TYPE', advice))
}

function unreadable(detail: string): Error {
  return new MarketplaceError(refuse('MARKET_INVALID_BODY', detail))
}
