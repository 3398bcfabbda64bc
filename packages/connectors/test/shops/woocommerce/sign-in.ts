/** How the stand-in lets keys in: Basic and keys in the query over https, OAuth 1.0a over http. */
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Call, Refusal } from './answers.ts'
import type { ShopKey, ShopState } from './state.ts'

const failed = (message: string) =>
  new Refusal(401, 'woocommerce_rest_authentication_error', message)

/** @throws Refusal as the shop refuses */
export function signIn(state: ShopState, call: Call, headers: IncomingHttpHeaders): void {
  const isSecure = headers['x-forwarded-proto'] === 'https'
  const found = call.query.has('oauth_signature')
    ? byOAuth(state, call)
    : isSecure
      ? byBasic(state, call, headers.authorization)
      : undefined
  if (found === undefined) {
    throw new Refusal(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
  }
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(call.method)
  if (isRead && found.may === 'write') {
    throw failed('The API key provided does not have read permissions.')
  }
  if (!isRead && found.may === 'read') {
    throw failed('The API key provided does not have write permissions.')
  }
}

function byBasic(state: ShopState, { query }: Call, header = ''): ShopKey | undefined {
  const [, encoded = ''] = /^Basic (.*)$/.exec(header) ?? []
  const text = Buffer.from(encoded, 'base64').toString()
  const [key, secret] =
    text === '' ? [query.get('consumer_key'), query.get('consumer_secret')] : text.split(':')
  const found = state.keys.find((one) => one.key === key)
  if (found !== undefined && found.secret !== secret) throw failed('Consumer secret is invalid.')
  return found
}

const QUARTER_OF_AN_HOUR = 900

function byOAuth(state: ShopState, { method, url, query }: Call): ShopKey | undefined {
  const found = state.keys.find(({ key }) => key === query.get('oauth_consumer_key'))
  if (found === undefined) return undefined
  const algorithm = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' }[
    query.get('oauth_signature_method') ?? ''
  ]
  if (algorithm === undefined) throw failed('Invalid signature - signature method is invalid.')
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const pairs = [...query]
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
  const base = [method, url, pairs.join('&')].map(encode).join('&')
  const expected = createHmac(algorithm, `${found.secret}&`).update(base).digest('base64')
  if (expected !== query.get('oauth_signature')) {
    throw failed('Invalid signature - provided signature does not match.')
  }
  const age = Math.abs(Date.now() / 1000 - Number(query.get('oauth_timestamp')))
  if (age > QUARTER_OF_AN_HOUR) throw failed('Invalid timestamp.')
  const nonce = query.get('oauth_nonce') ?? ''
  if (state.nonces.has(nonce)) throw failed('Invalid nonce - nonce has already been used.')
  state.nonces.add(nonce)
  return found
}
