/** Ctrl+K: jumps to a page, an order, a product or a channel, or does something. */
import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../hub/session.tsx'
import { navigationPages } from './pages.ts'
import classes from './search.module.css'
import { useSearchActions } from './search-actions.tsx'

/** The button that opens the search. */
export function SearchButton() {
  return (
    <>
      <UnstyledButton className={classes.button} visibleFrom="sm" onClick={spotlight.open}>
        <IconSearch size={16} aria-hidden />
        <Text size="sm" span>
          Search or jump to ...
        </Text>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search"
        onClick={spotlight.open}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      <Search />
    </>
  )
}

function Search() {
  const { client, customer } = useSession()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 150)
  const { data } = useQuery({
    queryKey: ['search', customer, q],
    queryFn: async ({ signal }) => await client.searchRecords({ q }, { signal }),
    enabled: q.length > 0,
  })
  const actions = useSearchActions(text.trim())
  const pages: SpotlightActionData[] = navigationPages
    .filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ path, label, icon: Icon }) => ({
      id: path,
      label,
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => void navigate({ to: path }),
    }))
  const orders: SpotlightActionData[] = (q === '' ? [] : (data?.Orders ?? [])).map((order) => ({
    id: `order-${order.Id}`,
    label: order.MerchantReference ?? order.ChannelReference,
    description: `Order ${order.Id}`,
    onClick: () => void navigate({ to: '/orders/$id', params: { id: String(order.Id) } }),
  }))
  const products: SpotlightActionData[] = (q === '' ? [] : (data?.Products ?? [])).map(
    ({ MerchantProductReference, Name }) => ({
      id: `product-${MerchantProductReference}`,
      label: Name,
      description: MerchantProductReference,
      onClick: () =>
        void navigate({
          to: '/products/$reference',
          params: { reference: MerchantProductReference },
        }),
    }),
  )
  const channels: SpotlightActionData[] = (q === '' ? [] : (data?.Channels ?? [])).map(
    ({ Id, Name }) => ({
      id: `channel-${Id}`,
      label: Name,
      description: 'Channel',
      onClick: () => void navigate({ to: '/channels/$id', params: { id: String(Id) } }),
    }),
  )
  const groups = [
    { group: 'Orders', actions: orders },
    { group: 'Products', actions: products },
    { group: 'Channels', actions: channels },
    { group: 'Pages', actions: pages },
    { group: 'Actions', actions: [...actions] },
  ].filter(({ actions }) => actions.length > 0)
  return (
    <Spotlight
      actions={groups}
      query={text}
      onQueryChange={setText}
      // The hub has searched already.
      filter={(_, actions) => actions}
      nothingFound={q === '' ? 'Type a reference, a name or an e-mail address.' : 'Nothing found.'}
      searchProps={{ placeholder: 'References, names, e-mail addresses', 'aria-label': 'Search' }}
      shortcut={['mod + K', '/']}
      scrollable
      maxHeight={420}
    />
  )
}
