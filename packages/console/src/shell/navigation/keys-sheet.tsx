/** The sheet of keys, which the key ? opens. */
import { createUseExternalEvents, Kbd, Modal, Stack, Table, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isKeyOfOthers, shownListKeys } from '../../components/list/list-keys.ts'
import { shownPageKeys } from '../../components/list/page-keys.ts'

const EVERYWHERE = [
  { key: 'Ctrl K', label: 'Search, or jump to a page' },
  { key: '/', label: 'Search' },
  { key: '?', label: 'Show these keys' },
] as const

type Keys = readonly { readonly key: string; readonly label: string }[]

const [useKeysEvents, createKeysEvent] = createUseExternalEvents<{ open: () => void }>(
  'entrepot-keys',
)

/** Opens the sheet. */
export const openKeys = createKeysEvent('open')

export function KeysSheet() {
  // The keys of the page and of its list, from when the sheet is opened.
  const [shown, setShown] = useState<{ readonly page: Keys; readonly list: Keys }>()
  useKeysEvents({ open: () => setShown({ page: shownPageKeys(), list: shownListKeys() }) })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || isKeyOfOthers(event)) return
      event.preventDefault()
      openKeys()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <Modal
      opened={shown !== undefined}
      onClose={() => setShown(undefined)}
      title="Keys"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <KeyTable title="On this page" keys={shown?.page ?? []} />
        <KeyTable title="In this list" keys={shown?.list ?? []} />
        <KeyTable title="Everywhere" keys={EVERYWHERE} />
        <Text size="sm" c="dimmed">
          Shortcuts work when no field is focused. Ctrl K also works in fields.
        </Text>
      </Stack>
    </Modal>
  )
}

function KeyTable({ title, keys }: { readonly title: string; readonly keys: Keys }) {
  if (keys.length === 0) return null
  return (
    <section>
      <Title order={2} size="h6" mb={4}>
        {title}
      </Title>
      <Table fz="sm">
        <Table.Tbody>
          {keys.map(({ key, label }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" w={96} fw={400}>
                <Kbd>{key}</Kbd>
              </Table.Th>
              <Table.Td>{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
