import { existsSync, readFileSync } from 'node:fs'
import { checkServerIdentity, createSecureContext, type SecureContext } from 'node:tls'
import { DatabaseError, messageOf } from '../errors.ts'

/** A parsed and checked `DATABASE_URL`. */
export interface Address {
  /** Host name or IP address; undefined for a Unix-domain socket. */
  readonly host: string | undefined
  /** Path of a Unix-domain socket. */
  readonly path: string | undefined
  readonly port: number
  readonly database: string
  readonly user: string
  /** A function, so that `util.inspect` does not show the password. */
  readonly password: () => string
  readonly tls: Tls
  readonly applicationName: string | undefined
  readonly connectTimeout: number | undefined
  /** Whether a connection is refused unless its session can write (`target_session_attrs=read-write`). */
  readonly mustWrite: boolean
  /** The other hosts of the URL, in its order. They have no alternatives themselves. */
  readonly alternatives: readonly Address[]
  /** `host:port/database as user`, for messages. */
  readonly label: string
}

/** `false`: no TLS; `'prefer'`: TLS if the server supports it, without verification; else options for `tls.connect`. */
export type Tls =
  | false
  | 'prefer'
  | {
      readonly rejectUnauthorized: boolean
      readonly secureContext: SecureContext
      readonly checkServerIdentity?: typeof checkServerIdentity
    }

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type SslMode = (typeof SSL_MODES)[number]

const KNOWN_PARAMETERS = new Set([
  'host',
  'port',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
  'connect_timeout',
  'target_session_attrs',
])

/**
 * Reads a connection URL with the parameter names of libpq
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING).
 *
 * `sslmode` is `disable`, `prefer`, `require`, `verify-ca` or `verify-full`. The default is `prefer` for a server on this machine, and
 * `require` for any other. That is stricter than libpq, whose default sends data unencrypted if the server, or an attacker in
 * between, answers that there is no TLS. `sslrootcert` is a PEM file or `system`; with it, `require` verifies the certificate like
 * `verify-ca`, as in libpq. `sslcert` and `sslkey` are PEM files.
 *
 * The URL may name several hosts, `host1:5432,host2:5432`, of which one accepts writes: the primary and its standbys. It then needs
 * `target_session_attrs=read-write`; without it, libpq too would use the first server that answers.
 *
 * @throws {DatabaseError} `DATABASE_BAD_URL`; `DATABASE_TLS` when a certificate file cannot be read. The message never contains the
 * URL, because of the password in it.
 * @example
 * parseDatabaseUrl('postgres://hub:secret@db.example.com/entrepot?sslmode=verify-full').label
 * // 'db.example.com:5432/entrepot as hub'
 */
export function parseDatabaseUrl(text: string): Address {
  const [first, ...alternatives] = splitHosts(text).map(parseOneHost)
  if (!first) throw badUrl('it names no host')
  if (alternatives.length > 0 && !first.mustWrite) {
    throw badUrl('several hosts need target_session_attrs=read-write, because only one may be used')
  }
  return { ...first, alternatives }
}

/** Returns one URL per host. The hosts are between the last `@` of the authority and its end. */
function splitHosts(text: string): string[] {
  const [, start, hosts, rest] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
  if (hosts === undefined) return [text]
  const list = hosts.split(',')
  if (list.length > 1 && list.includes('')) throw badUrl('one of its hosts is empty')
  return list.map((host) => `${start}${host}${rest}`)
}

function parseOneHost(text: string): Address {
  const url = parseUrl(text)
  const parameters = readParameters(url)
  const { host, path, port } = readPlace(url, parameters)
  const user = decode(url.username) || process.env.PGUSER || ''
  if (!user) throw badUrl('it has no user: postgres://USER:password@host/database')
  const database = decode(url.pathname.slice(1)) || user
  const password = decode(url.password) || process.env.PGPASSWORD || ''
  const place = path ?? `${host?.includes(':') ? `[${host}]` : host}:${port}`
  return {
    host,
    path,
    port,
    database,
    user,
    password: () => password,
    tls: readTls(parameters, host),
    applicationName: parameters.get('application_name'),
    connectTimeout: readSeconds(parameters.get('connect_timeout')),
    mustWrite: readSessionAttributes(parameters.get('target_session_attrs')),
    alternatives: [],
    label: `${place}/${database} as ${user}`,
  }
}

