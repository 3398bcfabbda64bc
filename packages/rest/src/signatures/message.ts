import { SignatureError } from '../http/errors/signature-error.ts'

/** Headers: a line for each name, or a list of lines. */
export type MessageHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** A request to sign or to verify. */
export interface RequestMessage {
  readonly method: string
  /**
   * The full URL as its parts go over the wire, without the fragment. A server builds it from its own public origin and the path of the
   * request: never from a header that the caller controls.
   */
  readonly url: string
  readonly headers: MessageHeaders
  /** The content as it is sent, with its content coding. */
  readonly body?: string | Uint8Array | undefined
}

/** A response to sign or to verify. */
export interface ResponseMessage {
  readonly statusCode: number
  readonly headers: MessageHeaders
  /** The content as it is sent, with its content coding. */
  readonly body?: string | Uint8Array | undefined
  /** The request that it answers, for components with `;req`. */
  readonly request?: RequestMessage | undefined
}

/** A message of HTTP. */
export type Message = RequestMessage | ResponseMessage

/** True for a response. */
export function isResponse(message: Message): message is ResponseMessage {
  return 'statusCode' in message
}

/**
 * The lines of a header in the order of the message, without white space around them; undefined if there is none (RFC 9421, 2.1).
 *
 * @throws SignatureError if two names differ only in case: it is not known which one the receiver reads
 */
export function linesOf(headers: MessageHeaders, name: string): readonly string[] | undefined {
  const names = Object.keys(headers).filter((one) => one.toLowerCase() === name)
  if (names.length > 1) {
    throw new SignatureError(`the header ${name} is given twice with different case`, {
      fault: 'malformed',
    })
  }
  const value = names[0] === undefined ? undefined : headers[names[0]]
  if (value === undefined) return undefined
  return [value]
    .flat()
    .map((line) => line.replace(/\r?\n[\t ]+/g, ' ').replace(/^[\t ]+|[\t ]+$/g, ''))
}

/** The bytes of a body. */
export function bytesOf(body: string | Uint8Array | undefined): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
}
