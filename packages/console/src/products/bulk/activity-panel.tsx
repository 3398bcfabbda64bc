/** Takes several products out of sale, or back. */
import { Text } from '@mantine/core'
import { ActionForm } from '../../components/form/action-form.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { allows } from '../../hub/actions.ts'
import type { Product } from '../queries.ts'
import { BulkOutcome } from './bulk-outcome.tsx'
import { JobProgress } from './job-progress.tsx'
import { useProductJob } from './use-product-job.ts'

export function ActivityPanel({
  isActive,
  products,
  onStored,
  onClose,
}: {
  readonly isActive: boolean
  readonly products: readonly Product[]
  /** Called when the hub has the job. */
  readonly onStored: () => void
  readonly onClose: () => void
}) {
  const write = useProductJob(onStored)
  const chosen = products.filter((one) => allows(one, isActive ? 'reactivate' : 'deactivate'))
  const items = chosen.map(({ MerchantProductReference }) => {
    return { MerchantProductReference, IsActive: isActive }
  })
  const state = isActive ? 'active' : 'inactive'
  if (write.data) return <BulkOutcome result={write.data} onClose={onClose} />
  const others = products.length - chosen.length
  return (
    <ActionForm
      action={write}
      submit={`${isActive ? 'Activate' : 'Deactivate'} ${formatNumber(chosen.length)}`}
      isBlocked={chosen.length === 0}
      onSubmit={() => write.mutate({ Items: items })}
      {...(write.isPending && { cancel: 'Continue in the background' })}
      onClose={onClose}
    >
      <Text size="sm">
        {isActive
          ? 'Channels may offer these products again.'
          : 'Channels stop selling these products. Existing orders are not changed.'}
        {others > 0 && ` ${formatNumber(others)} of the selected are ${state} already.`}
      </Text>
      <JobProgress {...write} />
    </ActionForm>
  )
}
