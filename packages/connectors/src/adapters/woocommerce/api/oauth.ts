/** OAuth 1.0a with one leg (RFC 5849), with which WooCommerce lets a key sign in over plain http. */
import { createHmac } from 'node:crypto'

export interface RequestToSign {
  readonly method: string
  /** Without query: WooCommerce signs what it thinks its own address is. */
  readonly url: string
  readonly query: Readonly<Record<string, string>>
  readonly key: string
  readonly secret: string
  /** Never the same twice: the shop refuses a nonce that it knows. */
  readonly nonce: string
  /** In seconds. The shop refuses one that is 15 minutes away from its clock. */
  readonly timestamp: number
}

/** @returns the query with the signature */
export function signRequest(request: RequestToSign): Record<string, string> {
  const query: Record<string, string> = {
    ...request.query,
    oauth_consumer_key: request.key,
    oauth_nonce: request.nonce,
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(request.timestamp),
  }
  const hmac = createHmac('sha256', `${encode(request.secret)}&`).update(baseOf(request, query))
  return { ...query, oauth_signature: hmac.digest('base64') }
}

function baseOf({ method, url }: RequestToSign, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const text = pairs.map(([name, value]) => `${name}=${value}`).join('&')
  return `${method}&${encode(url)}&${encode(text)}`
}

/** As RFC 3986 says: JavaScript leaves five more characters as they are. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
