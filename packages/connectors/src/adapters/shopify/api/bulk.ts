import { ShopFailure } from '../../../adapter/outcomes.ts'
import { BULK_STATE, START_BULK } from '../documents/bulk.ts'
import type { Api } from './api.ts'

/** How far a bulk operation has been read. */
export interface BulkPlace {
  readonly id: string
  /** When Shopify began to collect. */
  readonly createdAt: string
  /** Lines of the file that are done. */
  readonly line: number
}

/** A record of the file with those that belong to it. */
export interface BulkGroup<T> {
  readonly root: T
  readonly children: readonly unknown[]
}

export interface BulkStep<T> {
  /** Where to go on after this step. */
  readonly place: BulkPlace
  readonly group?: BulkGroup<T>
}

const LONGEST_WAIT_MS = 10 * 60_000
const SLOWEST_POLL_MS = 10_000

interface BulkState {
  readonly status: string
  readonly errorCode: string | null
  readonly url: string | null
}

export function writePlace({ id, createdAt, line }: BulkPlace): string {
  return `bulk ${id} ${createdAt} ${line}`
}

export function readPlace(cursor: string | undefined): BulkPlace | undefined {
  const [word, id, createdAt, line] = cursor?.split(' ') ?? []
  if (word !== 'bulk' || !id || !createdAt) return undefined
  return { id, createdAt, line: Number(line) }
}

/**
 * All records of a query. The first step has no record: its place is to be stored before the wait, so that another run goes on with the
 * same operation. If Shopify has no result any more, such as after seven days, it begins anew.
 */
export async function* bulkRead<T>(
  api: Api,
  query: string,
  begun: BulkPlace | undefined,
): AsyncGenerator<BulkStep<T>> {
  let place = begun ?? (await startBulk(api, query))
  yield { place }
  let groups = await resultOf<T>(api, place)
  if (!groups && begun) {
    place = await startBulk(api, query)
    yield { place }
    groups = await resultOf<T>(api, place)
  }
  if (!groups) throw new ShopFailure('unavailable', 'A bulk operation of Shopify has failed.')
  for await (const group of groups) yield group
}

async function startBulk(api: Api, query: string): Promise<BulkPlace> {
  interface Started {
    readonly bulkOperation: { readonly id: string; readonly createdAt: string } | null
  }
  const { bulkOperation, userErrors } = await api.mutate<Started>(START_BULK, { query })
  if (bulkOperation) return { id: bulkOperation.id, createdAt: bulkOperation.createdAt, line: 0 }
  const words = userErrors.map((error) => error.message).join('; ')
  // The app may run five at a time. Others of them belong to other connections, or to runs that were stopped.
  throw new ShopFailure('throttled', `Shopify starts no bulk operation: ${words}`, {
    retryAfter: 60,
  })
}

async function resultOf<T>(
  api: Api,
  place: BulkPlace,
): Promise<AsyncGenerator<BulkStep<T>> | undefined> {
  const state = await waitForBulk(api, place.id)
  if (state?.status !== 'COMPLETED') return undefined
  return groupsOf<T>(place, state.url === null ? [] : linesOf(api.download(state.url)))
}

async function waitForBulk(api: Api, id: string): Promise<BulkState | undefined> {
  let pause = 250
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += pause) {
    const { bulkOperation } = await api.run<{ bulkOperation: BulkState | null }>(BULK_STATE, { id })
    if (bulkOperation === null) return undefined
    if (!['CREATED', 'RUNNING', 'CANCELING'].includes(bulkOperation.status)) return bulkOperation
    await api.pause(pause)
    pause = Math.min(pause * 2, SLOWEST_POLL_MS)
  }
  const options = { retryAfter: 60 }
  throw new ShopFailure(
    'throttled',
    'Shopify is still collecting all records of the first read.',
    options,
  )
}

interface BulkRecord {
  readonly id?: string
  readonly __parentId?: string
}

/** Joins each record with the lines below it. Shopify writes those of a record directly after it if it is asked to group them. */
async function* groupsOf<T>(
  place: BulkPlace,
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<BulkStep<T>> {
  let number = 0
  let root: BulkRecord | undefined
  let children: BulkRecord[] = []
  for await (const text of lines) {
    number += 1
    if (number <= place.line) continue
    const record = parseLine(text, number)
    if (record.__parentId !== undefined) {
      if (record.__parentId !== root?.id) throw brokenFile(number, 'belongs to no record before it')
      children.push(record)
      continue
    }
    if (root) yield { place: { ...place, line: number - 1 }, group: { root: root as T, children } }
    root = record
    children = []
  }
  if (root) yield { place: { ...place, line: number }, group: { root: root as T, children } }
}

function parseLine(text: string, number: number): BulkRecord {
  try {
    return JSON.parse(text)
  } catch {
    throw brokenFile(number, 'is no JSON')
  }
}

function brokenFile(line: number, what: string): ShopFailure {
  return new ShopFailure('unavailable', `Line ${line} of a file of Shopify ${what}.`)
}

/** Lines of a file, as it arrives: it may be of many gigabytes. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}
