/** Stores the rows that the filter of a list selects as a file. */
import { Button, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Problem } from '../components/page/problem.tsx'
import { download } from './raw-call.ts'
import { useSession } from './session.tsx'

const FORMATS = [
  { format: 'csv', label: 'CSV, for spreadsheets' },
  { format: 'ndjson', label: 'NDJSON, one object per line' },
] as const

export function ExportButton({
  name,
  operation,
  filter,
  refusal,
  size = 'sm',
}: {
  /** The name of the export, as in its path. */
  readonly name: 'products' | 'orders' | 'order-lines'
  readonly operation: string
  /** The filter of the list. Lists of values are sent as one parameter each. */
  readonly filter: Readonly<Record<string, unknown>>
  /** Why this filter cannot be exported. */
  readonly refusal?: string | undefined
  readonly size?: 'xs' | 'sm'
}) {
  const session = useSession()
  const file = useMutation({
    mutationFn: async (format: string) => {
      const query = new URLSearchParams({ format })
      for (const [key, value] of Object.entries(filter)) {
        for (const one of Array.isArray(value) ? value : [value]) query.append(key, String(one))
      }
      const path = `/v2/exports/${name}?${query}`
      await download(session, operation, path, `${name}.${format}`)
    },
    onError: (error) => {
      const message = <Problem error={error} />
      notifications.show({ withBorder: false, p: 0, message, autoClose: false })
    },
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size={size}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={file.isPending}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {refusal && (
          <Text size="xs" maw={220} p="xs">
            {refusal}
          </Text>
        )}
        {FORMATS.map(({ format, label }) => (
          <Menu.Item
            key={format}
            disabled={refusal !== undefined}
            onClick={() => file.mutate(format)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
