/** The choice of a file, and what the hub cannot recognise by itself. */
import { Button, Checkbox, Collapse, FileInput, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { download } from '../../hub/raw-call.ts'
import { useSession } from '../../hub/session.tsx'
import type { ImportOptions } from './queries.ts'
import { type ChangedOptions, ReadOptions } from './read-options.tsx'

/** What the form contains. */
export interface ImportForm {
  readonly file: File | null
  readonly options: ImportOptions
  /** Whether the columns are chosen although the hub knows the format. */
  readonly isByHand: boolean
}

export function FileForm({
  form,
  onChange,
  upload,
  onCheck,
  onClose,
}: {
  readonly form: ImportForm
  readonly onChange: (form: ImportForm) => void
  readonly upload: { readonly isPending: boolean; readonly error: unknown }
  readonly onCheck: () => void
  readonly onClose: () => void
}) {
  const [hasOptions, { toggle }] = useDisclosure()
  const { file, options, isByHand } = form
  const set = (changed: ChangedOptions) => {
    const all = Object.entries({ ...options, ...changed }).filter(([, value]) => value)
    onChange({ ...form, options: Object.fromEntries(all) as ImportOptions })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (file && !upload.isPending) onCheck()
  }
  return (
    <form onSubmit={send}>
      <Stack>
        <FileInput
          label="File"
          data-autofocus
          description="A CSV file with any columns; a product file of Shopify, WooCommerce, Magento 2, Wix or PrestaShop; a feed of Google Merchant; or NDJSON. Up to 2 GiB."
          placeholder="Choose a file"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove file' }}
          value={file}
          onChange={(next) => onChange({ ...form, file: next })}
        />
        <Template />
        <Checkbox
          label="The file is complete: deactivate products that are not in it"
          description="Only products whose last import had the same source: see Source of the file under Reading options. Products that you entered by hand stay active. The check says how many there are."
          checked={options.complete ?? false}
          onChange={({ currentTarget }) => set({ complete: currentTarget.checked })}
        />
        <div>
          <Button {...LINK} onClick={toggle} aria-expanded={hasOptions}>
            Reading options
          </Button>
        </div>
        <Collapse expanded={hasOptions}>
          <Stack>
            <ReadOptions options={options} onChange={set} />
            <Checkbox
              label="Map the columns yourself, even for a shop file"
              checked={isByHand}
              onChange={({ currentTarget }) =>
                onChange({ ...form, isByHand: currentTarget.checked })
              }
            />
          </Stack>
        </Collapse>
        {upload.error !== null && <Problem error={upload.error} />}
        <Text size="sm" c="dimmed">
          The check saves nothing. It shows what the import would do.
        </Text>
        <Group>
          <Button type="submit" disabled={file === null} loading={upload.isPending}>
            Check the file
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A button that begins where the fields do. */
const LINK = { variant: 'transparent', size: 'compact-sm', px: 0 } as const

/** A file to begin with, as the spreadsheets of the reader write numbers. */
function Template() {
  const session = useSession()
  const file = useMutation({
    mutationFn: async () => {
      const decimal = formatNumber(1.5).includes(',') ? ',' : '.'
      const path = `/v2/imports/template?${new URLSearchParams({ decimal })}`
      await download(session, 'getImportTemplate', path, 'products.csv')
    },
  })
  return (
    <div>
      <Button {...LINK} loading={file.isPending} onClick={() => file.mutate()}>
        Download a template to fill in
      </Button>
      {file.error && <Problem error={file.error} />}
    </div>
  )
}
