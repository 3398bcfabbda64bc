/** The status of a return; if both were decided, how many units were accepted and rejected. */
import { Dot } from '../../components/values/dot.tsx'
import { Status } from '../../components/values/status.tsx'
import { mixedText } from './decision.ts'
import type { Return } from './queries.ts'

export function ReturnStatus({ given }: { readonly given: Pick<Return, 'Status' | 'Lines'> }) {
  const mixed = mixedText(given)
  return mixed ? <Dot color="green">{mixed}</Dot> : <Status status={given.Status} />
}
