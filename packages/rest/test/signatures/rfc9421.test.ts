/** The test cases of RFC 9421, appendix B.2, and the examples of its sections 2.1 to 2.5. */
import {
  createSigningKey,
  createVerificationKey,
  type Message,
  type RequestMessage,
  type ResponseMessage,
  signMessage,
  verifyContentDigest,
  verifyMessage,
} from '@entrepot/rest/signatures'
import { describe, expect, test } from 'vitest'
import { signatureBase } from '../../src/signatures/base.ts'
import { type FieldTypes, parseComponent } from '../../src/signatures/components.ts'

const pem = (type: string, body: string) =>
  `-----BEGIN ${type}-----\n${body}\n-----END ${type}-----\n`

const KEYS = {
  'test-key-rsa-pss': createVerificationKey({
    algorithm: 'rsa-pss-sha512',
    key: pem(
      'PUBLIC KEY',
      `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2
+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+
oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHq
gDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5W
Utzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4
aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI
2wIDAQAB`,
    ),
  }),
  'test-key-ecc-p256': createVerificationKey({
    key: pem(
      'PUBLIC KEY',
      `MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==`,
    ),
  }),
  'test-key-ed25519': createVerificationKey({
    key: pem('PUBLIC KEY', 'MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs='),
  }),
  'test-shared-secret': createVerificationKey({
    key: Buffer.from(
      'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
      'base64',
    ),
  }),
}

const REQUEST: RequestMessage = {
  method: 'POST',
  url: 'https://example.com/foo?param=Value&Pet=dog',
  headers: {
    Host: 'example.com',
    Date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'Content-Type': 'application/json',
    'Content-Digest':
      'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
    'Content-Length': '18',
  },
}

const RESPONSE: ResponseMessage = {
  statusCode: 200,
  headers: {
    Date: 'Tue, 20 Apr 2021 02:07:56 GMT',
    'Content-Type': 'application/json',
    'Content-Digest':
      'sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
    'Content-Length': '23',
  },
}

const CASES: readonly [string, Message, string, string][] = [
  [
    'B.2.1: minimal, with rsa-pss-sha512',
    REQUEST,
    'sig-b21=();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"',
    'sig-b21=:d2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==:',
  ],
  [
    'B.2.2: selected components and a tag',
    REQUEST,
    'sig-b22=("@authority" "content-digest" "@query-param";name="Pet");created=1618884473;keyid="test-key-rsa-pss";tag="header-example"',
    'sig-b22=:LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+ECxCmT8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8NV7+4UKkjqpcAoFqWFQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw==:',
  ],
  [
    'B.2.3: full coverage',
    REQUEST,
    'sig-b23=("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"',
    'sig-b23=:bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==:',
  ],
  [
    'B.2.4: a response, with ecdsa-p256-sha256',
    RESPONSE,
    'sig-b24=("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    'sig-b24=:wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==:',
  ],
  [
    'B.2.5: hmac-sha256',
    REQUEST,
    'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
    'sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:',
  ],
  [
    'B.2.6: ed25519',
    REQUEST,
    'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
  ],
]

const keyOf = (keyid: string | undefined) => KEYS[keyid as keyof typeof KEYS]
const now = () => 1_618_884_475_000

describe('RFC 9421, appendix B.2', () => {
  test.each(CASES)('%s is verified', async (_name, message, input, signature) => {
    const headers = { ...message.headers, 'Signature-Input': input, Signature: signature }
    // A body must be covered, and what is covered must be there.
    const own = 'statusCode' in message ? '{"message": "good dog"}' : '{"hello": "world"}'
    const body = input.includes('content-digest') ? own : undefined
    const options = { keyOf, required: [], now }
    const found = await verifyMessage({ ...message, headers, body }, options)
    expect(found.created).toBe(1_618_884_473)
  })

  test.each(CASES.slice(4))(
    '%s is signed in the same way',
    async (_name, message, input, signature) => {
      const [, label = '', list = '', keyid = ''] =
        /^([^=]+)=\((.*)\);created=\d+;keyid="(.*)"$/.exec(input) ?? []
      const key = keyid === 'test-shared-secret' ? SECRET : ED25519
      const options = { key, label, nonce: false, now: () => 1_618_884_473_999 } as const
      const components = list.split(' ')
      expect(await signMessage(message, { ...options, components })).toEqual({
        'signature-input': input,
        signature,
      })
    },
  )

  test('the digests of the messages are those of their bodies (RFC 9530)', () => {
    verifyContentDigest(REQUEST.headers, '{"hello": "world"}')
    verifyContentDigest(RESPONSE.headers, '{"message": "good dog"}')
  })
})

const SECRET = createSigningKey({
  keyid: 'test-shared-secret',
  key: Buffer.from(
    'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
    'base64',
  ),
})
const ED25519 = createSigningKey({
  keyid: 'test-key-ed25519',
  key: pem('PRIVATE KEY', 'MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF'),
})

/** The line of a component in the signature base. */
const lineOf = (component: string, message: Message, types?: FieldTypes) =>
  new TextDecoder()
    .decode(signatureBase(message, [parseComponent(component)], new Map(), types))
    .split('\n')[0]

const get = (url: string, headers: RequestMessage['headers'] = {}): RequestMessage => ({
  method: 'GET',
  url,
  headers,
})

