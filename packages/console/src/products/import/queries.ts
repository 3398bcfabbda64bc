/** All reads and writes of imports. */
import type { Input, Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import { callRaw, sendFile } from '../../hub/raw-call.ts'
import type { Session } from '../../hub/session.tsx'
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
export function importQuery({ client, customer }: Session, id: number) {
  return queryOptions({
    queryKey: ['imports', customer, 'one', id],
    queryFn: async ({ signal }) => await client.getImport({ id }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? INTERVAL_MS : false),
  })
}

/** What the hub reads in the first rows of a file. It does not change. */
export function previewQuery({ client, customer }: Session, id: number) {
  return queryOptions({
    queryKey: ['import-previews', customer, id],
    queryFn: async ({ signal }) => await client.previewImport({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The latest imports. */
export function importsQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['imports', customer, 'list'],
    queryFn: async ({ signal }) => await client.listImports({ pageSize: 5 }, { signal }),
  })
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
  const given = Object.entries({ ...options, fileName: file.name.slice(0, 256) })
  const query = new URLSearchParams(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  const text = await sendFile(session, 'createImport', `/v2/imports?${query}`, file, onProgress)
  return JSON.parse(text) as ProductImport
}
