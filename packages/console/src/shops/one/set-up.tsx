/** What is left to do until a connection runs: the secrets, the connector, the test. */
import { Anchor, Button, Code, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { channelsQuery } from '../../channels/queries.ts'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { Call } from '../../components/values/code/call.tsx'
import { Dot } from '../../components/values/dot.tsx'
import { Reference } from '../../components/values/reference.tsx'
import { useSession } from '../../hub/session.tsx'
import { guideAddress } from '../connect/guide.ts'
import { type Connection, type Connector, connectionsQuery } from '../queries.ts'
import { environmentName, initCommand, secretCommands } from '../start/commands.ts'
import { FromRepository, StartCommands } from '../start/how-to-start.tsx'
import { servedOf } from '../words.ts'
import { useOpenAnswer } from './use-open-answer.ts'

interface Props {
  readonly connection: Connection
  /** Undefined if no connector has described the shop. */
  readonly connector: Connector | undefined
  readonly onCreateKey: () => void
}

export function SetUp({ connection, connector, onCreateKey }: Props) {
  const { may } = useSession()
  const test = useOpenAnswer(connection.Id, 'test')
  const guide = connector && guideAddress(connector.Guide)
  return (
    <Stack maw={760}>
      <Section title="1. Give the connector a key">
        <Stack gap="sm" align="start">
          <Served connection={connection} />
          {may('keys:write') && (
            <Button size="xs" variant="default" onClick={onCreateKey}>
              Create a key for the connector
            </Button>
          )}
        </Stack>
      </Section>
      <Section title="2. Give the secrets to the connector">
        <Secrets connection={connection} connector={connector} />
        {guide && (
          <Text size="sm" mt="sm">
            <Anchor inherit href={guide} target="_blank" underline="always">
              The {connector?.Title} guide
            </Anchor>{' '}
            shows step by step how to create them in the shop.
          </Text>
        )}
      </Section>
      <Section title="3. Start the connector">
        <Stack gap="sm" align="start">
          <StartCommands />
          <Text size="sm">
            If it has stored the secrets in step 2, set <Code>ENTREPOT_CONNECT_SECRET</Code>, which
            it has printed then, as well.
          </Text>
        </Stack>
      </Section>
      <Section title="4. Test the connection">
        <Stack gap="sm" align="start">
          <Text size="sm">
            The connector signs in to the shop and checks the permissions of its key and the
            settings. Nothing is written.
          </Text>
          {test.error !== null && <Problem error={test.error} />}
          {may('connections:write') && (
            <Button loading={test.isPending} disabled={connection.IsPaused} onClick={test.run}>
              Test the connection
            </Button>
          )}
        </Stack>
      </Section>
    </Stack>
  )
}

function Secrets({ connection: { Id }, connector }: Pick<Props, 'connection' | 'connector'>) {
  const secrets = connector?.Secrets ?? []
  if (connector === undefined) {
    return (
      <Text size="sm">
        Its secrets are listed here when a connector that supports this shop has started.
      </Text>
    )
  }
  if (secrets.length === 0) return <Text size="sm">This shop needs no secrets.</Text>
  return (
    <Stack gap="sm">
      <Text size="sm">
        They stay with the connector and are never sent to the hub. Either the connector asks for
        them, and for the hub and its key if it does not know them, and stores them encrypted:
      </Text>
      <Call what="command" text={initCommand(Id)} />
      <FromRepository />
      <Text size="sm">Or set them in its environment:</Text>
      <Call what="commands" text={secretCommands(Id, secrets)} />
      <List size="sm" spacing="xs">
        {secrets.map(({ Name, Label, Help, Required }) => (
          <List.Item key={Name}>
            <Secret label={Label} isOptional={!Required}>
              <Reference value={environmentName(Id, Name)} />
            </Secret>
            <Text size="sm" c="dimmed">
              {Help}
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

function Secret({
  label,
  isOptional,
  children,
}: {
  readonly label: string
  readonly isOptional: boolean
  readonly children: ReactNode
}) {
  return (
    <Text size="sm" component="div">
      <b>{label}</b>
      {isOptional && ' (optional)'}: {children}
    </Text>
  )
}

/** Whether a connector serves the connection now, and with which key it would. */
function Served({ connection }: Pick<Props, 'connection'>) {
  const session = useSession()
  const { ChannelId } = connection
  const others = useQuery(connectionsQuery(session))
  const channels = useQuery({ ...channelsQuery(session), enabled: ChannelId !== null })
  const channel = channels.data?.find(({ Id }) => Id === ChannelId)?.Name
  const runsElsewhere =
    others.data?.rows.some((one) => one.Lease !== null && one.ChannelId !== ChannelId) ?? false
  const name = ChannelId === null ? undefined : (channel ?? String(ChannelId))
  const { color, label, text } = servedOf(connection, name, runsElsewhere)
  return (
    <>
      <Dot color={color}>{label}</Dot>
      {text && <Text size="sm">{text}</Text>}
    </>
  )
}
