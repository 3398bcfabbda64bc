/** The variants of a product that is about to be created. */
import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { issueOf } from '../../components/form/issue-of.ts'
import { IconButton } from '../../components/form/rows/icon-button.tsx'
import { Section } from '../../components/page/section.tsx'
import { NEW_VARIANT, nameOf, VARIANT_FIELDS, type VariantForm } from './variants.ts'

export function VariantRows({
  variants,
  parent,
  issues,
  error,
  onChange,
}: {
  readonly variants: readonly VariantForm[]
  /** What is typed of the product. */
  readonly parent: { readonly Name: string; readonly Price: string }
  readonly issues: Readonly<Record<string, string>>
  readonly error: unknown
  readonly onChange: (variants: readonly VariantForm[]) => void
}) {
  return (
    <Section title="Variants">
      <Stack>
        <Text size="sm" c="dimmed">
          A product with variants, such as sizes, is sold only through them. They have their own
          stock, and get its VAT, and its price unless they have their own.
        </Text>
        {variants.map((variant, index) => (
          <Card
            // biome-ignore lint/suspicious/noArrayIndexKey: a reference is what is being typed
            key={index}
            withBorder
            padding="sm"
            role="group"
            aria-label={`Variant ${index + 1}`}
          >
            <Group justify="space-between" mb="xs">
              <Text size="sm" fw={500}>
                Variant {index + 1}
              </Text>
              <IconButton
                icon={IconTrash}
                label={`Remove variant ${index + 1}`}
                onClick={() => onChange(variants.toSpliced(index, 1))}
              />
            </Group>
            <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm">
              {VARIANT_FIELDS.map(({ name, label }) => (
                <TextInput
                  key={name}
                  size="sm"
                  label={label}
                  autoComplete="off"
                  required={name === 'MerchantProductReference'}
                  {...(name === 'Name' && { placeholder: nameOf(variant, parent.Name) })}
                  {...(name === 'Price' && { placeholder: parent.Price })}
                  value={variant[name]}
                  error={
                    issues[`/Children/${index}/${name}`] ??
                    issueOf(error, `/Children/${index}/${name}`)
                  }
                  onChange={({ currentTarget }) =>
                    onChange(variants.with(index, { ...variant, [name]: currentTarget.value }))
                  }
                />
              ))}
            </SimpleGrid>
          </Card>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...variants, NEW_VARIANT])}
          >
            Add a variant
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
