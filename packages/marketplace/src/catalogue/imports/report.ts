/** What the rows of a file report. */

import { guardCell } from '@entrepot/catalogues'
import type { Database } from '@entrepot/database'
import { stringify } from 'csv-stringify/sync'
import { findRows, type ImportKey, type ImportRow } from './store.ts'

/** Rows that are read at once. */
const PAGE = 5_000

const KINDS = { error: 'error', skipped: 'skipped', note: 'note', deferred: 'waiting' } as const

/** The first rows of an import that were refused. */
export async function findFirstErrors(
  database: Database,
  key: ImportKey,
  limit: number,
): Promise<readonly ImportRow[]> {
  return await findRows(database, key, 0, limit, 'error')
}

/** The report of an import as a stream of CSV, safe for spreadsheets. */
export async function* writeReport(database: Database, key: ImportKey): AsyncGenerator<string> {
  yield 'Row,Kind,Reference,Message\r\n'
  for (let after = 0; ; ) {
    const rows = await findRows(database, key, after, PAGE)
    if (rows.length > 0) {
      const cells = rows.map(({ line, kind, reference, message }) => [
        String(line),
        KINDS[kind],
        guardCell(reference ?? ''),
        guardCell(message),
      ])
      yield stringify(cells, { record_delimiter: 'windows' })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.position
  }
}
