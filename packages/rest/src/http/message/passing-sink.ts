import type { RawHeaders } from './headers.ts'
import type { Delivery, ResponseSink } from './transport.ts'

/** Passes everything on to another sink. Interceptors override what they watch. */
export class PassingSink implements ResponseSink {
  readonly streamed: boolean
  protected readonly sink: ResponseSink

  constructor(sink: ResponseSink) {
    this.sink = sink
    this.streamed = sink.streamed ?? false
  }

  onStart(reused: boolean): void {
    this.sink.onStart(reused)
  }

  onHeaders(statusCode: number, headers: RawHeaders): void {
    this.sink.onHeaders(statusCode, headers)
  }

  onData(chunk: Uint8Array): void {
    this.sink.onData(chunk)
  }

  onEnd(): void {
    this.sink.onEnd()
  }

  onError(error: Error): void {
    this.sink.onError(error)
  }
}

/** The same exchange, with a function that is called when it is cancelled. */
export function onCancel(delivery: Delivery, call: () => void): Delivery {
  return {
    cancel(reason) {
      delivery.cancel(reason)
      call()
    },
    pause: () => delivery.pause(),
    resume: () => delivery.resume(),
  }
}
