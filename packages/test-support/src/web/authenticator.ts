/** An authenticator in software, which can also answer wrongly: Web Authentication Level 3, sections 6.1, 6.5 and 8.7. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What of an answer is wrong, or other than usual. */
export interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly userHandle?: string
  /** Whether the person was verified. @default true */
  readonly isVerified?: boolean
  /** @default one more than before */
  readonly signCount?: number
  /** The credential id of a new passkey. @default a random one */
  readonly credentialId?: string
  /** Signs with another key. */
  readonly key?: KeyObject
}

/** A passkey, as an authenticator keeps it. */
export interface KeptPasskey {
  readonly id: string
  readonly userHandle: string
  readonly privateKey: KeyObject
}

interface CreationOptions {
  readonly challenge: string
  readonly user: { readonly id: string }
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

/** @example const answer = new Authenticator('https://hub.example').create(options) */
export class Authenticator {
  readonly passkeys: KeptPasskey[] = []
  #signCount = 0
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Makes a passkey, with the key type ES256 and without attestation. */
  create({ challenge, user }: CreationOptions, deviation: Deviation = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = deviation.credentialId ?? encode(randomBytes(16))
    this.passkeys.push({ id, userHandle: user.id, privateKey })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const idBytes = Buffer.from(id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(idBytes.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, idBytes, key])
    const authData = Buffer.concat([this.#data(deviation, 0x40), attested])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return credential(id, {
      clientDataJSON: encode(this.#client('webauthn.create', challenge, deviation)),
      attestationObject: encode(cbor(attestation)),
      transports: ['internal'],
    })
  }

  /** Signs in with a passkey. @default the newest one */
  get(
    { challenge }: { readonly challenge: string },
    deviation: Deviation = {},
    passkey = this.passkeys.at(-1),
  ) {
    if (passkey === undefined) throw new Error('the authenticator has no passkey')
    const authData = this.#data(deviation, 0)
    const client = this.#client('webauthn.get', challenge, deviation)
    const key = deviation.key ?? passkey.privateKey
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), key)
    return credential(passkey.id, {
      clientDataJSON: encode(client),
      authenticatorData: encode(authData),
      signature: encode(signature),
      userHandle: deviation.userHandle ?? passkey.userHandle,
    })
  }

  #data({ rpId, isVerified = true, signCount }: Deviation, flags: number): Buffer {
    this.#signCount = signCount ?? this.#signCount + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#signCount)
    const userPresent = 0x01 | (isVerified ? 0x04 : 0) | flags
    const relyingParty = sha256(rpId ?? new URL(this.#origin).hostname)
    return Buffer.concat([relyingParty, Buffer.from([userPresent]), counter])
  }

  #client(type: string, asked: string, { origin, challenge = asked }: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: origin ?? this.#origin, crossOrigin: false }),
    )
  }
}

function credential<Response>(id: string, response: Response) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response } as const
}

/** The part of CBOR (RFC 8949) that authenticators need: small integers, bytes, texts, maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (value instanceof Map) {
    const entries = [...value].flatMap(([name, item]) => [cbor(name), cbor(item)])
    return Buffer.concat([head(5, value.size), ...entries])
  }
  const bytes = value as Buffer
  return Buffer.concat([head(2, bytes.length), bytes])
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
