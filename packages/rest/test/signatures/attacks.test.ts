/** What somebody between the two parties, or one of them, can try. */
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import {
  contentDigest,
  createSigningKey,
  createVerificationKey,
  type Message,
  type RequestMessage,
  type SignatureFault,
  type SignOptions,
  signMessage,
  type VerifyOptions,
  verifyContentDigest,
  verifyMessage,
} from '@entrepot/rest/signatures'
import { describe, expect, test } from 'vitest'

const pair = generateKeyPairSync('ed25519')
const key = createSigningKey({ keyid: 'k1', key: pair.privateKey })
const verificationKey = createVerificationKey({ key: pair.publicKey })
const keyOf = (keyid: string | undefined) => (keyid === 'k1' ? verificationKey : undefined)

const ORDER: RequestMessage = {
  method: 'POST',
  url: 'https://api.test/orders?for=7',
  headers: { 'content-type': 'application/json', authorization: 'Bearer a', 'x-amount': '10' },
  body: '{"amount":10}',
}

async function signed(message: Message = ORDER, options: Partial<SignOptions> = {}) {
  const headers = await signMessage(message, { key, ...options })
  return { ...message, headers: { ...message.headers, ...headers } } as RequestMessage
}

function refused(message: Message, fault: SignatureFault, options: Partial<VerifyOptions> = {}) {
  return expect(verifyMessage(message, { keyOf, ...options })).rejects.toMatchObject({
    code: 'REST_SIGNATURE',
    fault,
  })
}

