import { pipeline, Readable, Transform } from 'node:stream'
import { ResponseError } from '../http/errors/response-errors.ts'
import { describeRequest, RestError } from '../http/errors/rest-error.ts'
import type { RawHeaders } from '../http/message/headers.ts'
import { createResponse, type Response, responseHeaders } from '../http/message/response.ts'
import { type Coding, codingsOf, createDecoders } from '../http/response/decode.ts'
import { createStreamResponse, type StreamResponse } from '../http/response/stream-response.ts'
import { Exchange, isBodiless } from './exchange.ts'

/** An exchange whose result is a response with a body that is still being received, as a stream. */
export class StreamedExchange extends Exchange<StreamResponse> {
  readonly streamed = true
  #source: Readable | undefined
  #received: Response | undefined
  #announced: RawHeaders[string]
  #length = 0
  #codings: readonly Coding[] = []
  /** Puts the decompression between source and body, once the first piece is there. */
  #link: ((codings: readonly Coding[]) => void) | undefined

  onHeaders(statusCode: number, headers: RawHeaders): void {
    this.clock.enter('idle')
    this.#announced = headers['content-length']
    try {
      if (this.context.call.settings.decompress) this.#codings = codingsOf(headers) ?? []
    } catch (error) {
      this.fail(this.#undecodable(error))
      return
    }
    const { request } = this
    const decoded = this.#codings.length > 0 && !isBodiless(request.method, statusCode)
    const lists = responseHeaders(headers, decoded)
    this.#received = createResponse({
      statusCode,
      headers: lists,
      bytes: new Uint8Array(0),
      request,
    })
    this.#source = this.#createSource()
    const body = this.#createBody(this.#source)
    // An error before the reader listens must not end the process. The reader gets it when it reads.
    body.on('error', () => {})
    this.resolve(createStreamResponse(statusCode, lists, request, body))
  }

  onData(chunk: Uint8Array): void {
    if (this.over || this.#source === undefined) return
    this.clock.enter('idle')
    this.#length += chunk.byteLength
    this.#link?.(this.#codings)
    if (this.#source.push(chunk)) return
    this.clock.pause()
    this.delivery?.pause()
  }

  onEnd(): void {
    if (this.over) return
    const broken = this.wrongLength(this.#length, this.#announced)
    if (broken !== undefined) {
      this.fail(broken)
      return
    }
    this.finish()
    // Without any piece nothing is decompressed: servers send empty bodies as gzip, which is not valid.
    this.#link?.([])
    this.#source?.push(null)
  }

  protected partial(): Response | undefined {
    return this.#received
  }

  protected override onFailure(error: RestError): void {
    if (this.#source === undefined) super.onFailure(error)
    else {
      this.#link?.([])
      this.#source.destroy(error)
    }
  }

  #createSource(): Readable {
    return new Readable({
      read: () => {
        if (this.over) return
        this.clock.resume()
        this.delivery?.resume()
      },
      destroy: (error, callback) => {
        if (!this.over) {
          this.finish()
          this.delivery?.cancel(error ?? new Error('the reader destroyed the body'))
        }
        callback(error)
      },
    })
  }

  /** Without decompression and limit, the source itself is the body. */
  #createBody(source: Readable): Readable {
    if (this.#codings.length === 0 && this.context.call.bodyBytes === Number.POSITIVE_INFINITY) {
      return source
    }
    const bound = this.#createBound()
    bound.once('close', () => source.destroy())
    this.#link = (codings) => {
      this.#link = undefined
      const decoders = createDecoders(codings)
      for (const decoder of decoders) {
        decoder.on('error', (error) => {
          bound.destroy(error instanceof RestError ? error : this.#undecodable(error))
        })
      }
      pipeline([source, ...decoders, bound], () => {})
    }
    return bound
  }

  #createBound(): Transform {
    const { bodyBytes } = this.context.call
    let length = 0
    return new Transform({
      transform: (chunk: Uint8Array, _encoding, done) => {
        length += chunk.byteLength
        if (length > bodyBytes) done(this.tooLarge())
        else done(null, chunk)
      },
    })
  }

  #undecodable(cause: unknown): ResponseError {
    const { request } = this
    const message = `the response to ${describeRequest(request)} cannot be decompressed`
    const { attempt } = this.context
    const response = this.#received
    return new ResponseError(message, { request, attempt, cause, fault: 'encoding', response })
  }
}
