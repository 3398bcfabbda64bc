/** Judges the address, the challenge, and the metadata of a server. Pure. */
import { isLoopback } from '../../../config/rules.ts'
import type { McpClient } from './clients.ts'
import {
  challengeValue,
  documentOf,
  isAnswer,
  type McpFacts,
  resourceOf,
  serverOf,
  textsOf,
} from './facts.ts'
import { failing, findingsOf, type McpFinding, type Problem, warning } from './finding.ts'
import { resourcePlaces, serverPlaces } from './gather-discovery.ts'

type Clients = readonly McpClient[]

/** Whether the clients reach the server at all. */
export function judgeAddress(facts: McpFacts, clients: Clients): readonly McpFinding[] {
  const { entry, url } = facts
  return findingsOf('address', clients, `${url} answers.`, [
    ...(isAnswer(entry) ? [] : [noAnswer(facts, entry, clients)]),
    ...addressProblems(facts, clients),
  ])
}

function noAnswer(
  { url, isPublic }: McpFacts,
  { failure, isTls }: { readonly failure: string; readonly isTls: boolean },
  clients: Clients,
): Problem {
  const { hostname, host } = new URL(url)
  if (isPublic === undefined) {
    const fix = 'Check the name, and its records in DNS.'
    return failing(clients, `${hostname} has no address.`, fix)
  }
  if (isTls) {
    const detail = `The certificate of ${host} is not accepted (${failure}).`
    const fix = `Let the server send a certificate of a public authority for ${hostname}, with all intermediate certificates.`
    return failing(clients, detail, fix)
  }
  const fix = 'Start the server, and let it, its proxy and its firewall accept connections there.'
  return failing(clients, `${host} does not answer (${failure}).`, fix)
}

function addressProblems({ url, isPublic }: McpFacts, clients: Clients): readonly Problem[] {
  const { protocol, hostname } = new URL(url)
  const cloud = clients.filter(({ runs }) => runs === 'cloud')
  const local = clients.filter(({ runs }) => runs !== 'cloud')
  if (isPublic === false) {
    const detail = `${hostname} is on this machine or in a private network, and these clients connect from the internet.`
    const fix = 'Give the server a public address with https, or use a client on this machine.'
    return [failing(cloud, detail, fix), ...plain(protocol, hostname, local)]
  }
  if (protocol === 'https:') return []
  const fix = 'Serve it with https, such as by a proxy that terminates TLS.'
  return [failing(cloud, `${url} is not https.`, fix), ...plain(protocol, hostname, local)]
}

/** OAuth needs https, except on this machine (OAuth 2.1, section 1.5). */
function plain(protocol: string, hostname: string, clients: Clients): readonly Problem[] {
  if (protocol === 'https:' || isLoopback(hostname)) return []
  const detail =
    'The server is not on this machine, and tokens would cross the network unencrypted.'
  return [failing(clients, detail, 'Serve it with https, such as by a proxy that terminates TLS.')]
}

/** Whether the clients learn where to sign in. */
export function judgeDiscovery(facts: McpFacts, clients: Clients): readonly McpFinding[] {
  const { entry } = facts
  if (!isAnswer(entry)) return []
  const detail = isOpen(facts)
    ? 'The server answers without a token: nobody has to sign in.'
    : `The metadata of the resource names ${facts.issuer ?? 'its authorization server'}.`
  return findingsOf('discovery', clients, detail, [
    ...challengeProblems(facts, clients),
    ...documentProblems(facts, clients),
  ])
}

/** Whether there is something at the address that could be an endpoint. */
export function isEndpoint({ entry }: Pick<McpFacts, 'entry'>): boolean {
  return isAnswer(entry) && entry.status !== 404 && entry.status !== 405
}

/** Whether a server needs no token. */
export function isOpen({ entry }: Pick<McpFacts, 'entry'>): boolean {
  return isAnswer(entry) && entry.status === 200
}

function challengeProblems(facts: McpFacts, clients: Clients): readonly Problem[] {
  const { entry } = facts
  if (!isAnswer(entry) || isOpen(facts)) return []
  if (!isEndpoint(facts)) {
    const detail = `There is no MCP endpoint at this path: POST answers ${entry.status}.`
    return [failing(clients, detail, 'Use the whole address of the endpoint, such as with /mcp.')]
  }
  if (entry.status !== 401) {
    const detail = `A request without a token is answered with ${entry.status}. Clients sign in after 401 only.`
    return [
      failing(clients, detail, 'Answer 401 with WWW-Authenticate to requests without a token.'),
    ]
  }
  const example = `WWW-Authenticate: Bearer resource_metadata="${resourcePlaces(facts.url, entry).at(0)?.url}"`
  if (entry.headers['www-authenticate'] === undefined) {
    const detail = 'The answer 401 has no header WWW-Authenticate.'
    return [failing(clients, detail, `Send ${example}.`)]
  }
  if (challengeValue(entry, 'resource_metadata') !== undefined) return []
  const detail =
    'WWW-Authenticate does not say where the metadata is, so that clients have to guess.'
  return [warning(clients, detail, `Send ${example}.`)]
}

