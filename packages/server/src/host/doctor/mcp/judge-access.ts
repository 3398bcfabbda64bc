/** Judges registration, consent, tokens, and what pages may do. Pure. */
import { type McpClient, PAGE_ORIGIN } from './clients.ts'
import {
  type Consent,
  type Exchange,
  isAnswer,
  type McpFacts,
  membersOf,
  serverOf,
} from './facts.ts'
import { failing, findingsOf, type McpFinding, type Problem, warning } from './finding.ts'
import { clientIdOf } from './gather-access.ts'
import { isEndpoint } from './judge-discovery.ts'

type Clients = readonly McpClient[]

/** Whether the clients become known to the authorization server. */
export function judgeRegistration(facts: McpFacts, clients: Clients): readonly McpFinding[] {
  const server = serverOf(facts)
  if (server === undefined || !isEndpoint(facts)) return []
  const readsDocuments = server.client_id_metadata_document_supported === true
  const registers = typeof server.registration_endpoint === 'string'
  const ways = [...(readsDocuments ? ['documents'] : []), ...(registers ? ['registration'] : [])]
  const detail = `Clients become known by ${ways.join(' and ')}.`
  const without = clients.filter(({ document }) => !registers && !(readsDocuments && document))
  const none =
    'The server neither reads documents of clients nor registers clients, so that each person has to enter a client id.'
  const fix =
    'Announce client_id_metadata_document_supported (Client ID Metadata Documents), or a registration_endpoint (RFC 7591).'
  return findingsOf('registration', clients, detail, [
    failing(without, none, fix),
    ...clients.flatMap((client) => refusedRegistration(facts, client, readsDocuments)),
  ])
}

function refusedRegistration(
  { registrations }: McpFacts,
  client: McpClient,
  readsDocuments: boolean,
): readonly Problem[] {
  const registration = registrations.find((one) => one.client === client.name)
  if (registration === undefined || clientIdOf(registration.exchange) !== undefined) return []
  const { exchange, refusedUris } = registration
  const problem = readsDocuments && client.document !== undefined ? warning : failing
  if (isAnswer(exchange) && exchange.status === 429) {
    const detail = 'Too many clients register at the moment (429).'
    return [warning([client], detail, 'Try again in a minute.')]
  }
  const reason = reasonOf(exchange)
  // A server that refuses each URI for another reason does not refuse the URIs.
  const isAboutUris =
    isAnswer(exchange) && membersOf(exchange.json).error === 'invalid_redirect_uri'
  const isPart = refusedUris.length > 0 && refusedUris.length < client.redirectUris.length
  if (!isAboutUris && !isPart) {
    const fix = 'Accept registrations of public clients: token_endpoint_auth_method is none.'
    return [problem([client], `These clients cannot register: ${reason}.`, fix)]
  }
  const detail = `The client cannot register with ${refusedUris.join(', ')}: ${reason}.`
  return [problem([client], detail, 'Allow these redirect URIs; on loopback with any port.')]
}

/** What an answer says about its error (RFC 6749, section 5.2). */
function reasonOf(exchange: Exchange): string {
  if (!isAnswer(exchange)) return exchange.failure
  const { error, error_description: text } = membersOf(exchange.json)
  const reason = said(error, text)
  return reason === '' ? `status ${exchange.status}` : `${exchange.status} ${reason}`
}

/** An error with its description, as a part of a sentence. */
function said(...parts: readonly unknown[]): string {
  const texts = parts.filter((one) => typeof one === 'string')
  return texts.join(', ').replace(/\.$/, '')
}

/** Whether people get a page on which they can sign in and allow the access. */
export function judgeConsent(facts: McpFacts, clients: Clients): readonly McpFinding[] {
  const asked = clients.filter(({ name }) => facts.consents.some((one) => one.client === name))
  if (asked.length === 0) return []
  const problems = facts.consents.flatMap((consent) => {
    const client = asked.find(({ name }) => name === consent.client)
    return client === undefined ? [] : consentProblems(consent, client)
  })
  return findingsOf('consent', asked, 'The authorization endpoint answers with a page.', problems)
}

