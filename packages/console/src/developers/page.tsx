/** For those who connect programs: API keys, webhooks, events, and the calls that were refused. */
import { Anchor, Tabs, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { PageHead } from '../components/page/page-head.tsx'
import { TabList } from '../components/page/tab-list.tsx'
import { Events } from './events.tsx'
import { Keys } from './keys/keys.tsx'
import { Refusals } from './refusals/refusals.tsx'
import type { DevelopersTab } from './search.ts'
import { Webhooks } from './webhooks/webhooks.tsx'

const route = getRouteApi('/developers')

export function DevelopersPage() {
  const { tab = 'keys' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHead title="Developers" />
      <Text size="sm" mb="md">
        <Anchor href="/docs" underline="always">
          The API reference
        </Anchor>{' '}
        lists every call and lets you try it here.{' '}
        <Anchor href="/docs/guides" underline="always">
          The guides
        </Anchor>{' '}
        show how to connect shops, channels and agents.
      </Text>
      <Tabs
        value={tab}
        onChange={(value) => void navigate({ search: { tab: value as DevelopersTab } })}
        keepMounted={false}
      >
        <TabList mb="md">
          <Tabs.Tab value="keys">API keys</Tabs.Tab>
          <Tabs.Tab value="webhooks">Webhooks</Tabs.Tab>
          <Tabs.Tab value="events">Events</Tabs.Tab>
          <Tabs.Tab value="refusals">Refused calls</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="keys">
          <Keys />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <Webhooks />
        </Tabs.Panel>
        <Tabs.Panel value="events">
          <Events />
        </Tabs.Panel>
        <Tabs.Panel value="refusals">
          <Refusals />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