describe('RFC 9421, section 2', () => {
  const url = 'https://WWW.Example.com:443/path?param=value&foo=bar&baz=batman&qux=#part'

  test.each([
    ['@method', '"@method": GET'],
    [
      '@target-uri',
      '"@target-uri": https://www.example.com/path?param=value&foo=bar&baz=batman&qux=',
    ],
    ['@authority', '"@authority": www.example.com'],
    ['@scheme', '"@scheme": https'],
    ['@request-target', '"@request-target": /path?param=value&foo=bar&baz=batman&qux='],
    ['@path', '"@path": /path'],
    ['@query', '"@query": ?param=value&foo=bar&baz=batman&qux='],
    ['"@query-param";name="baz"', '"@query-param";name="baz": batman'],
    ['"@query-param";name="qux"', '"@query-param";name="qux": '],
  ])('%s of a request', (component, line) => {
    expect(lineOf(component, get(url))).toBe(line)
  })

  test.each([
    ['https://h', '@path', '/'],
    ['https://h', '@query', '?'],
    ['https://h', '@target-uri', 'https://h/'],
    ['https://h?', '@target-uri', 'https://h/?'],
    ['https://h/a/../b//%7e', '@path', '/a/../b//%7e'],
    ['http://h:8080/?queryString', '@query', '?queryString'],
    ['http://h:8080/', '@authority', 'h:8080'],
    ['https://[::1]:8443/a', '@authority', '[::1]:8443'],
    ['HTTPS://h/', '@scheme', 'https'],
  ])('%s has the %s %s', (target, component, value) => {
    expect(lineOf(component, get(target))).toBe(`"${component}": ${value}`)
  })

  test.each([
    ['param', 'value'],
    ['var', 'this%20is%20a%20big%0Amultiline%20value'],
    ['bar', 'with%20plus%20whitespace'],
    ['fa%C3%A7ade%22%3A%20', 'something'],
    ['plain', '%21%27%28%29~*-._'.replace('~', '%7E')],
  ])('the query parameter %s is %s (2.2.8)', (name, value) => {
    const query =
      "param=value&var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something&plain=!'()~*-._"
    const component = `"@query-param";name="${name}"`
    expect(lineOf(component, get(`https://h/?${query}`))).toBe(`${component}: ${value}`)
  })

  const fields = {
    Host: 'www.example.com',
    'X-OWS-Header': '   Leading and trailing whitespace.   ',
    'X-Obs-Fold-Header': 'Obsolete\r\n    line folding.',
    'Cache-Control': ['max-age=60', '   must-revalidate'],
    'Example-Dict': '  a=1,    b=2;x=1;y=2,   c=(a   b   c), d',
    'X-Empty-Header': '',
    'Example-Header': ['value, with, lots', 'of, commas'],
    'Example-List': 'a,  b;x',
    Priority: 'u=1,   i',
  }

  test.each([
    ['x-ows-header', '"x-ows-header": Leading and trailing whitespace.'],
    ['x-obs-fold-header', '"x-obs-fold-header": Obsolete line folding.'],
    ['cache-control', '"cache-control": max-age=60, must-revalidate'],
    ['example-dict', '"example-dict": a=1,    b=2;x=1;y=2,   c=(a   b   c), d'],
    ['X-Empty-Header', '"x-empty-header": '],
    ['"example-dict";sf', '"example-dict";sf: a=1, b=2;x=1;y=2, c=(a b c), d'],
    ['"example-dict";key="a"', '"example-dict";key="a": 1'],
    ['"example-dict";key="b"', '"example-dict";key="b": 2;x=1;y=2'],
    ['"example-dict";key="c"', '"example-dict";key="c": (a b c)'],
    ['"example-dict";key="d"', '"example-dict";key="d": ?1'],
    ['"example-list";sf', '"example-list";sf: a, b;x'],
    ['"priority";sf', '"priority";sf: u=1, i'],
    ['"example-header";bs', '"example-header";bs: :dmFsdWUsIHdpdGgsIGxvdHM=:, :b2YsIGNvbW1hcw==:'],
  ])('%s of a header', (component, line) => {
    const types = { 'example-dict': 'dictionary', 'example-list': 'list' } as const
    expect(lineOf(component, get(url, fields), types)).toBe(line)
  })

  test('components of the request in a response, with ;req (2.4)', () => {
    const headers = { Signature: 'sig1=:YQ==:', 'Content-Digest': 'sha-256=:YQ==:' }
    const answer = { statusCode: 503, headers: {}, request: get('https://h/a', headers) }
    expect(lineOf('@status', answer)).toBe('"@status": 503')
    expect(lineOf('"@method";req', answer)).toBe('"@method";req: GET')
    expect(lineOf('"content-digest";req', answer)).toBe('"content-digest";req: sha-256=:YQ==:')
    expect(lineOf('"signature";req;key="sig1"', answer)).toBe('"signature";req;key="sig1": :YQ==:')
  })

  test.each([
    '@status',
    '@unknown',
    '@signature-params',
    'missing',
    '"missing";sf',
    '"example-list";sf;x',
    '"example-list";sf',
    '"example-dict";key="z"',
    '"example-dict";key=1',
    '"example-dict";key="a";bs',
    '"example-dict";bs=1',
    '"example-dict";tr',
    '"example-dict";req',
    '"@method";req',
    '"@method";sf',
    '"@method";name="a"',
    '"@query-param"',
    '"@query-param";name="twice"',
    '"@query-param";name="absent"',
    '"Upper-Case"',
    'with space',
    '"unclosed',
    '42',
    '',
    'x-binary',
  ])('the component %s cannot be signed', (component) => {
    const headers = { ...fields, 'x-binary': 'caf\xe9' }
    expect(() => lineOf(component, get('https://h/?twice=1&twice=2', headers))).toThrow(
      expect.objectContaining({ code: 'REST_SIGNATURE', fault: 'component' }),
    )
  })

  test('a component listed twice cannot be signed, also with its parameters in another order', () => {
    const twice = ['"priority";sf;key="u"', '"priority";key="u";sf'].map(parseComponent)
    expect(() => signatureBase(get(url, fields), twice, new Map())).toThrow('covered twice')
  })
})
