/** Checks settings against the schema. */
import { isIP } from 'node:net'
import { compileSettings, type Format } from '@entrepot/config'
import { Settings } from './schema.ts'

const FORMATS: Readonly<Record<string, Format>> = {
  origin: {
    check: (text) => URL.canParse(text) && /^https?:\/\//.test(text) && isOrigin(new URL(text)),
    wanted: 'the origin of a website, such as https://hub.example, without a path',
  },
  host: {
    check: isHost,
    wanted: 'an address or a host name of this machine, such as 127.0.0.1, or 0.0.0.0 for all',
  },
  'page-origin': {
    check: (text) => text === '*' || isPageOrigin(text),
    wanted: 'an origin as browsers send it, such as https://agent.example, or *',
  },
  'postgres-url': {
    check: (text) => /^postgres(ql)?:\/\//.test(text),
    wanted:
      'a URL that begins with postgres:// or postgresql://. Leave it out for the embedded database',
  },
  'fetched-url': {
    check: (text) => URL.canParse(text) && isFetched(new URL(text)),
    wanted: 'an address that begins with https:// or http://, without a user and a password',
  },
  email: {
    check: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
    wanted: 'an email address, such as ann@shop.example',
  },
  'plugin-name': {
    check: (text) => /^[A-Za-z][\w-]{0,63}$/.test(text),
    wanted: 'a name of at most 64 letters, digits, - and _ that begins with a letter',
  },
  acr: {
    check: (text) => /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(text),
    wanted: 'a value of acr without spaces and quotes, as the provider names it',
  },
  domain: {
    check: (text) => /^[^\s@.]+(\.[^\s@.]+)+$/.test(text),
    wanted: 'a domain, such as shop.example',
  },
  'named-host': {
    check: isNamedHost,
    wanted: 'a host without scheme and path, such as erp.internal, localhost:9000 or [::1]:9000',
  },
  proxy: {
    check: isProxy,
    wanted: 'an address, a network such as 10.0.0.0/8, or loopback, linklocal or uniquelocal',
  },
}

/** An address, or a name (RFC 1123, section 2.1). A name that ends with digits would be read as an address: `5` is `0.0.0.5`. */
function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true
  return (
    /^[a-z\d_]([\w-]*[a-z\d_])?(\.[a-z\d_]([\w-]*[a-z\d_])?)*\.?$/i.test(text) &&
    !/(^|\.)(\d+|0x[\da-f]*)\.?$/i.test(text)
  )
}

/** As in URLs: an IPv6 address is in brackets. */
function isNamedHost(text: string): boolean {
  const url = URL.parse(`http://${text}`)
  return url !== null && url.href === `http://${text.toLowerCase()}/`
}

/** The format of `proxy-addr`, which Fastify uses. */
function isProxy(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', bits] = text.split('/', 2)
  const version = isIP(address)
  return version !== 0 && (bits === undefined || isPrefix(bits, version === 4 ? 32 : 128))
}

function isPrefix(bits: string, most: number): boolean {
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most
}

/** For `URL`, origins of extensions and apps such as `chrome-extension://<id>` are opaque. */
function isPageOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  return /^https?:/i.test(text)
    ? new URL(text).origin === text
    : /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/.test(text)
}

function isFetched({ protocol, username, password }: URL): boolean {
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

function isOrigin(url: URL): boolean {
  return url.href === `${url.origin}/`
}

/** Adds the defaults to settings, and reports every issue. */
export const checkSettings = compileSettings<Settings>(Settings, { formats: FORMATS })