function parseUrl(text: string): URL {
  // libpq accepts a URL without a host (postgres://user@/db?host=/socket), but the class URL does not.
  const url = URL.parse(text.replace(/^(\w+:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost'))
  if (!url) {
    throw badUrl('it is not a URL; percent-encode special characters in the password')
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw badUrl('it must begin with postgres:// or postgresql://')
  }
  return url
}

function readParameters(url: URL): Map<string, string> {
  const parameters = new Map(url.searchParams)
  for (const name of parameters.keys()) {
    if (!KNOWN_PARAMETERS.has(name)) {
      throw badUrl(
        `the parameter '${name}' is not supported; known are ${[...KNOWN_PARAMETERS].join(', ')}`,
      )
    }
  }
  return parameters
}

function readPlace(
  url: URL,
  parameters: Map<string, string>,
): Pick<Address, 'host' | 'path' | 'port'> {
  const host = parameters.get('host') ?? (decode(url.hostname) || 'localhost')
  if (host.includes(',')) {
    throw badUrl('several hosts belong before the database: postgres://USER@host1,host2/database')
  }
  const portText = parameters.get('port') ?? (url.port || '5432')
  const port = Number(portText)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw badUrl(`the port '${portText}' is not a number from 1 to 65535`)
  }
  if (host.startsWith('/')) return { host: undefined, path: `${host}/.s.PGSQL.${port}`, port }
  return { host: host.replace(/^\[(.*)\]$/, '$1'), path: undefined, port }
}

function readTls(parameters: Map<string, string>, host: string | undefined): Tls {
  const rootFile = parameters.get('sslrootcert')
  const mode = readSslMode(parameters.get('sslmode'), rootFile, host)
  if (mode === 'disable') return false
  const certificate = parameters.get('sslcert')
  const key = parameters.get('sslkey')
  if (!certificate !== !key) throw badUrl('sslcert and sslkey must be set together')
  if (mode === 'prefer' && !certificate) return 'prefer'
  const checksCertificate = mode === 'verify-ca' || mode === 'verify-full'
  return {
    rejectUnauthorized: checksCertificate,
    secureContext: createContext({ rootFile, certificate, key }),
    ...(checksCertificate && {
      checkServerIdentity: (_, peer) =>
        mode === 'verify-full' ? checkServerIdentity(host ?? 'localhost', peer) : undefined,
    }),
  }
}

function readSslMode(
  given: string | undefined,
  rootFile: string | undefined,
  host: string | undefined,
): SslMode {
  if (host === undefined) return 'disable' // libpq, too, ignores sslmode on Unix-domain sockets
  if (given !== undefined && !SSL_MODES.includes(given as SslMode)) {
    throw badUrl(`sslmode '${given}' is none of ${SSL_MODES.join(', ')}`)
  }
  if (rootFile === 'system') return 'verify-full'
  const mode = (given as SslMode | undefined) ?? (isLoopback(host) ? 'prefer' : 'require')
  const hasRoot = rootFile !== undefined && mode !== 'disable'
  return hasRoot && mode !== 'verify-full' ? 'verify-ca' : mode
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function createContext(files: {
  rootFile: string | undefined
  certificate: string | undefined
  key: string | undefined
}): SecureContext {
  const ca =
    files.rootFile && files.rootFile !== 'system'
      ? readPem('sslrootcert', files.rootFile)
      : undefined
  const cert = files.certificate ? readPem('sslcert', files.certificate) : undefined
  const key = files.key ? readPem('sslkey', files.key) : undefined
  try {
    return createSecureContext({ ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) })
  } catch (error) {
    throw new DatabaseError(
      'DATABASE_TLS',
      `The certificate files of DATABASE_URL cannot be used (${messageOf(error)}). sslrootcert, sslcert and sslkey must be PEM files, and sslkey must match sslcert and have no passphrase.`,
      { cause: error },
    )
  }
}

function readPem(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = existsSync(file) ? 'cannot be read' : 'does not exist'
    throw new DatabaseError(
      'DATABASE_TLS',
      `The file ${file}, given as ${parameter} in DATABASE_URL, ${reason}. Correct the path or its permissions.`,
      { cause: error },
    )
  }
}

function readSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (!Number.isFinite(seconds) || seconds <= 0) {
    throw badUrl(`connect_timeout '${text}' is not a number of seconds`)
  }
  return seconds
}

function readSessionAttributes(text: string | undefined): boolean {
  if (text === undefined || text === 'any') return false
  if (text === 'read-write') return true
  throw badUrl(`target_session_attrs '${text}' is not supported; use read-write`)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Without the cause, which contains the text. It may be the password.
    throw badUrl('user, password or database contain an invalid percent-encoding (write % as %25)')
  }
}

/** Without a `cause` and without text of the URL, because both could contain the password. */
function badUrl(reason: string): DatabaseError {
  return new DatabaseError('DATABASE_BAD_URL', `DATABASE_URL cannot be used: ${reason}.`)
}
