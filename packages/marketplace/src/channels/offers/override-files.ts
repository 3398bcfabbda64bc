/** Imports and exports of overrides as files. */
import type { Connection, Database } from '@entrepot/database'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import { isRefusal, type Refusal } from '../../kit/shared/errors.ts'
import type { ChannelIds } from '../copy/store.ts'
import { listOverrides, putOverrides } from './overrides.ts'
import { OVERRIDES_HEADER, readOverridesCsv, toOverridesCsv } from './overrides-csv.ts'
import { MAX_ITEMS } from './schema.ts'

/** Overrides per page of an export. */
const PAGE = 1_000

/** What an import has done. */
export interface OverridesImport {
  readonly AcceptedCount: number
  readonly RejectedCount: number
  /** What is wrong with the rejected lines. */
  readonly Errors: readonly string[]
}

/**
 * Stores the overrides of a CSV file (see `readOverridesCsv`), as `putOverrides` does. Overrides that the file does not have stay.
 *
 * Refusals: `MARKET_INVALID_INPUT` if the file cannot be read; `MARKET_NOT_FOUND` if there is no such channel.
 *
 * @example
 * await importOverrides(database, ids, await readFile('overrides.csv', 'utf8'))
 */
export async function importOverrides(
  database: Database,
  ids: ChannelIds,
  text: string,
  actor: Actor = SYSTEM,
): Promise<OverridesImport | Refusal> {
  const lines = readOverridesCsv(text)
  if (isRefusal(lines)) return lines
  const Errors: string[] = []
  let [AcceptedCount, RejectedCount] = [0, 0]
  for (let start = 0; start === 0 || start < lines.length; start += MAX_ITEMS) {
    const part = lines.slice(start, start + MAX_ITEMS)
    const items = part.map(({ item }) => item)
    const result = await putOverrides(database, ids, items, actor)
    if (isRefusal(result)) return result
    AcceptedCount += result.AcceptedCount
    RejectedCount += result.RejectedCount
    const errors = result.ProductMessages.flatMap((message) => message.Errors)
    Errors.push(...errors.map((error) => nameLine(error, (index) => part[index]?.line)))
  }
  return { AcceptedCount, RejectedCount, Errors }
}

/** Names the line of the file and its column instead of the item. */
function nameLine(error: string, lineOf: (index: number) => number | undefined): string {
  return error.replace(
    /^Item (\d+)(?:\/([^:]*))?:/,
    (_, index: string, path?: string) =>
      `Line ${lineOf(Number(index))}${path ? ` ${path.replace('/', '')}` : ''}:`,
  )
}

/** Yields the overrides of a channel as CSV, page by page. The channel exists. */
export async function* exportOverrides(
  connection: Connection,
  ids: ChannelIds,
): AsyncGenerator<string> {
  yield OVERRIDES_HEADER
  let filter: Parameters<typeof listOverrides>[2] = {}
  for (;;) {
    const page = await listOverrides(connection, ids, filter, PAGE)
    if (isRefusal(page)) return
    yield toOverridesCsv(page.overrides)
    if (page.next === undefined) return
    filter = { after: page.next }
  }
}
