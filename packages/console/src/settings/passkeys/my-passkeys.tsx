/** The passkeys of the person: adds, renames and removes them. */
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PlainColumn, PlainTable } from '../../components/list/record-table.tsx'
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
  const columns: readonly PlainColumn<Passkey>[] = [
    { header: 'Name', breaks: true, cell: ({ Name }) => Name },
    { header: 'Added', cell: ({ CreatedAt }) => <Moment at={CreatedAt} /> },
    { header: 'Last used', cell: ({ LastUsedAt }) => <Moment at={LastUsedAt} /> },
    {
      header: actionsHeader(),
      isNumber: true,
      cell: (passkey) => (
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
      ),
    },
  ]
  return (
    <PlainTable
      minWidth={300}
      aria-label="Passkeys"
      rows={passkeys}
      columns={columns}
      idOf={({ Id }) => Id}
    />
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
