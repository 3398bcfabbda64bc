import { type ErrorDetails, RestError, type RestErrorCode } from './rest-error.ts'

/**
 * What is wrong with a signature: `missing` - there is none, or none with the label or tag that is asked for; `malformed` - it is not valid
 * (RFC 9421, 4); `component` - a required component is not covered, or a covered one is not in the message; `key` - the key is not known;
 * `algorithm` - the message names another algorithm than the key has; `time` - it is too old, has expired or is of the future; `nonce` - it
 * was used before, or has no nonce; `wrong` - it is not the signature of this message; `digest` - the body is not the one that was signed.
 */
export type SignatureFault =
  | 'missing'
  | 'malformed'
  | 'component'
  | 'key'
  | 'algorithm'
  | 'time'
  | 'nonce'
  | 'wrong'
  | 'digest'

/** Details of a {@link SignatureError}: the fault, and the label of the signature. */
export interface SignatureDetails extends ErrorDetails {
  readonly fault: SignatureFault
  readonly label?: string | undefined
}

/**
 * A message cannot be signed, or its signature cannot be trusted.
 *
 * @example if (SignatureError.is(error)) log(error.fault, error.label)
 */
export class SignatureError extends RestError {
  static override readonly code: RestErrorCode = 'REST_SIGNATURE'
  declare readonly code: 'REST_SIGNATURE'
  readonly fault: SignatureFault
  readonly label: string | undefined

  constructor(message: string, details: SignatureDetails) {
    super(message, details)
    this.fault = details.fault
    this.label = details.label
  }
}