describe('a message that was changed', () => {
  test.each([
    ['another method', { method: 'DELETE' }],
    ['another path', { url: 'https://api.test/refunds?for=7' }],
    ['another query', { url: 'https://api.test/orders?for=8' }],
    ['a path that means the same to some servers', { url: 'https://api.test/x/../orders?for=7' }],
    ['an encoded path', { url: 'https://api.test/%6frders?for=7' }],
    ['another host', { url: 'https://evil.test/orders?for=7' }],
    ['another scheme', { url: 'http://api.test/orders?for=7' }],
    ['another port', { url: 'https://api.test:444/orders?for=7' }],
  ])('with %s is refused', async (_what, change) => {
    await refused({ ...(await signed()), ...change }, 'wrong')
  })

  test('with another value, one line more, or one line less of a covered header is refused', async () => {
    const message = await signed(ORDER, {
      components: ['@method', '@target-uri', 'content-digest', 'x-amount'],
    })
    const withHeader = (value: string | string[] | undefined) => ({
      ...message,
      headers: { ...message.headers, 'x-amount': value },
    })
    await refused(withHeader('11'), 'wrong')
    await refused(withHeader(['10', '11']), 'wrong')
    await refused(withHeader(['11', '10']), 'wrong')
    await refused(withHeader(undefined), 'component')
    await refused({ ...message, headers: { ...message.headers, 'X-Amount': '11' } }, 'malformed')
  })

  test('with another body is refused, and so is one whose digest was changed with it', async () => {
    const message = await signed()
    await refused({ ...message, body: '{"amount":11}' }, 'digest')
    await refused({ ...message, body: undefined }, 'digest')
    const headers = { ...message.headers, 'content-digest': contentDigest('{"amount":11}') }
    await refused({ ...message, headers, body: '{"amount":11}' }, 'wrong')
    const both = [String(message.headers['content-digest']), contentDigest('{"amount":11}')]
    await refused({ ...message, headers: { ...message.headers, 'content-digest': both } }, 'wrong')
  })

  test('with a body that was not signed is refused', async () => {
    const message = await signed({ ...ORDER, body: undefined })
    await verifyMessage(message, { keyOf })
    await refused({ ...message, body: 'added' }, 'component')
    const headers = { ...message.headers, 'content-digest': contentDigest('added') }
    await refused({ ...message, headers, body: 'added' }, 'component')
  })

  test.each(['@method', '@target-uri', 'content-digest'])(
    'that stopped covering %s is refused',
    async (name) => {
      const message = await signed()
      const input = String(message.headers['signature-input'])
      const stripped = input.replace(` "${name}"`, '').replace(`"${name}" `, '')
      expect(stripped).not.toBe(input)
      await refused(
        { ...message, headers: { ...message.headers, 'signature-input': stripped } },
        'component',
      )
      const others = ['@method', '@target-uri', 'content-digest'].filter((other) => other !== name)
      await refused(await signed(ORDER, { components: others }), 'component')
    },
  )

  test('with the member of a header instead of the header is refused, if the header is required', async () => {
    const headers = { ...ORDER.headers, 'x-dict': 'a=1, b=2' }
    const components = ['@method', '@target-uri', 'content-digest', '"x-dict";key="a"']
    const message = await signed({ ...ORDER, headers }, { components })
    await refused(message, 'component', { required: ['x-dict'] })
    await verifyMessage(message, { keyOf, required: ['"x-dict";key="a"'] })
  })

  test('with other parameters of the signature is refused', async () => {
    const message = await signed(ORDER, { expiresIn: 60, tag: 'shop' })
    const input = String(message.headers['signature-input'])
    for (const changed of [
      input.replace(/expires=(\d+)/, (_all, seconds) => `expires=${Number(seconds) + 1}`),
      input.replace(/;expires=\d+/, ''),
      input.replace(/nonce="/, 'nonce="x'),
      input.replace('tag="shop"', 'tag="bank"'),
      input.replace('"@method" "@target-uri"', '"@target-uri" "@method"'),
      `${input};x`,
    ]) {
      expect(changed).not.toBe(input)
      await refused(
        { ...message, headers: { ...message.headers, 'signature-input': changed } },
        'wrong',
      )
    }
  })
})

describe('a message that is sent again', () => {
  test('is refused once its nonce is used, also if many copies arrive at once', async () => {
    const used = new Set<string>()
    const claims: number[] = []
    const claimNonce = async ({ nonce, until }: { nonce: string; until: number }) => {
      claims.push(until)
      if (used.has(nonce)) return false
      used.add(nonce)
      return true
    }
    const message = await signed()
    const copies = Array.from({ length: 10 }, () => verifyMessage(message, { keyOf, claimNonce }))
    const outcomes = await Promise.allSettled(copies)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await refused(message, 'nonce', { claimNonce })
    const { created } = await verifyMessage(message, { keyOf })
    expect(claims[0]).toBe(created + 300 + 30)
  })

  test('without a nonce is refused where nonces are noted, and wrong ones use up no nonce', async () => {
    const never = { claimNonce: () => expect.fail('a wrong signature must not use up a nonce') }
    await refused(await signed(ORDER, { nonce: false }), 'nonce', never)
    await refused({ ...(await signed()), method: 'PUT' }, 'wrong', never)
    await refused({ ...(await signed()), body: 'x' }, 'digest', never)
  })

  test('later is refused by its age, its end and its missing time', async () => {
    const message = await signed(ORDER, { expiresIn: 60 })
    const at = (seconds: number) => ({ now: () => Date.now() + seconds * 1_000 })
    await verifyMessage(message, { keyOf, ...at(85) })
    await refused(message, 'time', at(95))
    await refused(message, 'time', { ...at(40), maxAge: 5 })
    await refused(message, 'time', at(-35))
    await verifyMessage(message, { keyOf, ...at(-25) })
    const forever = await signed()
    await refused(forever, 'time', at(331))
    const input = String(forever.headers['signature-input']).replace(/created=\d+;/, '')
    await refused({ ...forever, headers: { ...forever.headers, 'signature-input': input } }, 'time')
  })

  test('as the answer to another request is refused', async () => {
    const answer = { statusCode: 200, headers: {}, body: 'paid', request: ORDER }
    const message = await signed(answer)
    await verifyMessage(message, { keyOf })
    await refused(
      { ...message, request: { ...ORDER, url: 'https://api.test/orders?for=8' } } as Message,
      'wrong',
    )
    await refused(await signed(answer, { components: ['@status', 'content-digest'] }), 'component')
  })
})

describe('keys and algorithms', () => {
  test('the message cannot choose the algorithm', async () => {
    const message = await signed(ORDER, { alg: true })
    await verifyMessage(message, { keyOf })
    const input = String(message.headers['signature-input']).replace('ed25519', 'hmac-sha256')
    await refused(
      { ...message, headers: { ...message.headers, 'signature-input': input } },
      'algorithm',
    )
  })

  test('a public key is never a secret: HMAC with its text does not verify', async () => {
    const text = pair.publicKey.export({ type: 'spki', format: 'pem' }) as string
    const forger = {
      keyid: 'k1',
      algorithm: 'hmac-sha256' as const,
      sign: (data: Uint8Array) => createHmac('sha256', text).update(data).digest(),
    }
    await refused(await signed(ORDER, { key: forger }), 'wrong')
    await refused(await signed(ORDER, { key: forger, alg: true }), 'algorithm')
    expect(createVerificationKey({ key: text }).algorithm).toBe('ed25519')
    expect(() => createVerificationKey({ key: text, algorithm: 'hmac-sha256' })).toThrow('type')
  })

  test('a key is only used with the algorithm that it was made for', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pkcs = createSigningKey({
      keyid: 'k1',
      key: rsa.privateKey,
      algorithm: 'rsa-v1_5-sha256',
    })
    const pss = createVerificationKey({ key: rsa.publicKey, algorithm: 'rsa-pss-sha512' })
    await refused(await signed(ORDER, { key: pkcs }), 'wrong', { keyOf: () => pss })
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    await refused(await signed(), 'wrong', {
      keyOf: () => createVerificationKey({ key: ec.publicKey }),
    })
  })

  test('an unknown key, no key and the key of somebody else are refused', async () => {
    const other = generateKeyPairSync('ed25519')
    const stranger = (keyid: string) => createSigningKey({ keyid, key: other.privateKey })
    await refused(await signed(ORDER, { key: stranger('k2') }), 'key')
    await refused(await signed(ORDER, { key: stranger('k1') }), 'wrong')
    const message = await signed()
    const input = String(message.headers['signature-input']).replace(';keyid="k1"', '')
    await refused({ ...message, headers: { ...message.headers, 'signature-input': input } }, 'key')
  })

  test.each([
    ['a short secret', { key: randomBytes(31) }],
    [
      'a short RSA key',
      {
        key: generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey,
        algorithm: 'rsa-pss-sha512',
      },
    ],
    [
      'an RSA key without an algorithm',
      { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
    ],
    ['another curve', { key: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey }],
    ['a key for agreement', { key: generateKeyPairSync('x25519').privateKey }],
    [
      'an elliptic key for RSA',
      {
        key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
        algorithm: 'rsa-pss-sha512',
      },
    ],
    ['a public key', { key: pair.publicKey }],
    ['text that is no key', { key: 'secret secret secret secret secret' }],
    ['a JWK that is no key', { key: { kty: 'OKP', crv: 'Ed25519', x: 'AA' } }],
  ] as const)('%s cannot sign', (_what, options) => {
    expect(() => createSigningKey({ keyid: 'k', ...options })).toThrow(
      expect.objectContaining({ code: 'REST_INVALID_REQUEST' }),
    )
  })

  test('JWKs and PEM texts are read, private ones also for verification', async () => {
    const jwk = pair.privateKey.export({ format: 'jwk' })
    const text = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    for (const form of [jwk, text, pair.privateKey]) {
      const message = await signed(ORDER, { key: createSigningKey({ keyid: 'k1', key: form }) })
      await verifyMessage(message, { keyOf: () => createVerificationKey({ key: form }) })
    }
    const oct = { kty: 'oct', k: randomBytes(32).toString('base64url') }
    const message = await signed(ORDER, { key: createSigningKey({ keyid: 'k1', key: oct }) })
    await verifyMessage(message, { keyOf: () => createVerificationKey({ key: oct }) })
  })
})

describe('several signatures', () => {
  test('each can be verified, by its label or its tag, and a second one can cover the first', async () => {
    const first = await signed(ORDER, { tag: 'client' })
    const proxy = createSigningKey({ keyid: 'proxy', key: randomBytes(32) })
    const both = await signed(first, {
      key: proxy,
      label: 'proxy',
      tag: 'proxy',
      components: ['@method', '@target-uri', 'content-digest', '"signature";key="sig1"'],
    })
    await verifyMessage(both, { keyOf })
    await verifyMessage(both, { keyOf, label: 'sig1', tag: 'client' })
    await refused(both, 'key', { label: 'proxy' })
    await refused(both, 'missing', { label: 'sig1', tag: 'proxy' })
    await refused(both, 'missing', { label: 'other' })
    await expect(signed(both)).rejects.toMatchObject({ fault: 'malformed' })
  })

  test('a signature under the label of another does not count for it', async () => {
    const message = await signed()
    const headers = { ...message.headers }
    headers['signature-input'] =
      `${headers['signature-input']}, sig2=("@method");created=1;keyid="k1"`
    headers.signature = `${headers.signature}, sig2=:AAAA:`
    await verifyMessage({ ...message, headers }, { keyOf })
    await refused({ ...message, headers }, 'component', { label: 'sig2' })
    const swapped = String(headers.signature).replace('sig1', 'sig3').replace('sig2', 'sig1')
    await refused({ ...message, headers: { ...headers, signature: swapped } }, 'malformed')
  })

  test.each([
    ['no signature at all', {}, 'missing'],
    ['no input', { signature: 'sig1=:AAAA:' }, 'missing'],
    [
      'an input without its signature',
      { 'signature-input': 'sig1=("@method");created=1' },
      'malformed',
    ],
    [
      'an input that is no list',
      { 'signature-input': 'sig1=1', signature: 'sig1=:AAAA:' },
      'malformed',
    ],
    [
      'a signature that is text',
      { 'signature-input': 'sig1=()', signature: 'sig1="AAAA"' },
      'malformed',
    ],
    [
      'an input that is no dictionary',
      { 'signature-input': '((', signature: 'sig1=:AAAA:' },
      'malformed',
    ],
    [
      'a name that is no text',
      { 'signature-input': 'sig1=(1)', signature: 'sig1=:AAAA:' },
      'component',
    ],
    [
      'a name in upper case',
      { 'signature-input': 'sig1=("@Method")', signature: 'sig1=:AAAA:' },
      'component',
    ],
    [
      'a time that is text',
      { 'signature-input': 'sig1=();created="1"', signature: 'sig1=:AAAA:' },
      'malformed',
    ],
    [
      'a time with a fraction',
      { 'signature-input': 'sig1=();created=1.5', signature: 'sig1=:AAAA:' },
      'malformed',
    ],
    [
      'a key id that is bytes',
      { 'signature-input': 'sig1=();keyid=:AAAA:', signature: 'sig1=:AAAA:' },
      'malformed',
    ],
    [
      'a hundred components',
      {
        'signature-input': `sig1=(${Array.from({ length: 100 }, (_, index) => `"@query-param";name="${index}"`).join(' ')});created=1`,
        signature: 'sig1=:AAAA:',
      },
      'malformed',
    ],
    [
      'a hundred signatures',
      {
        'signature-input': Array.from({ length: 100 }, (_, index) => `s${index}=();created=1`).join(
          ', ',
        ),
        signature: Array.from({ length: 100 }, (_, index) => `s${index}=:AAAA:`).join(', '),
      },
      'malformed',
    ],
  ] as const)('%s is refused', async (_what, headers, fault) => {
    const options = { keyOf: () => expect.fail('no key must be looked for') }
    await refused({ ...ORDER, headers }, fault, { ...options, required: ['@method'] })
  })
})

describe('a digest (RFC 9530)', () => {
  test.each([
    ['none', undefined],
    ['one of an algorithm that is not safe', 'md5=:1B2M2Y8AsgTpgAmY7PhCfg==:'],
    ['one that is text', 'sha-256="X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE="'],
    ['one that is too short', 'sha-256=:X48E:'],
    ['one that is broken', 'sha-256=:'],
    ['one right and one wrong', `${contentDigest('x')}, sha-512=:AAAA:`],
    ['a wrong line after a right one', [contentDigest('x'), contentDigest('y')]],
  ])('%s is refused', (_what, value) => {
    expect(() => verifyContentDigest({ 'content-digest': value }, 'x')).toThrow(
      expect.objectContaining({ fault: 'digest' }),
    )
  })

  test('two right ones, and unknown ones beside a right one, are accepted', () => {
    const value = [contentDigest('x'), contentDigest('x', 'sha-512'), 'md5=:AAAA:']
    verifyContentDigest({ 'Content-Digest': value }, 'x')
    verifyContentDigest({ 'content-digest': contentDigest('') }, undefined)
    verifyContentDigest({ 'content-digest': contentDigest('é') }, Buffer.from('é'))
  })
})
