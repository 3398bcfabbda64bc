/** Files that are large or asked for often: compressed once, and answered with 304 to a browser that has them. */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const unpack = promisify(brotliDecompress)

/** Files of megabytes take little time, and are hardly larger than with the quality 9 (docs/decisions/0008-the-host.md). */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** What {@link packedFile} serves. */
export interface PackedFileOptions {
  /** The content type. */
  readonly type: string
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Reads or makes the content, when somebody first asks for it. */
  readonly load: () => Promise<string | Uint8Array>
}

interface Packed {
  /** Weak, because it is the same for all encodings (RFC 9110, section 8.8.3). */
  readonly tag: string
  readonly br: Buffer
  readonly gzip: Buffer
}

/**
 * Makes the handler of a route. It keeps the content compressed only, so that the process needs little memory for it.
 *
 * @example
 * app.get('/docs/viewer.js', packedFile({ type: 'text/javascript; charset=utf-8', load: readViewer }))
 */
export function packedFile({ type, headers = {}, load }: PackedFileOptions) {
  let packing: Promise<Packed> | undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    packing ??= pack(load).catch((error) => {
      packing = undefined
      throw error
    })
    const packed = await packing
    reply.headers({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      ...headers,
      etag: packed.tag,
      vary: headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding',
    })
    if (request.headers['if-none-match']?.includes(packed.tag)) return await reply.code(304).send()
    reply.type(type)
    for (const encoding of ['br', 'gzip'] as const) {
      if (accepts(request.headers['accept-encoding'], encoding))
        return await reply.header('content-encoding', encoding).send(packed[encoding])
    }
    return await reply.send(await unpack(packed.br))
  }
}

async function pack(load: PackedFileOptions['load']): Promise<Packed> {
  const content = await load()
  const [br, zipped] = await Promise.all([compress.br(content, QUALITY), compress.gzip(content)])
  return { tag: `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`, br, gzip: zipped }
}

/** Whether an `Accept-Encoding` names an encoding, and not with the weight 0 (RFC 9110, section 12.5.3). */
function accepts(header: FastifyRequest['headers'][string], encoding: string): boolean {
  return String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((text) => text.trim()))
    .some(([name, weight = 'q=1']) => name === encoding && Number(weight.slice(2)) > 0)
}
