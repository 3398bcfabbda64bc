import { describeRequest, RestError } from '../http/errors/rest-error.ts'
import { SignatureError } from '../http/errors/signature-error.ts'
import type { BuiltRequest } from '../http/message/built-request.ts'
import type { RawHeaders } from '../http/message/headers.ts'
import { PassingExchange } from '../http/message/passing-sink.ts'
import type { ResponseSink, Transport } from '../http/message/transport.ts'
import { DigestCheck } from './digest.ts'
import { messageOf } from './request-message.ts'
import { claim, type VerifyOptions, verifyHeaders } from './verify.ts'

/** One exchange whose request is signed, or whose response is verified. */
export class SignedExchange extends PassingExchange {
  readonly #verify: VerifyOptions | undefined
  #request: BuiltRequest
  #isPaused = false
  /** What arrives while the headers are verified. */
  #held: (() => void)[] | undefined
  #digest: DigestCheck | undefined

  constructor(
    transport: Transport,
    sink: ResponseSink,
    request: BuiltRequest,
    verify: VerifyOptions | undefined,
  ) {
    super(transport, sink)
    this.#request = request
    this.#verify = verify
  }

  /** Sends the request as it was signed. */
  override dispatch(request: BuiltRequest): this {
    this.#request = request
    super.dispatch(request)
    if (this.#isPaused) this.delivery?.pause()
    return this
  }

  override onHeaders(statusCode: number, headers: RawHeaders): void {
    if (this.#verify === undefined) {
      super.onHeaders(statusCode, headers)
      return
    }
    const held: (() => void)[] = []
    this.#held = held
    this.delivery?.pause()
    this.#check(this.#verify, statusCode, headers).then(
      () => {
        if (this.over !== undefined) return
        this.#held = undefined
        super.onHeaders(statusCode, headers)
        for (const event of held) event()
        if (!this.#isPaused) this.delivery?.resume()
      },
      (error) => this.fail(this.#errorOf(error)),
    )
  }

  override onData(chunk: Uint8Array): void {
    this.#inTurn(() => {
      if (this.#verify !== undefined) {
        if (this.#digest === undefined) throw uncovered()
        this.#digest.update(chunk)
      }
      super.onData(chunk)
    })
  }

  override onEnd(): void {
    this.#inTurn(() => {
      this.#digest?.end()
      super.onEnd()
    })
  }

  override pause(): void {
    this.#isPaused = true
    if (this.#held === undefined) super.pause()
  }

  override resume(): void {
    this.#isPaused = false
    if (this.#held === undefined) super.resume()
  }

  async #check(verify: VerifyOptions, statusCode: number, headers: RawHeaders): Promise<void> {
    const message = { statusCode, headers, request: messageOf(this.#request) }
    const covered = await verifyHeaders(message, verify, false)
    await claim(covered, verify)
    const isBodiless = this.#request.method === 'HEAD' || statusCode === 204 || statusCode === 304
    if (!isBodiless && covered.components.includes('"content-digest"')) {
      this.#digest = new DigestCheck(headers)
    }
  }

  /** Runs what arrives in the order of its arrival, after the headers have been verified. */
  #inTurn(event: () => void): void {
    const run = () => {
      if (this.over !== undefined) return
      try {
        event()
      } catch (error) {
        this.fail(this.#errorOf(error))
      }
    }
    if (this.#held === undefined) run()
    else this.#held.push(run)
  }

  #errorOf(cause: unknown): RestError {
    const request = this.#request
    if (SignatureError.is(cause)) {
      const { fault, label } = cause
      const message = `${cause.message}: response to ${describeRequest(request)}`
      return new SignatureError(message, { fault, label, request, cause })
    }
    const message = `the response to ${describeRequest(request)} cannot be verified`
    return new RestError(message, { request, cause })
  }
}

function uncovered(): SignatureError {
  return new SignatureError('the signature does not cover content-digest', { fault: 'component' })
}
