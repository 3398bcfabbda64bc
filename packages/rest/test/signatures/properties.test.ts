import { generateKeyPairSync, randomBytes } from 'node:crypto'
import {
  createSigningKey,
  createVerificationKey,
  type RequestMessage,
  signMessage,
  verifyMessage,
} from '@entrepot/rest/signatures'
import fc from 'fast-check'
import { parseDictionary, serializeDictionary } from 'structured-headers'
import { expect, test } from 'vitest'

const pair = generateKeyPairSync('ed25519')
const secret = randomBytes(32)
const KEYS = [
  [
    createSigningKey({ keyid: 'a', key: pair.privateKey }),
    createVerificationKey({ key: pair.publicKey }),
  ],
  [createSigningKey({ keyid: 'b', key: secret }), createVerificationKey({ key: secret })],
] as const

const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,9}$/)
const line = fc.stringMatching(/^[\x20-\x7e]{0,30}$/)
const parameter = fc.string({ unit: 'grapheme', maxLength: 10 })

/** A request with any path, query, headers and body, and components that it has. */
const cases = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PURGE'),
    host: fc.constantFrom('h', 'H.test', 'h.test:8080', '[::1]:443'),
    path: fc.array(fc.stringMatching(/^[A-Za-z0-9._~%!$&'()*+,;=:@-]{0,8}$/), { maxLength: 4 }),
    query: fc.uniqueArray(fc.tuple(parameter, parameter), {
      selector: ([name]) => name,
      maxLength: 4,
    }),
    headers: fc.dictionary(token, fc.oneof(line, fc.array(line, { minLength: 1, maxLength: 3 })), {
      maxKeys: 5,
    }),
    body: fc.oneof(fc.string(), fc.uint8Array({ maxLength: 50 })),
    nonce: line,
    tag: fc.option(line, { nil: undefined }),
    key: fc.constantFrom(...KEYS),
    seed: fc.integer(),
  })
  .map(({ host, path, query, nonce, tag, key, ...rest }) => {
    const pairs = query.map(
      ([name, value]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
    )
    const url = `https://${host}/${path.join('/')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
    const message: RequestMessage = { ...rest, url }
    const components = [
      '@method',
      '@target-uri',
      '@path',
      '@query',
      '@authority',
      'content-digest',
      ...Object.keys(rest.headers),
      ...Object.keys(rest.headers).map((name) => `"${name}";bs`),
    ]
    return { message, components, nonce, tag, key }
  })

test('what is signed is verified, with any message and any of its components', async () => {
  await fc.assert(
    fc.asyncProperty(
      cases,
      async ({ message, components, nonce, tag, key: [key, verificationKey] }) => {
        const headers = await signMessage(message, {
          key,
          components,
          nonce: () => nonce,
          ...(tag !== undefined && { tag }),
        })
        // The headers are structured fields in their strict form, so they survive a server that parses them.
        for (const name of ['signature', 'signature-input'] as const) {
          expect(serializeDictionary(parseDictionary(headers[name]))).toBe(headers[name])
        }
        const sent = { ...message, headers: { ...message.headers, ...headers } }
        const found = await verifyMessage(sent, {
          keyOf: () => verificationKey,
          required: components,
        })
        expect(found).toMatchObject({ nonce, tag, keyid: key.keyid })
        expect(found.components).toHaveLength(components.length)
      },
    ),
    { numRuns: 300 },
  )
})

test('no change of a covered header, of the URL or of the body is accepted', async () => {
  const changed = fc.tuple(cases, fc.nat(), fc.constantFrom('x', ' ', ',', '\n', '"', ';'))
  await fc.assert(
    fc.asyncProperty(
      changed,
      async ([
        {
          message,
          components,
          key: [key, verificationKey],
        },
        at,
        added,
      ]) => {
        const headers = await signMessage(message, { key, components })
        const sent: RequestMessage = { ...message, headers: { ...message.headers, ...headers } }
        const names = Object.keys(message.headers)
        const name = names[at % names.length]
        const lines = name === undefined ? [] : [sent.headers[name] ?? ''].flat()
        const variants: RequestMessage[] = [
          { ...sent, url: `${sent.url}${sent.url.includes('?') ? '&' : '?'}y` },
          { ...sent, body: `${Buffer.from(message.body ?? '').toString('latin1')}${added}` },
        ]
        if (name !== undefined) {
          const text = `${lines.join(', ').trim()}${added}z`
          variants.push({ ...sent, headers: { ...sent.headers, [name]: text } })
        }
        for (const variant of variants) {
          const outcome = verifyMessage(variant, {
            keyOf: () => verificationKey,
            required: components,
          })
          await expect(outcome).rejects.toMatchObject({ code: 'REST_SIGNATURE' })
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('no text in the headers of a signature makes the verifier fail in another way', async () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^sig1=[\x20-\x7e]{0,60}$/))
  await fc.assert(
    fc.asyncProperty(texts, texts, async (signature, input) => {
      const message = {
        method: 'GET',
        url: 'https://h/',
        headers: { signature, 'signature-input': input },
      }
      const outcome = verifyMessage(message, { keyOf: () => KEYS[0][1] })
      await expect(outcome).rejects.toMatchObject({ code: 'REST_SIGNATURE' })
    }),
    { numRuns: 1_000 },
  )
})
