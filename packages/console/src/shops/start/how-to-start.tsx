/** How a connector is started: what it is, and the commands. */
import { Anchor, Button, Code, Stack, Text } from '@mantine/core'
import { PageLink } from '../../components/page/links.tsx'
import { Call } from '../../components/values/code/call.tsx'
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
        A connector is a program that you run. It syncs products, stock, orders and shipments
        between the hub and your shops, and keeps the secrets of the shops. As soon as it runs, this
        page offers the shops that it supports.
      </Text>
      {may('keys:write') ? (
        <Button onClick={onCreateKey}>Create a key for the connector</Button>
      ) : (
        <Text size="sm" c="dimmed">
          It needs a key, which an owner can create on this page.
        </Text>
      )}
      <StartCommands />
      <Text size="sm">
        <Anchor inherit href={SHOP_GUIDES} underline="always">
          The shop guides
        </Anchor>{' '}
        show what to create in each shop. If a connector does not appear, see{' '}
        <PageLink inherit underline="always" to="/developers" search={{ tab: 'refusals' }}>
          Refused calls
        </PageLink>{' '}
        for the reason.
      </Text>
    </Stack>
  )
}

/** @param secret the key, if it is known */
export function StartCommands({ secret }: { readonly secret?: string }) {
  return (
    <>
      <Call what="commands" text={startCommands(location.origin, secret)} />
      <FromRepository />
    </>
  )
}

/** How the commands are called where nothing is installed. */
export function FromRepository() {
  return (
    <Text size="sm">
      Where the hub runs from its repository, type <Code>npm run connect --</Code> instead of{' '}
      <Code>npx @entrepot/connectors</Code>, in that folder.
    </Text>
  )
}

/** Where the guides of the shops are. */
export const SHOP_GUIDES = '/docs/guides/shops'
