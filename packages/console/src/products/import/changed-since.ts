/** Which products an import has changed. Pure. */
import type { ProductImport } from './queries.ts'

/**
 * Since when products have changed, if an import has changed some. The hub does not keep which ones, so the list has also those that were
 * changed otherwise since then.
 */
export function changedSinceOf({
  IsDryRun,
  StartedAt,
  ...counts
}: Pick<
  ProductImport,
  'IsDryRun' | 'StartedAt' | 'CreatedCount' | 'UpdatedCount' | 'DeactivatedCount'
>): string | undefined {
  const changed = counts.CreatedCount + counts.UpdatedCount + counts.DeactivatedCount
  return IsDryRun || changed === 0 ? undefined : (StartedAt ?? undefined)
}