function documentProblems(facts: McpFacts, clients: Clients): readonly Problem[] {
  const { resourceDocuments: documents, url } = facts
  if (isOpen(facts) || !isEndpoint(facts)) return []
  const found = documents.filter(({ exchange }) => documentOf(exchange))
  const resource = resourceOf(facts)
  if (resource === undefined) {
    const detail = `There is no metadata of the resource: neither ${documents.map((one) => one.url).join(' nor ')} has a JSON object.`
    return [failing(clients, detail, 'Serve the document of RFC 9728 at the first of these URLs.')]
  }
  const missing = documents.filter((one) => !found.includes(one))
  return [
    ...missing.map((one) => missingDocument(one, clients)),
    ...resourceProblems(resource, url, clients),
  ]
}

function missingDocument(
  { place, url }: McpFacts['resourceDocuments'][number],
  clients: Clients,
): Problem {
  if (place === 'challenge') {
    const detail = `WWW-Authenticate names ${url}, which has no JSON object.`
    return failing(clients, detail, 'Serve the metadata there, or name the right URL.')
  }
  const detail = `${url} has no metadata of the resource, where some clients look for it${place === 'root' ? ' last' : ' first'}.`
  return warning(clients, detail, 'Serve the same document there.')
}

function resourceProblems(
  { resource, authorization_servers: servers }: Readonly<Record<string, unknown>>,
  url: string,
  clients: Clients,
): readonly Problem[] {
  const problems: Problem[] = []
  if (resource !== url) {
    const detail = `resource is ${JSON.stringify(resource)}, but the clients connect to ${url}: they refuse metadata of another resource.`
    const fix =
      'Give people the address in resource, or make both equal, with the path and without a slash at the end.'
    problems.push(failing(clients, detail, fix))
  }
  if (textsOf(servers).length === 0) {
    const fix = 'Name the issuer of the authorization server in authorization_servers.'
    problems.push(
      failing(clients, 'The metadata of the resource names no authorization server.', fix),
    )
  }
  return problems
}

/** Whether the authorization server offers what the clients use. */
export function judgeServer(facts: McpFacts, clients: Clients): readonly McpFinding[] {
  const { issuer, serverDocuments } = facts
  if (issuer === undefined || !isEndpoint(facts)) return []
  const server = serverOf(facts)
  if (server === undefined) {
    const urls = serverPlaces(issuer).map(({ url }) => url)
    const why = serverDocuments.map(({ exchange }) =>
      isAnswer(exchange) ? exchange.status : exchange.failure,
    )
    const detail = `${issuer} has no metadata: ${urls.map((one, index) => `${one} (${why[index]})`).join(', ') || 'it is no URL'}.`
    const fix = 'Serve the document of RFC 8414 at the first of these URLs.'
    return findingsOf('server', clients, '', [failing(clients, detail, fix)])
  }
  const detail = `${issuer} has metadata with PKCE.`
  return findingsOf('server', clients, detail, serverProblems(server, issuer, clients))
}

function serverProblems(
  server: Readonly<Record<string, unknown>>,
  issuer: string,
  clients: Clients,
): readonly Problem[] {
  const problems: Problem[] = []
  if (server.issuer !== issuer) {
    const detail = `issuer is ${JSON.stringify(server.issuer)}, but the metadata of the resource names ${issuer}. They are compared as texts, with a slash at the end.`
    problems.push(failing(clients, detail, 'Write the same text in both documents.'))
  }
  for (const name of ['authorization_endpoint', 'token_endpoint']) {
    const endpoint = server[name]
    if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) {
      problems.push(failing(clients, `The metadata has no ${name}.`, `Add ${name}, a URL.`))
    } else problems.push(...plain(new URL(endpoint).protocol, new URL(endpoint).hostname, clients))
  }
  if (!textsOf(server.code_challenge_methods_supported).includes('S256')) {
    const detail =
      'code_challenge_methods_supported does not list S256, and the clients use no server without PKCE.'
    problems.push(failing(clients, detail, 'Support PKCE with S256, and list it.'))
  }
  return [...problems, ...methodProblems(server, clients)]
}

function methodProblems(
  server: Readonly<Record<string, unknown>>,
  clients: Clients,
): readonly Problem[] {
  const problems: Problem[] = []
  const chatGpt = clients.filter(({ name }) => name === 'chatgpt')
  const { token_endpoint_auth_methods_supported: methods } = server
  if (methods === undefined) {
    const detail =
      'token_endpoint_auth_methods_supported is missing. It means client_secret_basic then.'
    problems.push(
      warning(clients, detail, 'List the methods, with none for clients without a secret.'),
    )
  } else if (!textsOf(methods).includes('none')) {
    const detail =
      'token_endpoint_auth_methods_supported does not list none, and these clients have no secret.'
    const open = clients.filter(({ runs }) => runs !== 'cloud')
    problems.push(failing(open, detail, 'Let public clients with PKCE get tokens, and list none.'))
  }
  if (server.authorization_response_iss_parameter_supported !== true) {
    const detail =
      'authorization_response_iss_parameter_supported is not true, so ChatGPT uses another redirect URI and another document for each connector.'
    const fix = 'Send iss in authorization responses (RFC 9207), and say so in the metadata.'
    problems.push(warning(chatGpt, detail, fix))
  }
  return problems
}
