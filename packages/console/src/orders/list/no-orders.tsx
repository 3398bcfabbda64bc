/** What the list of orders shows before the first one: the call that sends one, and the name of the key that it needs. */
import type { Output } from '@entrepot/client'
import { Anchor, Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelKeysQuery, channelsQuery } from '../../channels/queries.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Call } from '../../components/values/code/call.tsx'
import { listQuery } from '../../hub/list-query.ts'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { firstCall } from './first-call.ts'

type Channel = Output<'listChannels'>[number]

export function NoOrders() {
  const session = useSession()
  const { BaseCurrency = 'EUR' } = useQuery(customerQuery(session)).data ?? {}
  const { data: channels } = useQuery(channelsQuery(session))
  const { data: products } = useQuery(listQuery(session, 'products', 'listProducts', {}))
  const channel = channels?.find(({ IsActive }) => IsActive)
  const product = products?.rows.find(({ Children }) => Children.length === 0)
  const call = firstCall({
    hub: location.origin,
    currency: BaseCurrency,
    product: product?.MerchantProductReference ?? 'YOUR-PRODUCT',
  })
  return (
    <EmptyState title="No orders yet">
      <Text mb="xs">
        Orders from your channels appear here. {channel ? channel.Name : 'A channel'} sends one with
        this call:
      </Text>
      <Call text={call} />
      <Text my="xs">
        <KeyName channel={channel} />
      </Text>
      <Anchor href="/docs/guides/first-order">The guide shows the whole order.</Anchor>
    </EmptyState>
  )
}

/** Which key the call needs. Its secret was shown once, so only its name is known. */
function KeyName({ channel }: { readonly channel: Channel | undefined }) {
  const session = useSession()
  const { data: keys } = useQuery({
    ...channelKeysQuery(session, channel?.Id ?? 0),
    enabled: channel !== undefined && session.may('keys:read'),
  })
  const key = keys?.[0]
  if (!channel) return <PageLink to="/channels">Create a channel first.</PageLink>
  return (
    <>
      <Code>CHANNEL_KEY</Code> is {key ? `the key “${key.Label}”` : 'a key of the channel'}, which
      was shown once.{' '}
      {session.may('keys:write') && (
        <PageLink
          underline="always"
          to="/developers"
          search={{ tab: 'keys', action: 'create', channelId: channel.Id }}
        >
          Create another key
        </PageLink>
      )}
    </>
  )
}
