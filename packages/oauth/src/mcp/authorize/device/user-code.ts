/** The code that a person enters (RFC 8628, section 6.1). */
import { createHmac, randomInt } from 'node:crypto'
import { deriveKey } from '@entrepot/sealer'

/** Letters that look like no other one and make no words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** 20 ** 8 codes: 34 bits. With the limits of `page.ts`, nobody guesses one of a thousand within its life. */
const LENGTH = 8

/** Codes of persons, as this server makes, reads and keeps them. */
export interface UserCodes {
  /** A new code, in the form that devices show: `WDJB-MJHT`. */
  create(): string
  /** The hashes under which a code may be stored; undefined for a text that can be none. */
  hashesOf(text: string): readonly string[] | undefined
}

/**
 * Codes are short, so their hashes are keyed: whoever reads the database cannot find them out.
 *
 * @param secrets the option `secret`: the first is for new codes, all are known
 */
export function createUserCodes(secrets: readonly string[]): UserCodes {
  const keys = secrets.map((secret) => deriveKey(secret, '@entrepot/oauth user codes v1'))
  return {
    create() {
      const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
      return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
    },
    hashesOf(text) {
      // People write it in small letters, and with spaces or without the hyphen.
      const code = text.toUpperCase().replace(/[\s\p{Pd}._]/gu, '')
      if (code.length !== LENGTH || [...code].some((one) => !LETTERS.includes(one)))
        return undefined
      return keys.map((key) => createHmac('sha256', key).update(code).digest('base64url'))
    },
  }
}
