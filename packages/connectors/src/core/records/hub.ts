/** The calls of a connector to its hub: counted, and their failures sorted by what they mean for a run. */
import {
  type Client,
  type HubError,
  type Input,
  isProblem,
  type OperationId,
  type Output,
  type PagedOperationId,
  type Schemas,
} from '@entrepot/client'

/** Counts of calls, which grow. */
export interface CallCounts {
  hubReads: number
  hubWrites: number
  shop: number
}

/** The hub as a run sees it. */
export interface Hub {
  call<Id extends OperationId>(id: Id, input?: Input<Id>): Promise<Output<Id>>
  pages<Id extends PagedOperationId>(id: Id, input?: Input<Id>): AsyncGenerator<Output<Id>, void>
  /** Like `call`, with the headers of the answer. */
  request: Client['request']
}

/** What belongs to orders, by its kind. */
export interface OrderRecords {
  shipment: Schemas['ShipmentResponse']
  cancellation: Schemas['CancellationResponse']
  return: Schemas['ReturnResponse']
  refund: Schemas['RefundResponse']
}

const LISTS = {
  shipment: 'listShipments',
  cancellation: 'listCancellations',
  return: 'listReturns',
  refund: 'listRefunds',
} as const satisfies Readonly<Record<keyof OrderRecords, PagedOperationId>>

/** The pages of the records of a kind. */
export function orderRecords<Kind extends keyof OrderRecords>(
  hub: Hub,
  kind: Kind,
  query: {
    readonly orderId?: number
    readonly updatedSince?: string
    readonly createdSince?: string
  },
): AsyncIterable<readonly OrderRecords[Kind][]> {
  return hub.pages(LISTS[kind], query as never) as never
}

/** All records of a kind that belong to one order. */
export async function recordsOfOrder<Kind extends keyof OrderRecords>(
  hub: Hub,
  kind: Kind,
  orderId: number,
): Promise<readonly OrderRecords[Kind][]> {
  const records: OrderRecords[Kind][] = []
  for await (const page of orderRecords(hub, kind, { orderId })) records.push(...page)
  return records
}

/** Operations that read begin with these words. */
const READS = /^(?:get|list|poll|preview|count|search|export)/

/** Counts the calls of a client. */
export function countedHub(client: Client, counts: CallCounts): Hub {
  const count = (id: OperationId) => {
    if (READS.test(id)) counts.hubReads += 1
    else counts.hubWrites += 1
  }
  const request: Client['request'] = async (id, input, options) => {
    count(id)
    return await client.request(id, storable(input), options).catch(throwHubError)
  }
  return {
    request,
    call: async (id, input) => (await request(id, input)).body,
    async *pages(id, input) {
      const pages = client.pages(id, input)
      for (;;) {
        count(id)
        const { done, value } = await pages.next().catch(throwHubError)
        if (done || value === undefined) return
        yield value
      }
    },
  }
}

/**
 * A text of a shop can contain half a character, where somebody has cut it, or a null character. The hub refuses the whole body for it, so both
 * are replaced. JSON escapes no other surrogates than such halves.
 */
function storable<Sent extends { readonly body?: unknown } | undefined>(input: Sent): Sent {
  const text = JSON.stringify(input?.body)
  if (text === undefined || !/\\u(?:d[89a-f]|0000)/.test(text)) return input
  const body: unknown = JSON.parse(text, (_, part) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\uFFFD') : part,
  )
  return { ...input, body }
}

/** The hub could not be reached, or did not answer as a hub does. */
export class HubAwayError extends Error {
  override readonly name = 'HubAwayError'
}

function throwHubError(error: unknown): never {
  if (isProblem(error)) throw error
  const message = error instanceof Error ? error.message : String(error)
  throw new HubAwayError(message, { cause: error })
}

/** Whether the hub refused a record for what it is. Trying again without a change does not help, and other records can go on. */
export function isRecordRefusal(error: unknown): error is HubError {
  if (!isProblem(error)) return false
  const { status } = error
  return status >= 400 && status < 500 && !GENERAL.has(status) && !isLeaseLost(error)
}

/** Statuses that do not concern a record: credentials, rights, limits of calls. */
const GENERAL: ReadonlySet<number> = new Set([401, 403, 408, 429])

/** Whether the hub said that another connector serves the connection by now. */
export function isLeaseLost(error: unknown): boolean {
  return isProblem(error) && LEASE_CODES.has(String(error.code))
}

const LEASE_CODES: ReadonlySet<string> = new Set([
  'MARKET_CONNECTION_LEASE_LOST',
  'MARKET_CONNECTION_LEASED',
])

/** Whether an error came from the calls to the hub. */
export function isHubError(error: unknown): boolean {
  return isProblem(error) || error instanceof HubAwayError
}

/** Whether the hub could not be reached, or could not work: it may be another one afterwards, restored from a backup. */
export function isAway(error: unknown): boolean {
  return error instanceof HubAwayError || (isProblem(error) && error.status >= 500)
}
