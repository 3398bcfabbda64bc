/** The fields of the form of a product, in their parts. */
import { Grid, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { issueOf } from '../../components/form/issue-of.ts'
import { Section } from '../../components/page/section.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { ExtraFields } from './extra-fields.tsx'
import { type Field, type FieldPart, fieldsOf, hintOf } from './fields.ts'
import type { FormProps } from './form.ts'
import { PictureFields } from './picture-fields.tsx'

const PARTS: readonly { readonly part: FieldPart; readonly title: string }[] = [
  { part: 'basics', title: 'Name and description' },
  { part: 'offer', title: 'Price and stock' },
  { part: 'identity', title: 'Identifiers and links' },
  { part: 'variant', title: 'If this is a variant of another product' },
]

/**
 * @param first a part before the fields
 * @param children further parts, below the fields
 */
export function ProductFields({
  children,
  first,
  ...props
}: FormProps & { readonly children?: ReactNode; readonly first?: ReactNode }) {
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack>
          {first}
          {PARTS.map(({ part, title }) => (
            <Section key={part} title={title}>
              <PartFields part={part} {...props} />
            </Section>
          ))}
          {children}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack>
          <PictureFields {...props} />
          <ExtraFields {...props} />
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

function PartFields({ part, ...props }: FormProps & { readonly part: FieldPart }) {
  const fields = fieldsOf(part)
  const short = fields.filter(({ kind }) => kind !== 'text')
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {short.map((field) => (
          <FieldInput key={field.name} field={field} {...props} />
        ))}
      </SimpleGrid>
      {fields
        .filter(({ kind }) => kind === 'text')
        .map((field) => (
          <FieldInput key={field.name} field={field} {...props} />
        ))}
    </Stack>
  )
}

function FieldInput({
  field,
  form,
  currency,
  issues,
  error,
  hasVariants = false,
  onChange,
}: FormProps & { readonly field: Field }) {
  const { name, label, kind } = field
  const { data: customer } = useQuery(customerQuery(useSession()))
  const isOfVariants = hasVariants && name === 'Stock'
  const set = (text: string) => onChange({ ...form, values: { ...form.values, [name]: text } })
  const common = {
    label: kind === 'amount' ? `${label} in ${currency}` : label,
    description: isOfVariants ? 'Set per variant, below' : hintOf(field, customer?.VatRule),
    value: isOfVariants ? '' : form.values[name],
    disabled: isOfVariants,
    error: issues[`/${name}`] ?? issueOf(error, `/${name}`),
    required: name === 'Name',
    inputWrapperOrder: [...ORDER],
  }
  if (kind === 'text') {
    return (
      <Textarea
        {...common}
        autosize
        minRows={3}
        maxRows={16}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...common}
      autoComplete="off"
      inputMode={INPUT_MODES[kind]}
      {...(kind === 'percent' && { rightSection: '%' })}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

/** Hints below the inputs, so that those beside each other line up. */
const ORDER = ['label', 'input', 'description', 'error'] as const

const INPUT_MODES = {
  line: 'text',
  amount: 'decimal',
  percent: 'decimal',
  units: 'numeric',
} as const
