/** The body of a call that gets a file. */
import { MIMEType } from 'node:util'
import type { FastifyRequest } from 'fastify'

/** The body of an upload. Only the charset of the content type counts, so that files with a wrong type are taken, too. */
export const FILE = {
  content: Object.fromEntries(
    ['application/octet-stream', 'text/csv', 'application/x-ndjson', 'application/xml'].map(
      (type) => [type, { schema: { type: 'string', format: 'binary', description: 'The file.' } }],
    ),
  ),
}

/** Without these headers, Fastify parses no body: it is left to the handler as a stream, whatever its type. */
export function leaveBody(request: FastifyRequest, _reply: unknown, done: () => void): void {
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) {
    delete request.headers[name]
  }
  done()
}

/** The charset of the content type, which {@link leaveBody} has removed. */
export function charsetOf({ raw }: FastifyRequest): { readonly charset?: string } {
  try {
    const at = raw.rawHeaders.findIndex(
      (text, index) => index % 2 === 0 && text.toLowerCase() === 'content-type',
    )
    const contentType = raw.rawHeaders[at + 1] ?? ''
    const charset = new MIMEType(contentType).params.get('charset')
    return charset === null ? {} : { charset: charset.slice(0, 40) }
  } catch {
    // The content type is invalid or missing, and decides nothing.
    return {}
  }
}
