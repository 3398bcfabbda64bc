/** All reads and writes of imports. */
import type { Input, Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '../../hub/call-query.ts'
import { callRaw, sendFile } from '../../hub/raw-call.ts'
import type { Session } from '../../hub/session.tsx'
import type { FileColumns } from './columns.ts'
import { readReport } from './report.ts'

/** An import as the hub answers it. */
export type ProductImport = Output<'getImport'>

/** How a file is read, and whether it has all products of its source. */
export type ImportOptions = Pick<
  Input<'createImport'>,
  | 'format'
  | 'encoding'
  | 'delimiter'
  | 'quotes'
  | 'decimal'
  | 'mapping'
  | 'unmanagedStock'
  | 'imageBase'
  | 'source'
  | 'complete'
  | 'confirmDeactivation'
>

/** How often a running import is asked for, in milliseconds. */
const INTERVAL_MS = 1_000

/** Whether the hub still works on an import. */
export function isRunning({ Status }: Pick<ProductImport, 'Status'>): boolean {
  return Status === 'uploading' || Status === 'queued' || Status === 'running'
}

/** An import, until it has ended. */
export function importQuery(session: Session, id: number) {
  return queryOptions({
    ...callQuery(session, ['imports', 'one', id], 'getImport', { id }),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? INTERVAL_MS : false),
  })
}

/** What the hub reads in the first rows of a file. It does not change. */
export function previewQuery(session: Session, id: number) {
  return {
    ...callQuery(session, ['import-previews', id], 'previewImport', { id }),
    staleTime: Number.POSITIVE_INFINITY,
  }
}

/** The latest imports. */
export function importsQuery(session: Session) {
  return callQuery(session, ['imports', 'list'], 'listImports', { pageSize: 5 })
}

/** The kept mappings. */
export function mappingsQuery(session: Session) {
  return callQuery(session, ['import_mappings', 'list'], 'listImportMappings', {})
}

/** Bytes of a file that tell its columns. */
const HEAD_BYTES = 512 * 1024

/** Reads the columns of a file, of which only the beginning is sent. */
export async function readColumns(
  session: Session,
  file: File,
  { format, encoding, delimiter, quotes, decimal }: ImportOptions,
): Promise<FileColumns> {
  const query = queryOf({ format, encoding, delimiter, quotes, decimal })
  const path = `/v2/imports/columns?${query}`
  const head = file.slice(0, HEAD_BYTES)
  const text = await sendFile(session, 'readImportColumns', path, head, () => undefined)
  return JSON.parse(text) as FileColumns
}

function queryOf(values: object): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
}

/** What was chosen, for the parameter `mapping` of an import: the name under which it was kept just now, or JSON. */
export async function storeChoices(
  { client }: Session,
  name: string,
  body: Input<'storeImportMapping'>['body'],
): Promise<string> {
  if (name === '') return JSON.stringify(body)
  return (await client.storeImportMapping({ name, body })).Name
}

/** Characters of a report that are read. */
const REPORT_CHARACTERS = 200_000

/** The beginning of a report. */
export function reportQuery(session: Session, { Id, EndedAt }: ProductImport) {
  return queryOptions({
    queryKey: ['imports', session.customer, 'report', { Id, EndedAt }],
    queryFn: async ({ signal }) => {
      const answer = await callRaw(session, 'getImportReport', reportPath(Id), { signal })
      return readReport(await readStart(answer))
    },
  })
}

/** The path of a report. */
export function reportPath(id: number): string {
  return `/v2/imports/${id}/report`
}

async function readStart(answer: Response): Promise<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && text.length < REPORT_CHARACTERS) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
  }
  await reader?.cancel()
  return text
}

/**
 * Sends a file, which the browser reads from the disk meanwhile.
 *
 * @param onProgress gets the part that is sent, from 0 to 1
 */
export async function uploadFile(
  session: Session,
  file: File,
  options: ImportOptions & { readonly dryRun: boolean },
  onProgress: (part: number) => void,
): Promise<ProductImport> {
  const query = queryOf({ ...options, fileName: file.name.slice(0, 256) })
  const text = await sendFile(session, 'createImport', `/v2/imports?${query}`, file, onProgress)
  return JSON.parse(text) as ProductImport
}
