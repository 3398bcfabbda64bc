/** The passkeys of the person: adds, renames and removes them. */
import { Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actionsHeader, RowMenu } from '../../components/list/row-menu.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import { AddPasskey, type Passkey, RemovePasskey, RenamePasskey } from './panels.tsx'
import { myPasskeysQuery } from './queries.ts'

/** The open panel. */
interface Opened {
  readonly action: 'add' | 'rename' | 'remove'
  readonly passkey?: Passkey
}

export function MyPasskeys() {
  const { data, error, refetch } = useQuery(myPasskeysQuery(useSession()))
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  if (!data) {
    if (error) return <Problem error={error} onRetry={() => void refetch()} />
    return <Skeleton height={100} aria-label="Loading the passkeys" />
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Passkeys let you sign in without a password. Add a second one on another device in case you
        lose the first.
      </Text>
      {data.length > 0 && <PasskeyTable passkeys={data} onOpen={setOpened} />}
      <Group>
        <Button variant="default" onClick={() => setOpened({ action: 'add' })}>
          Add a passkey
        </Button>
      </Group>
      <Panel opened={opened} onClose={close} />
    </Stack>
  )
}

function PasskeyTable({
  passkeys,
  onOpen,
}: {
  readonly passkeys: readonly Passkey[]
  readonly onOpen: (opened: Opened) => void
}) {
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table fz="sm" aria-label="Passkeys">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Added</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>{actionsHeader()}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {passkeys.map((passkey) => (
            <Table.Tr key={passkey.Id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{passkey.Name}</Table.Td>
              <Table.Td>
                <Moment at={passkey.CreatedAt} />
              </Table.Td>
              <Table.Td>
                <Moment at={passkey.LastUsedAt} />
              </Table.Td>
              <Table.Td ta="right">
                <RowMenu
                  of={`the passkey ${passkey.Name}`}
                  actions={[
                    { label: 'Rename', onClick: () => onOpen({ action: 'rename', passkey }) },
                    {
                      label: 'Remove',
                      isDangerous: true,
                      onClick: () => onOpen({ action: 'remove', passkey }),
                    },
                  ]}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const TITLES = { add: 'Add a passkey', rename: 'Rename', remove: 'Remove' } as const

function Panel({
  opened,
  onClose,
}: {
  readonly opened: Opened | undefined
  readonly onClose: () => void
}) {
  const { action = 'add', passkey } = opened ?? {}
  const title = passkey ? `${TITLES[action]}: ${passkey.Name}` : TITLES[action]
  return (
    <SidePanel title={title} isOpen={opened !== undefined} onClose={onClose}>
      {opened && action === 'add' && <AddPasskey onClose={onClose} />}
      {passkey && action === 'rename' && <RenamePasskey passkey={passkey} onClose={onClose} />}
      {passkey && action === 'remove' && <RemovePasskey passkey={passkey} onClose={onClose} />}
    </SidePanel>
  )
}
