/** Reads the settings about client assertions. Pure. */
import { problemOfUrl } from '../../shared/urls.ts'
import type { PrivateKeyJwtConfig } from './config.ts'
import type { Add } from './read-scopes.ts'
import type { McpSettings } from './schema.ts'

const PATH = 'clientIdMetadataDocuments.privateKeyJwt'

/** Who may authenticate by keys, where the keys may be, and for whom an assertion may be. */
export function readPrivateKeyJwt(
  { clientIdMetadataDocuments }: McpSettings,
  add: Add,
): PrivateKeyJwtConfig {
  const given = clientIdMetadataDocuments?.privateKeyJwt ?? {}
  const { enabled = true, jwksUriAllowedOrigins = [], tokenEndpointAudience } = given
  return {
    enabled,
    allowedOrigins: [jwksUriAllowedOrigins].flat().map((text) => readOrigin(text, add)),
    tokenEndpointAudience: tokenEndpointAudience && {
      clientIds: new Set([tokenEndpointAudience.clientIds].flat()),
      expiresAt: readDate(tokenEndpointAudience.expiresAt, add),
    },
  }
}

function readOrigin(text: string, add: Add): string {
  const problem = problemOfUrl(text, false)
  const url = problem === undefined ? new URL(text) : undefined
  const isOrigin = url?.pathname === '/' && url.search === ''
  if (url !== undefined && isOrigin) return url.origin
  add(
    `${PATH}.jwksUriAllowedOrigins`,
    `names ${JSON.stringify(text)}: give an https origin such as https://keys.example`,
  )
  return ''
}

/** RFC 3339, a date alone or with a time. */
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

function readDate(text: string, add: Add): Date {
  const date = new Date(text)
  if (!DATE.test(text) || Number.isNaN(date.getTime())) {
    const message = `is ${JSON.stringify(text)}: give a date such as 2027-03-31, or 2027-03-31T12:00:00Z`
    add(`${PATH}.tokenEndpointAudience.expiresAt`, message)
  }
  return date
}
