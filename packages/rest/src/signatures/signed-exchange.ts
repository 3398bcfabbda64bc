import { describeRequest, RestError } from '../http/errors/rest-error.ts'
import { SignatureError } from '../http/errors/signature-error.ts'
import type { BuiltRequest } from '../http/message/built-request.ts'
import type { RawHeaders } from '../http/message/headers.ts'
import { PassingSink } from '../http/message/passing-sink.ts'
import type { Delivery, ResponseSink, Transport } from '../http/message/transport.ts'
import { DigestCheck } from './digest.ts'
import { messageOf } from './request-message.ts'
import { claim, type VerifyOptions, verifyHeaders } from './verify.ts'

/** One exchange whose request is signed, or whose response is verified. */
export class SignedExchange extends PassingSink implements Delivery {
  readonly #transport: Transport
  readonly #verify: VerifyOptions | undefined
  #request: BuiltRequest
  #delivery: Delivery | undefined
  #over: Error | undefined
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
    super(sink)
    this.#transport = transport
    this.#request = request
    this.#verify = verify
  }

  /** Sends the request as it was signed, unless the caller has left meanwhile. */
  dispatch(request: BuiltRequest): this {
    if (this.#over !== undefined) return this
    this.#request = request
    const delivery = this.#transport.dispatch(request, this)
    this.#delivery = delivery
    if (this.#over !== undefined) delivery.cancel(this.#over)
    else if (this.#isPaused) delivery.pause()
    return this
  }

  override onHeaders(statusCode: number, headers: RawHeaders): void {
    if (this.#verify === undefined) {
      super.onHeaders(statusCode, headers)
      return
    }
    const held: (() => void)[] = []
    this.#held = held
    this.#delivery?.pause()
    this.#check(this.#verify, statusCode, headers).then(
      () => {
        if (this.#over !== undefined) return
        this.#held = undefined
        super.onHeaders(statusCode, headers)
        for (const event of held) event()
        if (!this.#isPaused) this.#delivery?.resume()
      },
      (error) => this.#fail(error),
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

  override onError(error: Error): void {
    if (this.#over !== undefined) return
    this.#over = error
    super.onError(error)
  }

  cancel(reason: Error): void {
    this.#over ??= reason
    this.#delivery?.cancel(reason)
  }

  pause(): void {
    this.#isPaused = true
    if (this.#held === undefined) this.#delivery?.pause()
  }

  resume(): void {
    this.#isPaused = false
    if (this.#held === undefined) this.#delivery?.resume()
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
      if (this.#over !== undefined) return
      try {
        event()
      } catch (error) {
        this.#fail(error)
      }
    }
    if (this.#held === undefined) run()
    else this.#held.push(run)
  }

  #fail(cause: unknown): void {
    if (this.#over !== undefined) return
    const error = this.#errorOf(cause)
    this.#over = error
    this.#delivery?.cancel(error)
    super.onError(error)
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
