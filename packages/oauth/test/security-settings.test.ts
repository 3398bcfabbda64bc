// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the settings are written
/** Settings of keys and methods: each problem names its setting, and none quotes a key. */
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { OAuthOptions, ProviderSettings } from '@entrepot/oauth'
import { checkOptions } from '@entrepot/oauth'
import { expect, test } from 'vitest'
import { CERTIFIED } from './support/strict-provider.ts'

const pem = (type: 'rsa' | 'ec' | 'ed25519' | 'x25519' | 'rsa-pss', options: object = {}) => {
  const { privateKey } = generateKeyPairSync(type as 'ec', options as { namedCurve: string })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}
const EC = pem('ec', { namedCurve: 'P-256' })
const P521 = pem('ec', { namedCurve: 'P-521' })
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const PUBLIC = publicKey.export({ type: 'spki', format: 'pem' }) as string
const JWK = { ...privateKey.export({ format: 'jwk' }), kid: 'one' }
const ENCRYPTED = privateKey.export({
  ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
}) as string
const CERTIFICATE = readFileSync(CERTIFIED.certificateFile, 'utf8')

const check = async (settings: ProviderSettings, env: Record<string, string> = {}) => {
  Object.assign(process.env, env)
  try {
    const acme = { provider: 'oidc', issuer: 'https://id.example', clientId: 'shop', ...settings }
    const redirectUri = 'https://shop.example/oauth/callback'
    return await checkOptions({ redirectUri, providers: { acme } } as OAuthOptions)
  } finally {
    for (const name of Object.keys(env)) delete process.env[name]
  }
}

test.each<[string, ProviderSettings]>([
  ['PKCS #8', { clientKeys: [{ key: EC }] }],
  [
    'SEC 1',
    { clientKeys: [{ key: privateKey.export({ type: 'sec1', format: 'pem' }) as string }] },
  ],
  [
    'PKCS #1',
    {
      clientKeys: [
        {
          key: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({
            type: 'pkcs1',
            format: 'pem',
          }) as string,
        },
      ],
    },
  ],
  ['one line', { clientKeys: [{ key: EC.replaceAll('\n', '\\n') }] }],
  ['a map', { clientKeys: [{ key: JWK }] }],
  ['JSON', { clientKeys: [{ key: JSON.stringify(JWK) }] }],
  ['files', { clientKeys: [CERTIFIED] }],
  ['several kinds', { clientKeys: [{ key: P521 }, { key: pem('ed25519') }] }],
  ['X25519', { clientSecret: 's', decryptionKeys: [{ key: pem('x25519') }] }],
  ['no secret', { clientAuthentication: 'none' }],
  ['a secret beside a key', { clientSecret: 's', clientKeys: [{ key: EC }] }],
])('a good key has no problems: %s', async (_title, settings) => {
  expect(await check(settings)).toEqual([])
})

test('a key may stand in the environment', async () => {
  const key = '${ACME_KEY}'
  expect(await check({ clientKeys: [{ key }] }, { ACME_KEY: EC.replaceAll('\n', '\\n') })).toEqual(
    [],
  )
  expect(await check({ clientKeys: [{ key }] }, { ACME_KEY: JSON.stringify(JWK) })).toEqual([])
  expect(
    await check({ clientKeys: [{ key: { ...JWK, d: key } }] }, { ACME_KEY: String(JWK.d) }),
  ).toEqual([])
  expect(await check({ clientKeys: [{ key }] })).toEqual([
    {
      path: 'providers.acme.clientKeys.0.key',
      message: expect.stringContaining('ACME_KEY'),
    },
  ])
})

