import { ResponseError } from '../http/errors/response-errors.ts'
import { describeRequest } from '../http/errors/rest-error.ts'
import type { RawHeaders } from '../http/message/headers.ts'
import { createResponse, type Response, responseHeaders } from '../http/message/response.ts'
import type { Coding } from '../http/response/decode.ts'
import { codingsOf, DecodedTooLarge, decodeBody } from '../http/response/decode.ts'
import { Exchange, isBodiless } from './exchange.ts'

const noCodings: readonly Coding[] = []

/** An exchange whose body is collected and decompressed, and whose result is a complete response. */
export class BufferedExchange extends Exchange<Response> {
  #statusCode = 0
  #headers: RawHeaders | undefined
  #codings: readonly Coding[] = noCodings
  #first: Uint8Array | undefined
  #more: Uint8Array[] | undefined
  #length = 0

  onHeaders(statusCode: number, headers: RawHeaders): void {
    this.#statusCode = statusCode
    this.#headers = headers
    this.clock.enter('idle')
    if (this.context.call.settings.decompress && headers['content-encoding'] !== undefined) {
      try {
        this.#codings = codingsOf(headers) ?? noCodings
      } catch (error) {
        this.fail(this.#undecodable(error))
        return
      }
    }
    const tooLong = Number(headers['content-length']) > this.#wireBytes()
    if (tooLong && !isBodiless(this.request.method, statusCode)) this.fail(this.tooLarge())
  }

  onData(chunk: Uint8Array): void {
    this.clock.enter('idle')
    this.#length += chunk.byteLength
    if (this.#length > this.#wireBytes()) this.fail(this.tooLarge())
    else if (this.#first === undefined) this.#first = chunk
    else if (this.#more === undefined) this.#more = [chunk]
    else this.#more.push(chunk)
  }

  onEnd(): void {
    if (this.over) return
    const broken = this.wrongLength(this.#length, this.#headers?.['content-length'])
    if (broken !== undefined) {
      this.fail(broken)
      return
    }
    if (this.#codings.length === 0 || this.#length === 0) {
      this.finish()
      // The headers of a response to HEAD, and of a 304, describe a body that was not sent.
      const described = isBodiless(this.request.method, this.#statusCode)
      this.resolve(this.#response(this.#collected(), this.#codings.length > 0 && !described))
      return
    }
    // The timeouts go on: they include decompression.
    this.#decode().then(
      (bytes) => {
        if (this.over) return
        this.finish()
        this.resolve(this.#response(bytes, true))
      },
      (error) => {
        const tooLarge = error instanceof DecodedTooLarge
        this.fail(tooLarge ? this.tooLarge(error.cause) : this.#undecodable(error))
      },
    )
  }

  protected partial(): Response | undefined {
    if (this.#headers === undefined) return undefined
    return this.#response(this.#collected(), false)
  }

  /** The limit counts decompressed bytes. Compression makes what cannot be compressed a little longer. */
  #wireBytes(): number {
    const { bodyBytes } = this.context.call
    return this.#codings.length === 0 ? bodyBytes : bodyBytes * 1.01 + 1_024
  }

  #decode(): Promise<Uint8Array> {
    return decodeBody(this.#collected(), this.#codings, this.context.call.bodyBytes)
  }

  #collected(): Uint8Array {
    if (this.#first === undefined) return empty
    if (this.#more === undefined) return this.#first
    return Buffer.concat([this.#first, ...this.#more], this.#length)
  }

  #response(bytes: Uint8Array, decoded: boolean): Response {
    const headers = responseHeaders(this.#headers ?? {}, decoded)
    return createResponse({ statusCode: this.#statusCode, headers, bytes, request: this.request })
  }

  #undecodable(cause: unknown): ResponseError {
    const { request } = this
    const message = `the response to ${describeRequest(request)} cannot be decompressed`
    const response = this.partial()
    const { attempt } = this.context
    return new ResponseError(message, { request, attempt, cause, fault: 'encoding', response })
  }
}

const empty = new Uint8Array(0)
