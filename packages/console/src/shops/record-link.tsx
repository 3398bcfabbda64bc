/** Records of the hub that connectors name. */
import { Text } from '@mantine/core'
import { PageLink } from '../components/page/links.tsx'
import { OrderLink } from '../orders/order-link.tsx'
import { kindLabel } from './words.ts'

export function RecordLink({
  kind,
  hubId,
  shopId = null,
}: {
  readonly kind: string
  /** The reference of a product, or the id of another record; null for one that is only in the shop. */
  readonly hubId: string | null
  readonly shopId?: string | null
}) {
  const name = `${kindLabel(kind)} ${hubId ?? shopId ?? ''}`.trim()
  const shared = { inherit: true, style: { overflowWrap: 'anywhere' as const } }
  if (hubId !== null && kind === 'product') {
    return (
      <PageLink {...shared} to="/products/$reference" params={{ reference: hubId }} search={{}}>
        {name}
      </PageLink>
    )
  }
  if (hubId !== null && kind === 'order') return <OrderLink id={hubId} />
  return (
    <Text span {...shared}>
      {name}
      {hubId === null && ' in the shop'}
    </Text>
  )
}
