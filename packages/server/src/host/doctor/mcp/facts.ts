/** What the clients saw of a server. The judgements need nothing else. */
import type { ClientName, Revision } from './clients.ts'

/** An answer of the server. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Undefined if the body is not JSON. */
  readonly json: unknown
}

/** Why there is no answer. */
export interface NoAnswer {
  readonly failure: string
  /** The certificate, or another part of TLS. */
  readonly isTls: boolean
}

export type Exchange = Answer | NoAnswer

/** A document at a URL. */
export interface Document {
  readonly url: string
  readonly exchange: Exchange
}

/** A document of the metadata of the resource, and how a client finds it. */
export interface ResourceDocument extends Document {
  readonly place: 'challenge' | 'path' | 'root'
}

/** What happened when a client registered. */
export interface Registration {
  readonly client: ClientName
  readonly exchange: Exchange
  /** Its redirect URIs that are refused one by one, if they are refused together. */
  readonly refusedUris: readonly string[]
}

/** What the authorization endpoint answered to the browser of a person. */
export interface Consent {
  readonly client: ClientName
  /** `document`: the client identified itself by its document; `registered`: by the id that it was given. */
  readonly way: 'document' | 'registered'
  readonly redirectUri: string
  readonly exchange: Exchange
}

/** A tool, as it was listed. Nothing is known of its members. */
export type ListedTool = Readonly<Record<string, unknown>>

/** A conversation in one revision. */
export interface Session {
  readonly revision: Revision
  /** What the server answered to `initialize` or `server/discover`. */
  readonly opening: Exchange
  /** The revision that the server chose; undefined if it opened none. */
  readonly chosen: string | undefined
  /** Undefined if the list was not answered. */
  readonly tools: readonly ListedTool[] | undefined
  /** Why the list was not answered. */
  readonly problem: string | undefined
}

/** Everything that was seen. */
export interface McpFacts {
  /** As it was given. */
  readonly url: string
  /** Whether the internet can reach its address; undefined if the name has none. */
  readonly isPublic: boolean | undefined
  /** `initialize` without a token. */
  readonly entry: Exchange
  readonly preflight: Exchange
  readonly resourceDocuments: readonly ResourceDocument[]
  /** The first authorization server that the metadata names. */
  readonly issuer: string | undefined
  /** In the order in which clients ask for them. */
  readonly serverDocuments: readonly Document[]
  readonly registrations: readonly Registration[]
  readonly consents: readonly Consent[]
  /** What the token endpoint answered to a wrong code. */
  readonly token: Exchange | undefined
  /** Empty without a token, unless the server needs none. */
  readonly sessions: readonly Session[]
}

/** Whether there is an answer. */
export function isAnswer(exchange: Exchange | undefined): exchange is Answer {
  return exchange !== undefined && 'status' in exchange
}

/** The members of a JSON object; of anything else, none. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Readonly<Record<string, unknown>>) : {}
}

/** The members of a document; undefined if there is none. */
export function documentOf(
  exchange: Exchange | undefined,
): ReturnType<typeof membersOf> | undefined {
  if (!isAnswer(exchange) || exchange.status !== 200) return undefined
  return Object.keys(membersOf(exchange.json)).length > 0 ? membersOf(exchange.json) : undefined
}

/** A value of a challenge (RFC 9110, section 11.6.1), such as `resource_metadata`. */
export function challengeValue(exchange: Exchange, name: string): string | undefined {
  if (!isAnswer(exchange)) return undefined
  const challenge = exchange.headers['www-authenticate'] ?? ''
  const found = new RegExp(`[\\s,]${name}=(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(` ${challenge}`)
  return found?.[1] ?? found?.[2]
}

/** The metadata of the resource that a client uses: the first document that it finds. */
export function resourceOf({ resourceDocuments }: Pick<McpFacts, 'resourceDocuments'>) {
  return resourceDocuments.map(({ exchange }) => documentOf(exchange)).find(Boolean)
}

/** The metadata of the authorization server that a client uses. */
export function serverOf({ serverDocuments }: Pick<McpFacts, 'serverDocuments'>) {
  return serverDocuments.map(({ exchange }) => documentOf(exchange)).find(Boolean)
}

/** The texts of a list; of anything else, none. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
