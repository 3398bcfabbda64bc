import { CatalogueError } from '@entrepot/catalogues'
import { type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { toIssue } from '../import-mappings/mappings.ts'

/** The refusal of a file that cannot be read: of its mapping with the columns that are wrong. Other errors are thrown. */
export function refuseUnreadable(error: unknown): Refusal {
  if (!CatalogueError.is(error)) throw error
  if (error.issues.length > 0) {
    return refuseIssues(
      error.issues.map(toIssue).map(({ path, message }) => ({ path: `/mapping${path}`, message })),
    )
  }
  return refuseIssues([
    { path: '', message: `is no catalogue that can be read. ${error.message.replace(/\.$/, '')}` },
  ])
}
