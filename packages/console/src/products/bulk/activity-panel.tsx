/** Takes several products out of sale, or back. */
import type { Output } from '@entrepot/client'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { ActionForm } from '../../components/form/action-form.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { allows } from '../../hub/actions.ts'
import type { Product } from '../queries.ts'
import { Failures } from './failures.tsx'
import { useBatches } from './use-batches.ts'

/** An item of `createProducts`: what it does not name stays. */
interface ActivityItem {
  readonly MerchantProductReference: string
  readonly IsActive: boolean
}

export function ActivityPanel({
  isActive,
  products,
  onClose,
}: {
  readonly isActive: boolean
  readonly products: readonly Product[]
  readonly onClose: () => void
}) {
  const write = useBatches<ActivityItem>(
    ({ MerchantProductReference }) => MerchantProductReference,
    async (client, items) => {
      const answer = await client.createProducts({ body: [...items] })
      return answer as Output<'changeOffers'>
    },
  )
  const chosen = products.filter((one) => allows(one, isActive ? 'reactivate' : 'deactivate'))
  const items = chosen.map(({ MerchantProductReference }) => {
    return { MerchantProductReference, IsActive: isActive }
  })
  const state = isActive ? 'active' : 'inactive'
  if (write.data) {
    const { done, failures } = write.data
    const became =
      done.length === 0 || done[0]?.IsActive === isActive
        ? state
        : `${isActive ? 'in' : ''}active again`
    return (
      <Stack>
        <Alert color={failures.length > 0 ? 'yellow' : 'green'} role="status">
          {formatNumber(done.length)} products are {became}.
        </Alert>
        <Failures failures={failures} />
        <Group>
          {done[0]?.IsActive === isActive && (
            <Button
              variant="default"
              onClick={() => write.mutate(done.map((item) => ({ ...item, IsActive: !isActive })))}
            >
              Undo
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    )
  }
  const others = products.length - chosen.length
  return (
    <ActionForm
      action={write}
      submit={`${isActive ? 'Activate' : 'Deactivate'} ${formatNumber(chosen.length)}`}
      isBlocked={chosen.length === 0}
      onSubmit={() => write.mutate(items)}
      onClose={onClose}
    >
      <Text size="sm">
        {isActive
          ? 'Channels may offer these products again.'
          : 'Channels take these products out of sale. Orders that there are stay as they are.'}
        {others > 0 && ` ${formatNumber(others)} of the selected are ${state} already.`}
      </Text>
      {write.isPending && (
        <Text size="sm" role="status">
          {formatNumber(write.sent)} of {formatNumber(chosen.length)} sent
        </Text>
      )}
    </ActionForm>
  )
}
