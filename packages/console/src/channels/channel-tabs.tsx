/** The tabs of a channel: what it has fetched, its rules, and the products that it cannot be offered. */
import { Anchor, Box, Button, Group, SimpleGrid, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Problem } from '../components/page/problem.tsx'
import { Section } from '../components/page/section.tsx'
import { TabList } from '../components/page/tab-list.tsx'
import { Status } from '../components/values/status.tsx'
import { ChannelKeys } from './channel-keys.tsx'
import { ChannelLog } from './channel-log.tsx'
import { ChannelSettings } from './channel-settings.tsx'
import { OfferProblems } from './offers/problems.tsx'
import type { Channel, SyncState } from './queries.ts'
import { RulesEditor } from './rules/rules-editor.tsx'
import { PricesTab, SelectionTab, StockTab } from './rules/tabs.tsx'
import { type ChannelTab, RULE_TABS } from './search.ts'
import { SyncLog } from './sync/sync-log.tsx'
import { channelStatus } from './sync/sync-state.ts'
import { SyncStatistics } from './sync/sync-statistics.tsx'

const route = getRouteApi('/channels/$id')

interface Props {
  readonly channel: Channel
  readonly sync: UseQueryResult<SyncState>
  /** Opens the preview of what comes next. */
  readonly onPreview: () => void
}

export function ChannelTabs(props: Props) {
  const { channel } = props
  const { tab = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const isRules = RULE_TABS.some((one) => one === tab)
  // Once it is open it stays, so that what was typed is not lost in other tabs.
  const [hasEditor, setEditor] = useState(isRules)
  if (isRules && !hasEditor) setEditor(true)
  return (
    <>
      <Tabs
        mb="md"
        value={tab}
        onChange={(next) =>
          void navigate({ search: next === 'overview' ? {} : { tab: next as ChannelTab } })
        }
      >
        <TabList>
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="selection">Selection</Tabs.Tab>
          <Tabs.Tab value="prices">Prices</Tabs.Tab>
          <Tabs.Tab value="stock">Stock</Tabs.Tab>
          <Tabs.Tab value="problems">Problems</Tabs.Tab>
        </TabList>
      </Tabs>
      {tab === 'overview' && <ChannelOverview {...props} />}
      {hasEditor && (
        <Box {...(!isRules && { display: 'none' })}>
          <RulesEditor channelId={channel.Id}>
            {(form, onChange) => (
              <>
                {tab === 'selection' && (
                  <SelectionTab form={form} onChange={onChange} channel={channel} />
                )}
                {tab === 'prices' && <PricesTab form={form} onChange={onChange} />}
                {tab === 'stock' && <StockTab form={form} onChange={onChange} />}
              </>
            )}
          </RulesEditor>
        </Box>
      )}
      {tab === 'problems' && <OfferProblems channelId={channel.Id} />}
    </>
  )
}

function ChannelOverview({ channel, sync, onPreview }: Props) {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title="Synchronisation">
          {sync.error && <Problem error={sync.error} onRetry={() => void sync.refetch()} />}
          {sync.data ? (
            <Stack gap="sm">
              <Group>
                <Status status={channelStatus(channel, sync.data, Date.now())} />
              </Group>
              {sync.data.LastPoll === null && (
                <Text size="sm">
                  The channel fetches its products from the hub, with a key of its own.{' '}
                  <Anchor
                    inherit
                    href="/docs/guides/first-channel"
                    target="_blank"
                    underline="always"
                  >
                    How to connect a channel
                  </Anchor>
                </Text>
              )}
              <SyncStatistics channel={channel} sync={sync.data} />
            </Stack>
          ) : (
            !sync.error && <Skeleton height={300} />
          )}
          <Group mt="sm">
            <Button size="xs" variant="default" onClick={onPreview}>
              Preview what comes next
            </Button>
          </Group>
        </Section>
        <Stack>
          <ChannelSettings channel={channel} />
          <ChannelKeys channelId={channel.Id} />
        </Stack>
      </SimpleGrid>
      <SyncLog channelId={channel.Id} />
      <ChannelLog channelId={channel.Id} />
    </Stack>
  )
}
