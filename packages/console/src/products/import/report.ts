/** Reports of imports. Pure. */
import { parse } from 'papaparse'

/** A row of a report. */
export interface ReportRow {
  readonly Row: string
  readonly Kind: string
  readonly Reference: string
  readonly Message: string
}

/** Rows of a report that are shown. */
const REPORT_ROWS = 100

/** Reads the first rows of a report. */
export function readReport(text: string): readonly ReportRow[] {
  const { data } = parse<ReportRow>(text, {
    header: true,
    preview: REPORT_ROWS,
    skipEmptyLines: true,
  })
  return data
}
