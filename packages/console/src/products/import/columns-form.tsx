/** The columns of a file, with a choice what each of them is. */
import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'
import { ColumnRow } from './column-row.tsx'
import {
  type Choices,
  choicesOf,
  type FileColumns,
  missingOf,
  proposalsOf,
  rivalsOf,
} from './columns.ts'
import { issueOfConstant, openFields, type TypedConstants, typedOf } from './constants.ts'
import { ConstantsForm } from './constants-form.tsx'
import { mappingsQuery } from './queries.ts'

/** What a person has said of the columns. */
export interface ChosenColumns {
  readonly choices: Choices
  /** The kept mapping that the choices come from; empty if they come from the words of the columns. */
  readonly from: string
  /** Under which name the choices are kept; empty if they are not. */
  readonly name: string
  /** The values of all products. */
  readonly constants: TypedConstants
}

const WORDS = ''

export function ColumnsForm({
  file,
  chosen,
  onChange,
  check,
  onCheck,
  onBack,
}: {
  readonly file: FileColumns
  readonly chosen: ChosenColumns
  readonly onChange: (chosen: ChosenColumns) => void
  readonly check: { readonly isPending: boolean; readonly error: unknown }
  readonly onCheck: () => void
  readonly onBack: () => void
}) {
  const { choices, name, constants } = chosen
  const rivals = rivalsOf(choices)
  const missing = missingOf(choices)
  const isBlocked =
    missing.includes('MerchantProductReference') ||
    Object.keys(rivals).length > 0 ||
    openFields(choices).some((field) => issueOfConstant(field, constants[field] ?? ''))
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlocked && !check.isPending) onCheck()
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text size="sm">
          Map each column of the file. Suggestions are based on the column names.
        </Text>
        {file.Resembles && (
          <Alert color="yellow" variant="light">
            The file resembles {file.Resembles}. Check that each row is one product.
          </Alert>
        )}
        <KeptMappings file={file} chosen={chosen} onChange={onChange} />
        <Stack
          gap="sm"
          component="ul"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label="Columns"
        >
          {file.Columns.map((column) => (
            <ColumnRow
              key={column.Name}
              column={column}
              target={choices[column.Name] ?? 'ExtraData'}
              rival={rivals[column.Name]}
              onChange={(target) =>
                onChange({ ...chosen, choices: { ...choices, [column.Name]: target } })
              }
            />
          ))}
        </Stack>
        <Missing missing={missing} />
        <ConstantsForm
          choices={choices}
          typed={constants}
          onChange={(typed) => onChange({ ...chosen, constants: typed })}
        />
        <TextInput
          label="Save this mapping as"
          description="Optional. Used for the next file with the same columns."
          placeholder="Such as the name of a supplier"
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => onChange({ ...chosen, name: currentTarget.value })}
        />
        {check.error !== null && <Problem error={check.error} />}
        <Group>
          <Button type="submit" disabled={isBlocked} loading={check.isPending}>
            Check the file
          </Button>
          <Button variant="default" onClick={onBack}>
            Choose another file
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What no column is, before the file is checked. */
function Missing({ missing }: { readonly missing: ReturnType<typeof missingOf> }) {
  return (
    <div role="status">
      {missing.includes('MerchantProductReference') && (
        <Alert color="red" variant="light" title="No column is the reference">
          Each product needs a unique reference, such as a SKU. Choose its column.
        </Alert>
      )}
      {missing.includes('Price') && (
        <Alert
          color="yellow"
          variant="light"
          title="No column is a price"
          mt={missing.length > 1 ? 'xs' : 0}
        >
          New products are saved without a price. Existing products keep theirs.
        </Alert>
      )}
    </div>
  )
}

/** The choice between the words of the columns and the kept mappings that fit them. */
function KeptMappings({
  file,
  chosen,
  onChange,
}: Pick<Parameters<typeof ColumnsForm>[0], 'file' | 'chosen' | 'onChange'>) {
  const { data } = useQuery(mappingsQuery(useSession()))
  if (file.Mappings.length === 0) return null
  const choose = (from: string) => {
    const kept = data?.find(({ Name }) => Name === from)
    onChange({
      ...{ from, name: from, constants: kept ? typedOf(kept) : {} },
      choices: kept ? choicesOf(kept, file) : proposalsOf(file),
    })
  }
  const names = file.Mappings.map((name) => ({ value: name, label: `Saved mapping: ${name}` }))
  return (
    <Select
      label="Read the columns"
      description="You have imported a file with these columns before."
      allowDeselect={false}
      data={[{ value: WORDS, label: 'By name' }, ...names]}
      value={chosen.from}
      onChange={(from) => choose(from ?? WORDS)}
    />
  )
}
