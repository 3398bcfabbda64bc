/** What a person can say about a file, where the hub does not recognise it. */
import type { CatalogueEncoding, CatalogueFormat } from '@entrepot/catalogues'
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { optionsOf } from '../../components/form/options.ts'
import type { ImportOptions } from './queries.ts'

/** A record, so that the compiler finds a format of the readers that is missing. */
const FORMATS: Readonly<Record<CatalogueFormat, string>> = {
  entrepot: 'CSV with the fields of the API',
  ndjson: 'NDJSON',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  magento: 'Magento 2',
  google: 'Google Merchant',
  wix: 'Wix',
  prestashop: 'PrestaShop',
}
/** The common encodings. The others are options of the API and of the command. */
const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  macintosh: 'Western European (Macintosh)',
  shift_jis: 'Japanese (Shift_JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gbk: 'Chinese, simplified (GBK)',
  gb18030: 'Chinese, simplified (GB 18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
} satisfies Partial<Record<CatalogueEncoding, string>>
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
  { name: 'format', label: 'Format', data: optionsOf(FORMATS) },
  { name: 'encoding', label: 'Encoding', data: optionsOf(ENCODINGS) },
  { name: 'delimiter', label: 'Delimiter of fields', data: DELIMITERS },
  { name: 'quotes', label: 'Double quotes', data: QUOTES },
  { name: 'decimal', label: 'Decimal separator', data: DECIMALS },
] as const

/** Options as a form has them. */
export type ChangedOptions = Partial<Record<keyof ImportOptions, string | boolean | null>>

/** The options of an import. `onChange` gets what changed; null and empty texts mean that the hub decides. */
export function ReadOptions({
  options,
  onChange,
}: {
  readonly options: ImportOptions
  readonly onChange: (changed: ChangedOptions) => void
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
        description="Image paths in the file are relative to it"
        value={options.imageBase ?? ''}
        onChange={({ currentTarget }) => onChange({ imageBase: currentTarget.value })}
      />
      <TextInput
        label="Source of the file"
        placeholder="The format of the file"
        description="Such as the name of a shop"
        maxLength={100}
        value={options.source ?? ''}
        onChange={({ currentTarget }) => onChange({ source: currentTarget.value })}
      />
    </SimpleGrid>
  )
}
