/** How a connector is started: what it is, and the commands. */
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { PageLink } from '../../components/page/links.tsx'
import { Call } from '../../components/values/call.tsx'
import { useSession } from '../../hub/session.tsx'
import { startCommands } from './commands.ts'

export function HowToStart({
  onCreateKey,
}: {
  /** Opens the panel that makes a key. */
  readonly onCreateKey: () => void
}) {
  const { may } = useSession()
  return (
    <Stack gap="sm" align="start">
      <Text size="sm">
        A connector is a program that you run. It carries products, stock, orders and shipments
        between the hub and your shops, and the secrets of the shops stay with it. When it has
        started, it tells the hub which shops it knows, and they can be chosen here.
      </Text>
      {may('keys:write') ? (
        <Button onClick={onCreateKey}>Create a key for the connector</Button>
      ) : (
        <Text size="sm" c="dimmed">
          It needs a key. An owner can create it on this page.
        </Text>
      )}
      <Call what="commands" text={startCommands(location.origin)} />
      <Text size="sm">
        <Anchor inherit href={SHOP_GUIDES} underline="always">
          The guides of the shops
        </Anchor>{' '}
        say what to create in each shop. A connector that does not appear here may be refused:{' '}
        <PageLink inherit underline="always" to="/developers" search={{ tab: 'refusals' }}>
          Refused calls
        </PageLink>{' '}
        has the reason.
      </Text>
    </Stack>
  )
}

/** Where the guides of the shops are. */
export const SHOP_GUIDES = '/docs/guides/shops'
