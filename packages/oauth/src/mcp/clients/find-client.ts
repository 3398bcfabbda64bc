import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../http/refusal.ts'
import { explain } from '../../shared/explain.ts'
import { type McpStore, type StoredClient, WITHOUT_END } from '../../store/mcp.ts'
import { type Client, isClientId } from '../client.ts'
import type { McpConfig } from '../config/config.ts'
import { isDocumentUrl } from './document-url.ts'
import { type CompleteMetadata, clientOf } from './metadata.ts'
import type { ResolveClient } from './resolve-client.ts'

/**
 * Milliseconds for which a node caches a registered client. A client that was changed or deleted on another node continues to work here
 * for this time; tokens that it gets in that time are invalid because of its revocation.
 */
const CACHE_MS = 5_000

/** Clients in the cache of a node. */
const CACHE_SIZE = 1_000

/** Options of {@link ClientFinder.find}. */
export interface FindClientOptions {
  /**
   * Whether the last good document is used while its website cannot be reached. Set it for clients that people have allowed
   * already.
   */
  readonly lastGood?: boolean
  /** A client that an operator has disabled is found as well: for what it may still do. */
  readonly evenDisabled?: boolean
}

/** Finds clients of any kind by their id. */
export interface ClientFinder {
  /**
   * @param caller the address that asks: fetches are counted for it
   * @returns a refusal `invalid_client` for an unknown id, `access_denied` for a disabled client, and other errors if a document
   * cannot be fetched at the moment
   */
  find(clientId: string, caller?: string, options?: FindClientOptions): Promise<Client | Refusal>
  /** Keeps a client that has just been used, or its document, so that it does not expire as an unused one. */
  keep(client: Client): void
  /** Removes a client from the cache of this node. */
  forget(clientId: string): void
}

/** Finds the document of a client; see {@link ClientFinder}. */
export type FindDocument = (
  url: string,
  caller?: string,
  options?: FindClientOptions,
) => Promise<Client | Refusal>

/** What {@link createClientFinder} needs. */
export interface ClientFinderParts {
  readonly mcp: McpConfig
  readonly store: McpStore
  readonly findDocument: FindDocument
  readonly resolve: ResolveClient
  readonly isDisabled: (clientId: string) => boolean
  readonly logger: FastifyBaseLogger
}

/**
 * Makes the {@link ClientFinder} of an instance: clients of the configuration first, then documents for ids that are URLs,
 * then registered clients, then those of the application.
 */
export function createClientFinder({
  mcp,
  store,
  findDocument,
  resolve,
  isDisabled,
  logger,
}: ClientFinderParts): ClientFinder {
  const cache = new LRUCache<string, Client>({ max: CACHE_SIZE, ttl: CACHE_MS })
  return {
    keep: createKeep(mcp, store, logger),
    forget: (clientId) => void cache.delete(clientId),
    async find(clientId, caller, options) {
      if (isDisabled(clientId) && !options?.evenDisabled) return disabledClient()
      const configured = mcp.clients.get(clientId) ?? cache.get(clientId)
      if (configured) return configured
      if (isDocumentUrl(clientId) && mcp.documents) {
        return await findDocument(clientId, caller, options)
      }
      if (!isClientId(clientId)) return unknownClient()
      const stored = await store.clients.find(clientId)
      if (stored === undefined) return (await resolve(clientId)) ?? unknownClient()
      const client = registeredClient(stored)
      cache.set(clientId, client)
      return client
    },
  }
}

/** Makes {@link ClientFinder.keep}. */
function createKeep(
  { registration, documents }: McpConfig,
  store: McpStore,
  logger: FastifyBaseLogger,
): ClientFinder['keep'] {
  const { unusedClientTtl = WITHOUT_END } = registration ?? {}
  const { lastGoodTtl = 0 } = documents ?? {}
  const kept = new LRUCache<string, true>({ max: CACHE_SIZE })
  return ({ clientId, kind }) => {
    const seconds = {
      registered: registration ? unusedClientTtl : 0,
      document: lastGoodTtl,
      configured: 0,
      resolved: 0,
    }[kind]
    if (seconds === 0 || kept.has(clientId)) return
    // It is not renewed with each token: a tenth of its time is exact enough, and saves statements.
    kept.set(clientId, true, { ttl: seconds * 100 })
    const keeping =
      kind === 'registered'
        ? store.clients.touch(clientId, seconds)
        : store.documents.keep(clientId, seconds)
    keeping.catch((error: unknown) => {
      // With the next token again: otherwise a client that was used would expire as a new one.
      kept.delete(clientId)
      logger.warn({ client_id: clientId, cause: explain(error) }, 'a client was not kept')
    })
  }
}

/** The refusal for an unknown client id. */
export function unknownClient(): Refusal {
  return new Refusal('invalid_client', 'The client is unknown.')
}

/**
 * The refusal for a client that an operator has disabled. Not `invalid_client` or `unauthorized_client`, for which clients throw away
 * their refresh tokens: once it is enabled again, it goes on.
 */
function disabledClient(): Refusal {
  const text = 'The operator of this server has disabled the client.'
  return new Refusal('access_denied', text, { status: 400 })
}

/** A registered client as the rest of the server sees it. */
function registeredClient({ clientId, secretHash, metadata }: StoredClient): Client {
  const complete = JSON.parse(metadata) as CompleteMetadata
  return clientOf(clientId, 'registered', complete, secretHash ?? undefined)
}
