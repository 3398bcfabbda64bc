export {
  SignatureError,
  type SignatureFault,
} from '../http/errors/signature-error.ts'
export type { FieldType, FieldTypes } from './components.ts'
export { contentDigest, type DigestAlgorithm, verifyContentDigest } from './digest.ts'
export { type SignaturesOptions, signatures } from './interceptor.ts'
export {
  createSigningKey,
  createVerificationKey,
  type KeyMaterial,
  type KeyOptions,
  type SignatureAlgorithm,
  type SigningKey,
  type VerificationKey,
} from './keys.ts'
export type { Message, MessageHeaders, RequestMessage, ResponseMessage } from './message.ts'
export { type SignatureHeaders, type SignOptions, signMessage } from './sign.ts'
export {
  type NonceClaim,
  type VerifiedSignature,
  type VerifyOptions,
  verifyMessage,
} from './verify.ts'
