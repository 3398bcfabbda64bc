import { SimpleGrid, TextInput } from '@mantine/core'
import { issueOf } from '../../components/form/issue-of.ts'
import type { OrderForm } from './form.ts'
import type { FormProps } from './line-fields.tsx'

type TextName = keyof OrderForm['texts']

/** Fields for texts of an order. */
export function TextFields<Name extends TextName>({
  labels,
  hints,
  form,
  issues,
  error,
  onChange,
}: FormProps & {
  readonly labels: Readonly<Record<Name, string>>
  readonly hints?: Readonly<Partial<Record<Name, string>>>
}) {
  const { texts } = form
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {(Object.keys(labels) as Name[]).map((name) => (
        <TextInput
          key={name}
          size="sm"
          label={labels[name]}
          description={hints?.[name]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          value={texts[name]}
          error={issues[`/${name}`] ?? issueOf(error, `/${name}`)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...form, texts: { ...texts, [name]: value } })
          }
        />
      ))}
    </SimpleGrid>
  )
}
