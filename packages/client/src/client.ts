import { createClient as createSender } from '#rest'
import { type Called, type Caller, call, requestOf, type Sender } from './call.ts'
import { ClientError } from './errors.ts'
import { eventFeed } from './events/events.ts'
import type { EventFeed, EventsOptions } from './events/feed.ts'
import type { Operations } from './generated/methods.ts'
import { type OperationId, operations, type PagedOperationId } from './generated/operations.ts'
import type { SyncChannel, SyncOptions, SyncTotals } from './sync/channel.ts'
import { sync } from './sync/sync.ts'
import type { Input, Output, RequestOperation, RequestOptions } from './types.ts'

/** Options of {@link createClient}. Set `key` or `token`, or neither to use the session of a browser. */
export interface ClientOptions {
  /** The address of the hub: `https://hub.example.com`. */
  readonly hub: string
  /** An API key. */
  readonly key?: string
  /** An access token of the hub, or a function that returns a valid one for each call. */
  readonly token?: string | (() => string | Promise<string>)
  /** The id of the customer to act for, if the token or the session is of a person with several. */
  readonly customer?: string | number
  /** Maximum number of times that a call is sent. Only calls that cannot take effect twice are repeated. @default 4 */
  readonly attempts?: number
  /** Milliseconds for a call with all its attempts. @default 60_000 */
  readonly timeout?: number
  /** A client of `@entrepot/rest` with options of your own: proxies, TLS, hooks. Its retries and timeouts then apply. */
  readonly rest?: Sender
}

/** A client of a hub, with one method for each operation, named as in the OpenAPI document. */
export interface Client extends Operations {
  /**
   * The pages of a list, each fetched when the loop asks for it.
   *
   * @example for await (const orders of client.pages('listOrders', { status: 'NEW' })) handle(orders)
   */
  pages<Id extends PagedOperationId>(
    id: Id,
    input?: Input<Id>,
    options?: Pick<RequestOptions, 'signal'>,
  ): AsyncGenerator<Output<Id>, void, undefined>
  /** Calls an operation, and returns the status and the headers too. */
  readonly request: RequestOperation
  /**
   * Keeps a channel up to date: polls, passes each product and offer to `channel`, and acknowledges what was processed.
   *
   * @throws HubError if the hub refuses the calls for a permanent reason, such as an unknown key
   */
  sync(channel: SyncChannel, options?: SyncOptions): Promise<SyncTotals>
  /**
   * The events of the hub as they happen. The stream is opened again after interruptions, without a gap. Permanent refusals end the loop
   * with an error. Uses the `fetch` of the platform.
   *
   * @example for await (const event of client.events({ types: ['order.*'] })) console.log(event.Type, event.Subject)
   */
  events(options?: EventsOptions): EventFeed
  /** Closes the connections. */
  close(): Promise<void>
}

/**
 * Creates a client of a hub. Create one and keep it, because it holds the open connections.
 *
 * @throws ClientError CLIENT_INVALID_OPTION
 * @example
 * const client = createClient({ hub: 'https://hub.example.com', key: process.env.KEY })
 * const order = await client.createOrder({ body: { ... } })
 */
export function createClient(options: ClientOptions): Client {
  const own = options.rest === undefined ? createOwnSender(options) : undefined
  const caller = callerOf(options, own ?? (options.rest as Sender))
  const request: Client['request'] = async (id, input, requestOptions) =>
    (await call(caller, id, await requestOf(caller, id, input), requestOptions)).answer
  const methods = Object.keys(operations).map((id) => [
    id,
    async (input?: never, requestOptions?: RequestOptions) =>
      (await request(id as OperationId, input, requestOptions)).body,
  ])
  return Object.freeze({
    ...(Object.fromEntries(methods) as Operations),
    request,
    pages: (id, input, pageOptions) => pagesOf(caller, id, input, pageOptions),
    sync: (channel, syncOptions) => sync(request, channel, syncOptions),
    events: (eventsOptions) => eventFeed(caller, eventsOptions),
    close: async () => {
      if (own && 'close' in own) await (own as { close(): Promise<void> }).close()
    },
  } satisfies Client as Client)
}

async function* pagesOf<Id extends PagedOperationId>(
  caller: Caller,
  id: Id,
  input: Input<Id> | undefined,
  options: Pick<RequestOptions, 'signal'> = {},
): AsyncGenerator<Output<Id>, void, undefined> {
  let next: Called<Id>['nextPage'] = await requestOf(caller, id, input)
  while (next !== undefined) {
    // The token can have been renewed since the last page.
    const request = { ...next, headers: { ...next.headers, ...(await caller.credentials()) } }
    const page: Called<Id> = await call<Id>(caller, id, request, options)
    yield page.answer.body
    next = page.nextPage
  }
}

/** Large pages of orders exceed the 10 MiB that @entrepot/rest reads by default. */
const BODY_BYTES = 64 * 1024 * 1024

function createOwnSender({ attempts = 4, timeout = 60_000 }: ClientOptions): Sender {
  if (!Number.isInteger(attempts) || attempts < 1) {
    throw new ClientError('CLIENT_INVALID_OPTION', 'attempts must be a whole number, at least 1.')
  }
  const limits = { bodyBytes: BODY_BYTES }
  return createSender({ timeout, limits, retry: attempts > 1 && { attempts } } as object)
}

function callerOf({ hub, key, token, customer }: ClientOptions, sender: Sender): Caller {
  const url = URL.parse(hub)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    const message = 'hub must be the address of a hub, such as https://hub.example.com.'
    throw new ClientError('CLIENT_INVALID_OPTION', message)
  }
  if (key !== undefined && token !== undefined) {
    throw new ClientError('CLIENT_INVALID_OPTION', 'Set key or token, not both.')
  }
  const actsFor = customer !== undefined && { 'Entrepot-Customer': String(customer) }
  return {
    sender,
    hub: url.href.replace(/\/+$/, ''),
    credentials: async () => ({
      ...(key !== undefined && { 'X-Api-Key': key }),
      ...(token !== undefined && {
        Authorization: `Bearer ${typeof token === 'function' ? await token() : token}`,
      }),
      ...actsFor,
    }),
  }
}
