/** Which client ids are URLs of metadata documents (draft-ietf-oauth-client-id-metadata-document, section 3). Pure. */
import { isIP } from 'node:net'

/** The most characters of a client id. */
const MAX_LENGTH = 2_048

/**
 * Whether a client id is the URL of a document: https in lower case, a path, and nothing that could be written in two ways,
 * since the document must name exactly this text.
 */
export function isDocumentUrl(clientId: string): boolean {
  if (clientId.length > MAX_LENGTH || !clientId.startsWith('https://')) return false
  if (!URL.canParse(clientId)) return false
  const url = new URL(clientId)
  const isPlain = url.href === clientId && url.search === '' && !clientId.includes('?')
  const hasOnlyPath = url.username === '' && url.password === '' && !clientId.includes('#')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // `new URL` resolves plain and encoded dot segments, so that `href` differs from the text.
  return isPlain && hasOnlyPath && url.pathname !== '/' && isIP(host) === 0
}
