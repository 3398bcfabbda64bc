/** A body that can be read only once and whose length need not be known. */
export type BodyStream = AsyncIterable<Uint8Array | string>

/**
 * A checked request in the form that goes over the wire: what hooks see and transports take. Hooks that
 * change it return a copy. Header names are in lower case.
 */
export interface BuiltRequest {
  readonly method: string
  /** The full URL, with query and fragment. */
  readonly url: string
  /** Scheme, host and port, normalised. */
  readonly origin: string
  /** Path and query as they go over the wire. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | BodyStream | undefined
}

/** True for a body that is gone once it has been sent: it can follow neither a retry nor a redirect. */
export function isStream(body: BuiltRequest['body']): body is BodyStream {
  return body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
}