const KEYS = 'clientKeys.0'
test.each<[ProviderSettings, string, string]>([
  [{ clientKeys: [{}] }, `${KEYS}.key`, 'is required: set key or keyFile'],
  [{ clientKeys: [{ key: EC, keyFile: 'x' }] }, `${KEYS}.keyFile`, 'together with key'],
  [{ clientKeys: [{ keyFile: '/no/such' }] }, `${KEYS}.keyFile`, 'cannot be read (ENOENT)'],
  [{ clientKeys: [{ key: 'secret nonsense' }] }, `${KEYS}.key`, 'is not a private key'],
  [{ clientKeys: [{ key: '{"d":"secret' }] }, `${KEYS}.key`, 'is not a private key'],
  [{ clientKeys: [{ key: PUBLIC }] }, `${KEYS}.key`, 'is not a private key'],
  [{ clientKeys: [{ key: { ...JWK, d: undefined } }] }, `${KEYS}.key`, 'is not a private key'],
  [{ clientKeys: [{ key: ENCRYPTED }] }, `${KEYS}.key`, 'encrypted with a passphrase'],
  [{ clientKeys: [{ key: pem('rsa', { modulusLength: 1_024 }) }] }, `${KEYS}.key`, '1024 bits'],
  [{ clientKeys: [{ key: pem('x25519') }] }, `${KEYS}.key`, 'of a kind that cannot be used'],
  [
    { clientKeys: [{ key: pem('ec', { namedCurve: 'secp256k1' }) }] },
    `${KEYS}.key`,
    'of a kind that cannot be used',
  ],
  [{ clientKeys: [{ key: { ...JWK, use: 'enc' } }] }, `${KEYS}.key`, 'the use "sig"'],
  [{ clientKeys: [{ key: EC, algorithm: 'RS256' }] }, `${KEYS}.algorithm`, 'signs with ES256'],
  [{ clientKeys: [{ key: EC, certificate: 'x' }] }, `${KEYS}.certificate`, 'not a certificate'],
  [{ clientKeys: [{ key: EC, certificate: CERTIFICATE }] }, `${KEYS}.certificate`, 'another key'],
  [
    { clientKeys: [{ key: EC, certificateFile: '/no/such' }] },
    `${KEYS}.certificateFile`,
    'cannot be read',
  ],
  [{ clientKeys: [{ key: JWK }, { key: JWK }] }, 'clientKeys', 'two keys of the kid "one"'],
  [
    { clientSecret: 's', decryptionKeys: [{ key: pem('ed25519') }] },
    'decryptionKeys.0.key',
    'of a kind that cannot be used',
  ],
  [{ clientAuthentication: 'private_key_jwt' }, 'clientKeys', 'is required'],
  [{ clientAuthentication: 'none', clientSecret: 's' }, 'clientAuthentication', 'sends no secret'],
  [
    { clientAuthentication: 'none', clientKeys: [{ key: EC }] },
    'clientAuthentication',
    'sends no secret',
  ],
  [
    { clientAuthentication: 'client_secret_post', clientKeys: [{ key: EC }] },
    'clientSecret',
    'is required',
  ],
  [
    { clientSecret: 's', clientAssertionAudience: 'issuer' },
    'clientAssertionAudience',
    'needs clientKeys',
  ],
  [{ clientSecret: 's', acceptUnencrypted: true }, 'acceptUnencrypted', 'needs decryptionKeys'],
  [
    { clientSecret: 's', dpop: true, getUserInfo: async () => ({}) },
    'dpop',
    'together with getUserInfo',
  ],
  [{ clientSecret: 's', dpop: true, provider: 'github' }, 'dpop', 'no userinfo endpoint'],
  [
    { clientSecret: 's', pushedAuthorization: true, provider: 'google' },
    'pushedAuthorization',
    'set pushedAuthorizationUrl as well',
  ],
  [
    { clientSecret: 's', pushedAuthorizationUrl: 'http://id.example/par' },
    'pushedAuthorizationUrl',
    'http',
  ],
])(
  '%# a problem names the provider and the setting, and quotes no key',
  async (settings, path, message) => {
    const problems = await check(settings)
    expect(problems).toEqual([
      { path: `providers.acme.${path}`, message: expect.stringContaining(message) },
    ])
    const text = JSON.stringify(problems)
    expect(text).not.toMatch(/BEGIN|secret nonsense|"d"/)
    expect(text).not.toContain(String(JWK.d))
  },
)

test('shapes that are no keys are refused by the schema', async () => {
  expect((await check({ clientKeys: [] })).map(({ path }) => path)).toEqual([
    'providers.acme.clientKeys',
  ])
  const wrong = { clientKeys: [{ key: 7 }] } as unknown as ProviderSettings
  expect((await check(wrong)).map(({ path }) => path)).toContain('providers.acme.clientKeys.0.key')
})

test('a provider without any credential stays inactive', async () => {
  expect(await check({})).toEqual([])
  expect(await check({ clientId: '', clientAuthentication: 'none' })).toEqual([])
})
