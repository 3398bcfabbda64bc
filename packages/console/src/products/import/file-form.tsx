/** The choice of a file, and what the hub cannot recognise by itself. */
import { Button, Checkbox, Collapse, FileInput, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { Problem } from '../../components/page/problem.tsx'
import type { ImportOptions } from './queries.ts'
import { type ChangedOptions, ReadOptions } from './read-options.tsx'

/** What the form contains. */
export interface ImportForm {
  readonly file: File | null
  readonly options: ImportOptions
}

export function FileForm({
  form,
  onChange,
  upload,
  onCheck,
}: {
  readonly form: ImportForm
  readonly onChange: (form: ImportForm) => void
  readonly upload: { readonly isPending: boolean; readonly error: unknown }
  readonly onCheck: () => void
}) {
  const [hasOptions, { toggle }] = useDisclosure()
  const { file, options } = form
  const set = (changed: ChangedOptions) => {
    const all = Object.entries({ ...options, ...changed }).filter(([, value]) => value)
    onChange({ file, options: Object.fromEntries(all) as ImportOptions })
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
          description="A product file of Shopify, WooCommerce, Magento 2, Wix or PrestaShop, a feed of Google Merchant, or CSV and NDJSON with the fields of the API. Up to 2 GiB."
          placeholder="Choose a file"
          clearable
          value={file}
          onChange={(next) => onChange({ file: next, options })}
        />
        <Checkbox
          label="The file has all products of its shop"
          description="Products that earlier imports of this shop brought and the file does not have are deactivated."
          checked={options.complete ?? false}
          onChange={({ currentTarget }) => set({ complete: currentTarget.checked })}
        />
        <Button variant="subtle" size="xs" onClick={toggle} aria-expanded={hasOptions}>
          Say how the file is to be read
        </Button>
        <Collapse expanded={hasOptions}>
          <ReadOptions options={options} onChange={set} />
        </Collapse>
        {upload.error !== null && <Problem error={upload.error} />}
        <Button type="submit" disabled={file === null} loading={upload.isPending}>
          Check the file
        </Button>
        <Text size="sm" c="dimmed">
          The check stores no product: it says what an import would do.
        </Text>
      </Stack>
    </form>
  )
}
