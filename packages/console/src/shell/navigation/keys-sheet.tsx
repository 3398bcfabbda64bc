/** The sheet of keys, which the key ? opens. */
import { Kbd, Modal, Stack, Table, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isKeyOfOthers, shownListKeys } from '../../components/list/list-keys.ts'

const EVERYWHERE = [
  { key: 'Ctrl K', label: 'Search, or jump to a page' },
  { key: '/', label: 'Search' },
  { key: '?', label: 'Show these keys' },
] as const

type Keys = readonly { readonly key: string; readonly label: string }[]

export function KeysSheet() {
  // The keys of the list of the page, from when the sheet is opened.
  const [listKeys, setListKeys] = useState<Keys>()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || isKeyOfOthers(event)) return
      event.preventDefault()
      setListKeys(shownListKeys())
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <Modal
      opened={listKeys !== undefined}
      onClose={() => setListKeys(undefined)}
      title="Keys"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {listKeys !== undefined && listKeys.length > 0 && (
          <KeyTable title="In this list" keys={listKeys} />
        )}
        <KeyTable title="Everywhere" keys={EVERYWHERE} />
        <Text size="sm" c="dimmed">
          They work while no field has the focus. Ctrl K works in fields, too.
        </Text>
      </Stack>
    </Modal>
  )
}

function KeyTable({ title, keys }: { readonly title: string; readonly keys: Keys }) {
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
