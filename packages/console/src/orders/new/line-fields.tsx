/** The lines of an order that is entered by hand, and the field that adds one. */
import { Card, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { issueOf } from '../../components/form/issue-of.ts'
import { IconButton } from '../../components/form/rows/icon-button.tsx'
import { Section } from '../../components/page/section.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { Money } from '../../components/values/money.tsx'
import { formatTyped } from '../../components/values/money-input.ts'
import { ProductPicker } from '../actions/product-picker.tsx'
import type { LineForm, OrderForm } from './form.ts'
import type { SoldProduct } from './use-products.ts'

/** What the parts of the form need. */
export interface FormProps {
  readonly form: OrderForm
  readonly currency: string
  /** What is wrong with what was typed, by JSON pointer. */
  readonly issues: Readonly<Record<string, string>>
  /** What the hub has refused. */
  readonly error: unknown
  readonly onChange: (form: OrderForm) => void
}

export function LineFields({
  products,
  sums,
  onAdd,
  ...props
}: FormProps & {
  readonly products: ReadonlyMap<string, SoldProduct>
  /** What each line comes to. */
  readonly sums: ReadonlyMap<number, number>
  readonly onAdd: (product: string) => void
}) {
  const { form, issues, error, onChange } = props
  const set = (lines: readonly LineForm[]) => onChange({ ...form, lines })
  return (
    <Section title="Products">
      <Stack>
        {/* Above the lines: below them, each new line would push it out of sight, and its options with it. */}
        <ProductPicker
          label="Add a product"
          description="The units can be changed below."
          value={null}
          error={issues['/Lines'] ?? (form.lines.length === 0 && issueOf(error, '/Lines'))}
          onChange={(reference) => reference !== null && onAdd(reference)}
        />
        {form.lines
          .map((line, index) => (
            <LineCard
              key={line.product}
              {...{ ...props, line, index, product: products.get(line.product) }}
              sum={sums.get(index) ?? 0}
              onLine={(changed) => set(form.lines.with(index, changed))}
              onRemove={() => set(form.lines.toSpliced(index, 1))}
            />
          ))
          .toReversed()}
      </Stack>
    </Section>
  )
}

function LineCard({
  line,
  index,
  product,
  sum,
  currency,
  issues,
  error,
  onLine,
  onRemove,
}: FormProps & {
  readonly line: LineForm
  readonly index: number
  readonly product: SoldProduct | undefined
  readonly sum: number
  readonly onLine: (line: LineForm) => void
  readonly onRemove: () => void
}) {
  const issue = (name: string) =>
    issues[`/Lines/${index}/${name}`] ?? issueOf(error, `/Lines/${index}/${name}`)
  const { offer } = product ?? {}
  const proposed = offer?.currency === currency ? formatTyped(offer.price, currency) : ''
  const common = { size: 'sm', autoComplete: 'off', inputMode: 'decimal' } as const
  return (
    <Card withBorder padding="sm" role="group" aria-label={line.product}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <div style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          <Text size="sm" fw={500}>
            {product?.name ?? line.product}
          </Text>
          <Text size="xs" c="dimmed">
            {line.product}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <Money amount={sum} currency={currency} />
          <IconButton icon={IconTrash} label={`Remove ${line.product}`} onClick={onRemove} />
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
        <TextInput
          {...common}
          label="Units"
          value={line.units}
          error={issue('Quantity')}
          onChange={({ currentTarget: { value } }) => onLine({ ...line, units: value })}
        />
        <TextInput
          {...common}
          label="Unit price"
          value={line.price ?? proposed}
          error={issue('UnitPriceInclVat')}
          onChange={({ currentTarget: { value } }) => onLine({ ...line, price: value })}
        />
        <TextInput
          {...common}
          label="Discount"
          placeholder="On all units"
          value={line.discount}
          error={issue('DiscountInclVat')}
          onChange={({ currentTarget: { value } }) => onLine({ ...line, discount: value })}
        />
      </SimpleGrid>
      <Available units={Number(line.units)} available={product?.available} />
    </Card>
  )
}

/** How many units there are. To sell more is allowed: the hub takes each order that a buyer has placed. */
function Available({
  units,
  available,
}: {
  readonly units: number
  readonly available: number | undefined
}) {
  if (available === undefined) return null
  const short = units - available
  return (
    <Group gap={6} mt="xs" wrap="nowrap" role="status">
      {short > 0 && <IconAlertTriangle size={16} aria-hidden style={{ flexShrink: 0 }} />}
      <Text size="sm" fw={short > 0 ? 500 : undefined}>
        {formatNumber(available)} available
        {short > 0 && `: ${formatNumber(short)} missing. You can sell them and ship them later.`}
      </Text>
    </Group>
  )
}
