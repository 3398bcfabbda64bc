/** Changes the prices or stocks of several products: what is done, what becomes of each, and what has become of it. */
import { Checkbox, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { OnceFields } from '../../components/form/once.tsx'
import { formatNumber, formatPercent } from '../../components/values/language.ts'
import { decimalsOf } from '../../components/values/money-input.ts'
import { useSession } from '../../hub/session.tsx'
import type { OfferField } from '../change/amount.ts'
import { DEFAULT_GUARD_PERCENT } from '../change/guard.ts'
import { useGuard } from '../change/guard-query.ts'
import type { Product } from '../queries.ts'
import { itemOf, previewOf, selectedInWords, sentRows, submitLabel } from './bulk.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import { ChangeFields, type ChangeForm, NEW_CHANGE, readChange } from './change-fields.tsx'
import { JobProgress } from './job-progress.tsx'
import { PreviewTable } from './preview-table.tsx'
import { useProductJob } from './use-product-job.ts'

interface Props {
  readonly field: OfferField
  readonly products: readonly Product[]
  readonly currency: string
  /** Called when the hub has the job. */
  readonly onStored: () => void
  readonly onClose: () => void
}

export function OfferPanel({ field, products, currency, onStored, onClose }: Props) {
  const [form, setForm] = useState<ChangeForm>(NEW_CHANGE)
  const [withAsked, setWithAsked] = useState(false)
  const guard = useGuardPercent()
  const write = useProductJob(onStored)
  const typed = readChange(field, form, decimalsOf(currency), currency)
  const change = 'issue' in typed ? undefined : typed
  const rows = change && guard !== undefined ? previewOf(products, change, guard) : []
  const asked = rows.filter(({ question }) => question !== undefined).length
  const chosen = sentRows(rows, withAsked)
  const start = () => {
    if (change === undefined) return
    write.mutate({ Items: chosen.map((row) => itemOf(row, change)) })
  }
  if (write.data) return <BulkOutcome result={write.data} onClose={onClose} />
  return (
    <ActionForm
      action={write}
      submit={submitLabel(chosen.length, field)}
      isBlocked={chosen.length === 0}
      onSubmit={start}
      {...(write.isPending && { cancel: 'Continue in the background' })}
      onClose={onClose}
    >
      <OnceFields action={write}>
        <Stack>
          <ChangeFields
            {...{ field, form, currency }}
            issue={'issue' in typed && form.amount !== '' ? typed.issue : undefined}
            onChange={setForm}
          />
          {asked > 0 && (
            <Checkbox
              checked={withAsked}
              onChange={({ currentTarget }) => setWithAsked(currentTarget.checked)}
              label={`Also change ${askedWords(asked)} that would move by more than ${formatPercent(guard ?? DEFAULT_GUARD_PERCENT)}, or to 0`}
            />
          )}
        </Stack>
      </OnceFields>
      {change && <PreviewTable {...{ rows, field, currency, withAsked }} />}
      <JobProgress {...write} />
      {rows.length === 0 && (
        <Stack>
          <Text size="sm" c="dimmed">
            {selectedInWords(products)} You see the result for each product before anything is
            changed.
          </Text>
        </Stack>
      )}
    </ActionForm>
  )
}

const askedWords = (count: number) => (count === 1 ? 'one price' : `${formatNumber(count)} prices`)

/** The guard that counts; undefined while it is read. */
function useGuardPercent(): number | undefined {
  const { customer } = useSession()
  const read = useGuard()
  const { data } = useQuery({
    queryKey: ['offer-rules', customer, 'guard-of-bulk'],
    queryFn: read,
  })
  return data
}
