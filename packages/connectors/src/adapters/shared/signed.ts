import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a signature is the HMAC-SHA256 of a body with a secret. */
export function isSigned(body: Uint8Array, secret: string, signature: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}