function consentProblems(consent: Consent, client: McpClient): readonly Problem[] {
  const { exchange, way } = consent
  const how = way === 'document' ? ` with the document ${client.document}` : ''
  const problem = (reason: string, fix: string) => [
    failing([client], `The person sees an error${how}: ${reason}.`, fix),
  ]
  const fix =
    way === 'document'
      ? 'Let the server fetch this document, and accept its redirect URIs, on loopback with any port.'
      : 'Accept resource, scope, PKCE with S256, and the redirect URI that was registered.'
  if (!isAnswer(exchange)) return problem(exchange.failure, fix)
  if (exchange.status >= 400) return problem(reasonOf(exchange), fix)
  const { location } = exchange.headers
  if (exchange.status < 300 || location === undefined) return []
  const base = consent.redirectUri
  const { searchParams } = URL.canParse(location, base) ? new URL(location, base) : new URL(base)
  const error = searchParams.get('error')
  if (error === null) return []
  return problem(said(error, searchParams.get('error_description')), fix)
}

/** Whether the token endpoint speaks OAuth: it gets a code that it has not issued. */
export function judgeToken({ token }: McpFacts, clients: Clients): readonly McpFinding[] {
  if (token === undefined) return []
  return findingsOf('token', clients, 'A wrong code is answered with invalid_grant.', [
    ...tokenProblems(token, clients),
  ])
}

function tokenProblems(token: Exchange, clients: Clients): readonly Problem[] {
  if (!isAnswer(token)) {
    const fix = 'Let the token endpoint answer.'
    return [failing(clients, `The token endpoint does not answer (${token.failure}).`, fix)]
  }
  const { error } = membersOf(token.json)
  if (token.status === 400 && error === 'invalid_grant') return []
  if (token.status < 300) {
    const detail = 'The token endpoint accepts a code that it has not issued.'
    return [failing(clients, detail, 'Check the code, its client and its PKCE verifier.')]
  }
  if (typeof error !== 'string') {
    const detail = `The token endpoint does not answer a wrong code with a JSON error (status ${token.status}), so that clients cannot explain a failure.`
    const fix = 'Answer 400 with {"error": "invalid_grant"} (RFC 6749, section 5.2).'
    return [failing(clients, detail, fix)]
  }
  const detail = `The token endpoint answers a wrong code with ${reasonOf(token)}.`
  const fix = 'Answer 400 with invalid_grant: clients sign in again after that only.'
  return [
    error === 'invalid_client' ? failing(clients, detail, fix) : warning(clients, detail, fix),
  ]
}

/** Whether a page in the browser may call the server (CORS). */
export function judgeBrowser(facts: McpFacts, clients: Clients): readonly McpFinding[] {
  const { preflight } = facts
  const pages = clients.filter(({ runs }) => runs === 'page')
  if (pages.length === 0 || !isEndpoint(facts) || !isAnswer(preflight)) return []
  const { status, headers } = preflight
  const origin = headers['access-control-allow-origin']
  const allowed = (headers['access-control-allow-headers'] ?? '').toLowerCase().split(/\s*,\s*/)
  const problems: Problem[] = []
  if (status >= 300 || (origin !== '*' && origin !== PAGE_ORIGIN)) {
    const detail = `The browser does not let pages of ${PAGE_ORIGIN} call the server (status ${status}, Access-Control-Allow-Origin ${origin ?? 'missing'}).`
    const fix =
      'Answer OPTIONS, and allow origins of the machine of the person. Or let the Inspector connect by its proxy.'
    problems.push(failing(pages, detail, fix))
  } else if (!allowed.includes('authorization')) {
    const detail =
      'Access-Control-Allow-Headers does not name Authorization, which a star does not cover.'
    problems.push(
      failing(pages, detail, 'Name authorization, content-type and mcp-protocol-version.'),
    )
  }
  return findingsOf('browser', pages, `Pages of ${PAGE_ORIGIN} may call the server.`, problems)
}
