/** Signatures of this package and of two others: each verifies what the others have signed. */
import { createHmac, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import {
  createSigningKey,
  createVerificationKey,
  type RequestMessage,
  type SignatureAlgorithm,
  signMessage,
  verifyMessage,
} from '@entrepot/rest/signatures'
import * as strict from 'http-message-sig'
import { createSigner, createVerifier, httpbis } from 'http-message-signatures'
import { describe, expect, test } from 'vitest'

const secret = randomBytes(64)
const pairs: Readonly<
  Record<SignatureAlgorithm, { privateKey: KeyObject; publicKey: KeyObject } | undefined>
> = {
  'ecdsa-p256-sha256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'ecdsa-p384-sha384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ed25519: generateKeyPairSync('ed25519'),
  'rsa-pss-sha512': generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'rsa-v1_5-sha256': generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'hmac-sha256': undefined,
}
const algorithms = Object.keys(pairs) as SignatureAlgorithm[]

const signingKey = (algorithm: SignatureAlgorithm) =>
  createSigningKey({ keyid: 'k1', algorithm, key: pairs[algorithm]?.privateKey ?? secret })
const keyOf = (algorithm: SignatureAlgorithm) => () =>
  createVerificationKey({ algorithm, key: pairs[algorithm]?.publicKey ?? secret })

const BODY = '{"hello": "world"}'
const REQUEST: RequestMessage & { headers: Record<string, string> } = {
  method: 'POST',
  url: 'https://example.com:8443/foo/bar?param=V%20alue&Pet=dog&sp=a+b',
  headers: {
    'content-type': 'application/json',
    'x-dict': 'a=1,   b=2;x, c=(a  b)',
    'content-digest': 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
  },
  body: BODY,
}
const COMPONENTS = [
  '@method',
  '@authority',
  '@path',
  '@query',
  '@scheme',
  'content-digest',
  'content-type',
]
const WITH_PARAMETERS = [
  ...COMPONENTS,
  '"@query-param";name="Pet"',
  '"x-dict";key="b"',
  '"x-dict";bs',
]

describe.each(algorithms)('%s and http-message-signatures', (algorithm) => {
  test('it verifies what we sign', async () => {
    const headers = await signMessage(REQUEST, {
      key: signingKey(algorithm),
      components: WITH_PARAMETERS,
      expiresIn: 60,
      tag: 't',
    })
    const key = pairs[algorithm]?.publicKey ?? secret
    const verify = async (data: Buffer, signature: Buffer) =>
      algorithm === 'hmac-sha256'
        ? createHmac('sha256', secret).update(data).digest().equals(signature)
        : createVerifier(key as KeyObject, algorithm)(data, signature)
    const keyLookup = async () => ({ id: 'k1', algs: [algorithm], verify })
    const message = { ...REQUEST, headers: { ...REQUEST.headers, ...headers } }
    expect(await httpbis.verifyMessage({ keyLookup }, message)).toBe(true)
  })

  test('we verify what it signs', async () => {
    // With RSA-PSS it takes the longest salt. RFC 9421 (3.3.1) has one of 64 bytes.
    const own = {
      id: 'k1',
      alg: algorithm,
      sign: async (data: Buffer) => Buffer.from(await signingKey(algorithm).sign(data)),
    }
    const key =
      algorithm === 'rsa-pss-sha512'
        ? own
        : createSigner(pairs[algorithm]?.privateKey ?? secret, algorithm, 'k1')
    const params = ['created', 'keyid', 'alg', 'expires']
    const signed = await httpbis.signMessage(
      { key, fields: WITH_PARAMETERS, params, name: 'x' },
      REQUEST,
    )
    const found = await verifyMessage(
      { ...REQUEST, headers: signed.headers },
      { keyOf: keyOf(algorithm), required: WITH_PARAMETERS },
    )
    expect(found).toMatchObject({ label: 'x', keyid: 'k1' })
  })
})

/** http-message-sig leaves most algorithms to its callers. */
const verifierOf = (algorithm: SignatureAlgorithm): strict.Verifier => keyOf(algorithm)()

const descriptorOf = (headers: Readonly<Record<string, string>>): strict.RequestDescriptor => ({
  kind: 'request',
  method: REQUEST.method,
  targetUri: REQUEST.url,
  requestTarget: REQUEST.url.replace('https://example.com:8443', ''),
  fields: Object.entries(headers).map(([name, value]) => ({ name, value })),
})

test('Ed25519 of WebCrypto signs what we verify, and verifies what we sign', async () => {
  const { privateKey, publicKey } = pairs.ed25519 as { privateKey: KeyObject; publicKey: KeyObject }
  const algorithm = { name: 'Ed25519' }
  const signer = strict.webcrypto.signer(privateKey.toCryptoKey(algorithm, false, ['sign']))
  const verifier = strict.webcrypto.verifier(publicKey.toCryptoKey(algorithm, false, ['verify']))
  const data = randomBytes(100)
  expect(await keyOf('ed25519')().verify(data, await signer.sign(data))).toBe(true)
  expect(await verifier.verify(data, await signingKey('ed25519').sign(data))).toBe(true)
})

describe.each(algorithms)('%s and http-message-sig', (algorithm) => {
  const targeted = [...COMPONENTS, '@target-uri', '@request-target']

  test('it verifies what we sign', async () => {
    const headers = await signMessage(REQUEST, {
      key: signingKey(algorithm),
      components: targeted,
      alg: true,
      expiresIn: 60,
    })
    const verifier = verifierOf(algorithm)
    const policy = {
      algorithms: [algorithm],
      requiredComponents: targeted,
      requiredParameters: ['created', 'nonce', 'expires'],
    }
    const message = descriptorOf({ ...REQUEST.headers, ...headers })
    const found = await strict.verifySignature(message, { policy, resolveVerifier: () => verifier })
    expect(found.label).toBe('sig1')
  })

  test('we verify what it signs', async () => {
    const signer = signingKey(algorithm)
    const created = Math.floor(Date.now() / 1_000)
    const parameters = { created, keyid: 'k1', nonce: 'n', alg: algorithm }
    const fields = await strict.createSignature(descriptorOf(REQUEST.headers), {
      label: 'x',
      components: targeted,
      parameters,
      signer,
    })
    const headers = {
      ...REQUEST.headers,
      signature: fields.signature,
      'signature-input': fields.signatureInput,
    }
    const found = await verifyMessage(
      { ...REQUEST, headers },
      { keyOf: keyOf(algorithm), required: targeted, claimNonce: ({ nonce }) => nonce === 'n' },
    )
    expect(found).toMatchObject({ label: 'x', keyid: 'k1', nonce: 'n' })
  })

  test('responses that are bound to their request are verified both ways', async () => {
    const key = signingKey(algorithm)
    const answer = {
      statusCode: 200,
      headers: { 'content-type': 'text/plain' },
      body: 'x',
      request: REQUEST,
    }
    const headers = await signMessage(answer, { key })
    await verifyMessage(
      { ...answer, headers: { ...answer.headers, ...headers } },
      { keyOf: keyOf(algorithm) },
    )
    const verifier = verifierOf(algorithm)
    const message: strict.ResponseDescriptor = {
      kind: 'response',
      status: 200,
      fields: descriptorOf({ ...answer.headers, ...headers }).fields,
      request: descriptorOf(REQUEST.headers),
    }
    const policy = { algorithms: [algorithm], requiredComponents: [], requiredParameters: [] }
    await strict.verifySignature(message, { policy, resolveVerifier: () => verifier })
  })
})
