/** What an operator sees of a client: never a hash or a secret. Pure. */
import { Refusal } from '../http/refusal.ts'
import type { Client } from '../mcp/client.ts'
import { readDocument } from '../mcp/clients/document-rules.ts'
import { type CompleteMetadata, clientOf } from '../mcp/clients/metadata.ts'
import type { McpConfig } from '../mcp/config/config.ts'
import type { ClientState } from '../store/client-states.ts'
import type { ListedClient, ListedDocument } from '../store/directory.ts'
import { WITHOUT_END } from '../store/mcp.ts'

/** A client, as operators see it. What it says of itself is not verified. */
export interface AdminClient {
  readonly clientId: string
  /** Named by the configuration, registered (RFC 7591), or known by the URL of its metadata document. */
  readonly kind: 'configured' | 'registered' | 'document'
  readonly name: string
  /** Undefined while this server has no document of the client that it can use. */
  readonly details: AdminClientDetails | undefined
  /** When it was registered. */
  readonly registeredAt: Date | undefined
  /** When its registration is deleted if it is not used; undefined if it does not expire. */
  readonly expiresAt: Date | undefined
  /** Set while it is disabled. */
  readonly disabled: { readonly since: Date; readonly reason: string | undefined } | undefined
}

/** How a client works. */
export interface AdminClientDetails {
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly string[]
  /** How it authenticates (RFC 7591, section 2). */
  readonly authMethod: string
  readonly jwksUri: string | undefined
  /** Separated by spaces. */
  readonly scope: string | undefined
  readonly clientUri: string | undefined
  /** People are not asked for their consent. */
  readonly trusted: boolean
  /** May ask for the state of other clients' tokens: of all resources, of those in the list, or not. */
  readonly introspect: boolean | readonly string[]
}

/** A client of the configuration. */
export function describeConfigured(client: Client, state: ClientState | undefined): AdminClient {
  return describe(client.clientId, 'configured', client.name, client, state)
}

/** A registered client. */
export function describeRegistered(
  {
    clientId,
    metadata,
    ...times
  }: Omit<ListedClient, 'expiresAt'> & { readonly expiresAt?: number },
  state: ClientState | undefined,
): AdminClient {
  const client = clientOf(clientId, 'registered', JSON.parse(metadata) as CompleteMetadata)
  return {
    ...describe(clientId, 'registered', client.name, client, state),
    registeredAt: toDate(times.issuedAt),
    expiresAt: endOf(times.expiresAt),
  }
}

function endOf(expiresAt: number | undefined): Date | undefined {
  const isFar = expiresAt !== undefined && expiresAt - Date.now() / 1_000 > WITHOUT_END / 2
  return expiresAt === undefined || isFar ? undefined : toDate(expiresAt)
}

/** A client that is known by the URL of its document. */
export async function describeDocument(
  { clientId, document, clientName }: ListedDocument,
  state: ClientState | undefined,
  mcp: McpConfig,
): Promise<AdminClient> {
  const read = document === null ? undefined : await readDocument(clientId, document, mcp)
  const client = read instanceof Refusal ? undefined : read
  return describe(clientId, 'document', client?.name ?? clientName ?? clientId, client, state)
}

function describe(
  clientId: string,
  kind: AdminClient['kind'],
  name: string,
  client: Client | undefined,
  state: ClientState | undefined,
): AdminClient {
  return {
    ...{ clientId, kind, name },
    details: client && detailsOf(client),
    registeredAt: undefined,
    expiresAt: undefined,
    disabled: state && { since: toDate(state.changedAt), reason: state.reason ?? undefined },
  }
}

/** Named one by one: a member that is added to a client must not appear here by itself. */
function detailsOf(client: Client): AdminClientDetails {
  const { redirectUris, grantTypes, authMethod, jwksUri, scope, clientUri } = client
  const { trusted, introspect } = client
  return { redirectUris, grantTypes, authMethod, jwksUri, scope, clientUri, trusted, introspect }
}

/** Whether a text, in any case, is part of what a client is known by. */
export function matchesText({ clientId, name, details }: AdminClient, text: string): boolean {
  const wanted = text.toLowerCase()
  const known = [clientId, name, details?.clientUri ?? '', ...(details?.redirectUris ?? [])]
  return known.some((one) => one.toLowerCase().includes(wanted))
}

/** A time of a store. */
export function toDate(seconds: number): Date {
  return new Date(seconds * 1_000)
}
