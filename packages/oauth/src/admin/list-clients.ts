/** The list of all clients: those of the configuration, then registered ones, then those with documents; each kind in the order of ids. */
import { isDocumentUrl } from '../mcp/clients/document-url.ts'
import type { McpContext } from '../mcp/mcp-context.ts'
import {
  type AdminClient,
  describeConfigured,
  describeDocument,
  describeRegistered,
  matchesText,
} from './admin-client.ts'
import { badCursor, fromCursor, limitOf, type Page, type PageQuery, toCursor } from './pages.ts'

/** Which clients are listed. */
export interface ListClientsQuery extends PageQuery {
  readonly kind?: AdminClient['kind'] | undefined
  /** Only clients whose id, name, website or redirect URIs contain this text, in any case. */
  readonly text?: string | undefined
}

type ClientsContext = Pick<McpContext, 'mcp' | 'mcpStore'>
type Kind = AdminClient['kind']

const KINDS: readonly Kind[] = ['configured', 'registered', 'document']

/** Clients that a page reads at a time, and how often at most: a text that few clients match must not read them all. */
const BATCH = 100
const MAX_BATCHES = 10

/** A page of clients. With a filter it may hold fewer than there are to be, even none, before the end of the list. */
export async function listClients(
  context: ClientsContext,
  query: ListClientsQuery,
): Promise<Page<AdminClient>> {
  const limit = limitOf(query)
  const kinds = KINDS.filter((kind) => query.kind === undefined || query.kind === kind)
  const [startKind, startId] = startOf(query, kinds)
  const items: AdminClient[] = []
  const isMeant = (client: AdminClient) =>
    query.text === undefined || matchesText(client, query.text)
  let batches = 0
  const left = kinds.slice(kinds.indexOf(startKind))
  for await (const { kind, clients, last } of readBatches(context, left, startId)) {
    batches += 1
    for (const client of clients.filter(isMeant)) {
      items.push(client)
      if (items.length === limit) return { items, next: toCursor([kind, client.clientId]) }
    }
    if (batches >= MAX_BATCHES && last !== undefined) {
      return { items, next: toCursor([kind, last]) }
    }
  }
  return { items, next: undefined }
}

/** All clients of some kinds; of the first kind those after an id. */
async function* readBatches(
  context: ClientsContext,
  kinds: readonly Kind[],
  start: string | undefined,
): AsyncGenerator<Batch & { readonly kind: Kind }, void, undefined> {
  let after = start
  for (const kind of kinds) {
    do {
      const batch = await readBatch(context, kind, after)
      yield { kind, ...batch }
      after = batch.last
    } while (after !== undefined)
  }
}

/** Where the page begins: at a kind, after an id. */
function startOf(
  { cursor }: PageQuery,
  kinds: readonly Kind[],
): readonly [Kind, string | undefined] {
  const [name, after] = fromCursor<readonly [string, string]>(cursor, ['string', 'string']) ?? [
    kinds[0],
    undefined,
  ]
  const kind = kinds.find((one) => one === name)
  if (kind === undefined) throw badCursor()
  return [kind, after]
}

/** Some clients, and the last id that was read; undefined at the end of the kind. */
interface Batch {
  readonly clients: readonly AdminClient[]
  readonly last: string | undefined
}

async function readBatch(
  { mcp, mcpStore }: ClientsContext,
  kind: Kind,
  after: string | undefined,
): Promise<Batch> {
  const { directory } = mcpStore
  const page = { after, limit: BATCH }
  const lastOf = (rows: readonly { readonly clientId: string }[]) =>
    rows.length < BATCH ? undefined : rows.at(-1)?.clientId
  if (kind === 'configured') {
    const clients = [...mcp.clients.values()]
      .filter(({ clientId }) => after === undefined || clientId > after)
      .toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1))
    const states = await statesOf(mcpStore, clients)
    const configured = clients.map((client) =>
      describeConfigured(client, states.get(client.clientId)),
    )
    return { clients: configured, last: undefined }
  }
  if (kind === 'registered') {
    const rows = await directory.clients(page)
    const states = await statesOf(mcpStore, rows)
    const clients = rows
      .filter(({ clientId }) => !mcp.clients.has(clientId))
      .map((row) => describeRegistered(row, states.get(row.clientId)))
    return { clients, last: lastOf(rows) }
  }
  const rows = await directory.documents(page)
  const states = await statesOf(mcpStore, rows)
  const clients = rows
    .filter(({ clientId }) => isDocumentUrl(clientId) && !mcp.clients.has(clientId))
    .map((row) => describeDocument(row, states.get(row.clientId), mcp))
  return { clients: await Promise.all(clients), last: lastOf(rows) }
}

async function statesOf(
  { clientStates }: ClientsContext['mcpStore'],
  clients: readonly { readonly clientId: string }[],
) {
  const states = await clientStates.find(clients.map(({ clientId }) => clientId))
  return new Map(states.map((state) => [state.clientId, state]))
}
