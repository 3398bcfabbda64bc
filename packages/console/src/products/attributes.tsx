/** The attributes of a product, and its extra data. */
import { Anchor, Code, Spoiler } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../components/page/section.tsx'
import { FactsTable } from '../components/values/facts-table.tsx'
import { formatPercent } from '../components/values/language.ts'
import { Money } from '../components/values/money.tsx'
import type { Product } from './queries.ts'

/** The attributes in their order, with their labels. */
const ATTRIBUTES = [
  ['Brand', 'Brand'],
  ['CategoryTrail', 'Category'],
  ['Ean', 'EAN'],
  ['ManufacturerProductNumber', "Manufacturer's number"],
  ['Size', 'Size'],
  ['Color', 'Colour'],
  ['MSRP', 'Suggested retail price'],
  ['PurchasePrice', 'Purchase price'],
  ['ShippingCost', 'Shipping costs'],
  ['ShippingTime', 'Delivery time'],
  ['DiscountRate', 'Discount'],
  ['VatRate', 'VAT'],
  ['VatClass', 'VAT class'],
  ['ChannelProductReference', 'Reference for channels'],
  ['Url', 'Product page URL'],
  ['Description', 'Description'],
  ['Details', 'Details'],
] as const satisfies readonly (readonly [keyof Product, string])[]

type Attribute = (typeof ATTRIBUTES)[number][0]

const AMOUNTS: readonly Attribute[] = ['MSRP', 'PurchasePrice', 'ShippingCost']
const RATES: readonly Attribute[] = ['DiscountRate', 'VatRate']
const TEXTS: readonly Attribute[] = ['Description', 'Details']

export function AttributesTable({
  product,
  currency,
}: {
  readonly product: Product
  readonly currency: string
}) {
  const shown = ATTRIBUTES.filter(([name]) => product[name] !== null && product[name] !== '')
  return (
    <Section title="Attributes">
      {shown.length === 0 && 'Only name and reference are set.'}
      <FactsTable
        nameWidth="35%"
        facts={shown.map(([name, label]) => [
          label,
          showAttribute(name, product[name] ?? '', currency),
        ])}
      />
    </Section>
  )
}

function showAttribute(name: Attribute, value: string | number, currency: string): ReactNode {
  if (AMOUNTS.includes(name)) return <Money amount={Number(value)} currency={currency} />
  if (RATES.includes(name)) return formatPercent(Number(value))
  if (TEXTS.includes(name)) {
    return (
      <Spoiler maxHeight={110} showLabel="Show all" hideLabel="Show less">
        <span style={{ whiteSpace: 'pre-line' }}>{value}</span>
      </Spoiler>
    )
  }
  if (name !== 'Url') return value
  return (
    <Anchor inherit href={String(value)} target="_blank" rel="noreferrer">
      {value}
    </Anchor>
  )
}

/** Texts as texts, everything else as JSON. */
export function ExtraDataTable({ data }: { readonly data: NonNullable<Product['ExtraData']> }) {
  if (Object.keys(data).length === 0) return null
  return (
    <Section title="Extra data">
      <FactsTable
        nameWidth="35%"
        facts={Object.entries(data).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : <Code key={name}>{JSON.stringify(value)}</Code>,
        ])}
      />
    </Section>
  )
}
