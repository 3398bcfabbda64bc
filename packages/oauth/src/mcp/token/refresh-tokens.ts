/**
 * Refresh tokens. Each is random, and the store contains only their SHA-256. A client that shows an earlier token of a family within the
 * grace, because an answer was lost or because it shares its tokens with others, still gets the current one, which the store also keeps
 * sealed:
 *
 *     token = family . base64url(root + random) . tag       tag = HMAC(key, family . base64url(root + random))
 *     sealed = AES-GCM(random + tag of the current token) under HMAC(sealing key, root)
 *
 * Both keys are derived from the option `secret` (HKDF-SHA-256, RFC 5869). All tokens of a family have the same root of 128
 * random bits, which is stored nowhere. So three things are necessary to compute the current token: the row of the family, the
 * option `secret`, and any token of the family. A spent token and `secret` are not sufficient, nor are the database and `secret`.
 * The tag distinguishes a spent token from an invented one, so that guessing cannot cause the revocation of a family.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { deriveKey } from '@entrepot/sealer'
import { createSealerOf, type Sealer } from '../../shared/sealer.ts'
import { equalSecrets, randomText } from '../../shared/secrets.ts'

/** A refresh token that this server has made. */
export interface RefreshToken {
  readonly familyId: string
  readonly text: string
}

/** Creates refresh tokens, and recognises tokens of this server. */
export interface RefreshTokens {
  first(familyId: string): RefreshToken
  /** Returns undefined for a text that this server has not created. */
  read(text: string): RefreshToken | undefined
  /** A new token of the family of another. */
  next(token: RefreshToken): RefreshToken
  /** Encrypts a token, so that every token of its family can decrypt it. */
  seal(token: RefreshToken): string
  /** Decrypts a token with a token of the same family. Returns undefined if the secret that encrypted it was removed. */
  open(token: RefreshToken, sealed: string): RefreshToken | undefined
}

const FORM = /^([\w-]{22})\.([\w-]{43})\.([\w-]{22})$/

/** Bytes of the root, and of what is random in each token. */
const HALF = 16

/** A context of the sealer. */
const SEALED_AS = 'mcp refresh token'

/** @param secrets the option `secret`: the first makes tokens, all are known */
export function createRefreshTokens(secrets: readonly string[]): RefreshTokens {
  const keys = secrets.map((secret) => deriveKey(secret, '@entrepot/oauth refresh tokens v1'))
  const sealing = secrets.map((secret) => deriveKey(secret, '@entrepot/oauth sealed tokens v1'))
  const [newest] = keys
  if (newest === undefined) throw new TypeError('createRefreshTokens needs a secret')
  return {
    first: (familyId) => make(newest, familyId, randomBytes()),
    read(text) {
      const [, familyId = '', body = '', tag = ''] = FORM.exec(text) ?? []
      const isOwn = keys.some((key) => equalSecrets(tagOf(key, familyId, body), tag))
      return familyId !== '' && isOwn ? { familyId, text } : undefined
    },
    next: (token) => make(newest, token.familyId, partsOf(token).root),
    seal(token) {
      const { random, tag } = partsOf(token)
      return sealerOf(sealing.slice(0, 1), token).seal(SEALED_AS, [
        random.toString('base64url'),
        tag,
      ])
    },
    open(token, sealed) {
      try {
        const [random = '', tag] = sealerOf(sealing, token).open<string[]>(SEALED_AS, sealed)
        const body = bodyOf(partsOf(token).root, Buffer.from(random, 'base64url'))
        return { familyId: token.familyId, text: `${token.familyId}.${body}.${tag}` }
      } catch {
        return undefined
      }
    },
  }
}

function make(key: KeyObject, familyId: string, root: Buffer): RefreshToken {
  const body = bodyOf(root, randomBytes())
  return { familyId, text: `${familyId}.${body}.${tagOf(key, familyId, body)}` }
}

function randomBytes(): Buffer {
  return Buffer.from(randomText(HALF), 'base64url')
}

function bodyOf(root: Buffer, random: Buffer): string {
  return Buffer.concat([root, random]).toString('base64url')
}

/** The part that all tokens of the family share, and the part of this token. */
function partsOf({ text }: RefreshToken): { root: Buffer; random: Buffer; tag: string } {
  const [, body = '', tag = ''] = text.split('.')
  const bytes = Buffer.from(body, 'base64url')
  return { root: bytes.subarray(0, HALF), random: bytes.subarray(HALF), tag }
}

function sealerOf(keys: readonly KeyObject[], token: RefreshToken): Sealer {
  const { root } = partsOf(token)
  return createSealerOf(
    keys.map((key) => createSecretKey(createHmac('sha256', key).update(root).digest())),
  )
}

/** 128 bits cannot be guessed. The tag only protects the family from being revoked. */
function tagOf(key: KeyObject, familyId: string, body: string): string {
  return createHmac('sha256', key)
    .update(`tag ${familyId}.${body}`)
    .digest('base64url')
    .slice(0, 22)
}
