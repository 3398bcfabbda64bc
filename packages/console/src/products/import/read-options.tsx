/** What a person can say about a file, where the hub does not recognise it. */
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { ImportOptions } from './queries.ts'

const FORMATS = [
  { value: 'entrepot', label: 'CSV with the fields of the API' },
  { value: 'ndjson', label: 'NDJSON' },
  { value: 'shopify', label: 'Shopify' },
  { value: 'woocommerce', label: 'WooCommerce' },
  { value: 'magento', label: 'Magento 2' },
  { value: 'google', label: 'Google Merchant' },
]
const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16, little-endian' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
  { value: 'windows-1252', label: 'Windows-1252' },
]
const DELIMITERS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
]
const QUOTES = [
  { value: 'true', label: 'Enclose fields' },
  { value: 'false', label: 'Are part of the text' },
]
const DECIMALS = [
  { value: '.', label: 'Point' },
  { value: ',', label: 'Comma' },
]

/** The options that are a choice. */
const CHOICES = [
  { name: 'format', label: 'Format', data: FORMATS },
  { name: 'encoding', label: 'Encoding', data: ENCODINGS },
  { name: 'delimiter', label: 'Delimiter of fields', data: DELIMITERS },
  { name: 'quotes', label: 'Double quotes', data: QUOTES },
  { name: 'decimal', label: 'Decimal separator', data: DECIMALS },
] as const

/** The options of an import. `onChange` gets what changed; null and empty texts mean that the hub decides. */
export function ReadOptions({
  options,
  onChange,
}: {
  readonly options: ImportOptions
  readonly onChange: (changed: Partial<Record<keyof ImportOptions, string | null>>) => void
}) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {CHOICES.map(({ name, label, data }) => (
        <Select
          key={name}
          label={label}
          placeholder="Recognised"
          clearable
          data={data}
          value={options[name]?.toString() ?? null}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <TextInput
        label="Stock of uncounted products"
        placeholder="Stays as it is"
        description="A number, or available:100"
        value={options.unmanagedStock ?? ''}
        onChange={({ currentTarget }) => onChange({ unmanagedStock: currentTarget.value })}
      />
      <TextInput
        type="url"
        label="Address of relative images"
        placeholder="https://shop.example/media/"
        description="Paths of images in the file begin there"
        value={options.imageBase ?? ''}
        onChange={({ currentTarget }) => onChange({ imageBase: currentTarget.value })}
      />
    </SimpleGrid>
  )
}
