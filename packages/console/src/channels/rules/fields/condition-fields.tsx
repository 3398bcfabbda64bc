/** A condition as rows: a field, an operator and a value. */
import {
  type Condition,
  conditionWords,
  EXTRA_DATA,
  OPERATOR_WORDS,
} from '@entrepot/marketplace/offer-rules'
import {
  Button,
  Flex,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { IconButton } from '../../../components/form/rows/icon-button.tsx'
import {
  type ConditionForm,
  type ConditionRow,
  type FieldRow,
  newRow,
  withField,
  withOperator,
} from '../model/condition.ts'
import { FIELD_OPTIONS, type Operator, operatorsOf } from '../model/fields.ts'
import { FIELD_HEIGHT } from './number-field.tsx'
import { OperandField } from './operand-field.tsx'
import { useIssue, useRules } from './rule-context.tsx'

interface Props {
  readonly form: ConditionForm
  /** The JSON pointer of the condition. */
  readonly path: string
  /** What the condition is for, such as `Products for which`. */
  readonly label: string
  readonly onChange: (form: ConditionForm) => void
}

export function ConditionFields({ form, path, label, onChange }: Props) {
  const { isReadOnly } = useRules()
  const issue = useIssue(path)
  const { match, isList, rows } = form
  const setRows = (changed: readonly ConditionRow[]) => onChange({ ...form, rows: changed })
  const isOwn = rows.length === 0 && issue !== undefined
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Group gap="xs">
        {rows.length > 0 && (
          <Text size="sm" fw={500}>
            {label}
          </Text>
        )}
        {rows.length > 1 && (
          <SegmentedControl
            size="xs"
            readOnly={isReadOnly}
            aria-label={`${label}: how many`}
            value={match}
            onChange={(value) => onChange({ ...form, match: value as 'all' | 'any' })}
            data={[
              { value: 'all', label: 'all are true' },
              { value: 'any', label: 'at least one is true' },
            ]}
          />
        )}
      </Group>
      {rows.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          number={index + 1}
          path={rows.length > 1 || isList ? `${path}/${match}/${index}` : path}
          onChange={(changed) => setRows(rows.with(index, changed))}
          onRemove={() => setRows(rows.toSpliced(index, 1))}
        />
      ))}
      {isOwn && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          Add a condition.
        </Text>
      )}
      {!isReadOnly && (
        <Button
          size="compact-sm"
          variant="subtle"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setRows([...rows, newRow()])}
        >
          Add a condition
        </Button>
      )}
    </Stack>
  )
}

function Row({
  row,
  number,
  path,
  onChange,
  onRemove,
}: {
  readonly row: ConditionRow
  readonly number: number
  readonly path: string
  readonly onChange: (row: FieldRow) => void
  readonly onRemove: () => void
}) {
  const { isReadOnly } = useRules()
  return (
    <Flex gap="xs" align="flex-start" role="group" aria-label={`Condition ${number}`}>
      {row.kind === 'field' ? (
        <FieldParts row={row} path={path} onChange={onChange} />
      ) : (
        <Text size="sm" flex={1} py={6} style={{ overflowWrap: 'anywhere' }}>
          {conditionWords(row.condition as Condition)}
        </Text>
      )}
      {!isReadOnly && (
        <Flex mih={FIELD_HEIGHT} align="center">
          <IconButton icon={IconTrash} label={`Remove condition ${number}`} onClick={onRemove} />
        </Flex>
      )}
    </Flex>
  )
}

function FieldParts({
  row,
  path,
  onChange,
}: {
  readonly row: FieldRow
  readonly path: string
  readonly onChange: (row: FieldRow) => void
}) {
  const { isReadOnly } = useRules()
  const issue = useIssue(`${path}/Field`)
  const { field, operator } = row
  const isExtra = field.startsWith(EXTRA_DATA)
  return (
    <Group gap="xs" flex={1} align="flex-start">
      <Select
        aria-label="Field"
        flex="1 1 140px"
        searchable
        allowDeselect={false}
        readOnly={isReadOnly}
        data={FIELD_OPTIONS}
        value={isExtra ? EXTRA_DATA : field}
        error={!isExtra && issue}
        onChange={(chosen) => chosen !== null && onChange(withField(row, chosen))}
      />
      {isExtra && (
        <TextInput
          aria-label="Name in the extra data"
          placeholder="Season"
          flex="1 1 110px"
          readOnly={isReadOnly}
          value={field.slice(EXTRA_DATA.length)}
          error={issue}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...row, field: EXTRA_DATA + value })
          }
        />
      )}
      <Select
        aria-label="Comparison"
        flex="1 1 110px"
        allowDeselect={false}
        readOnly={isReadOnly}
        data={operatorsOf(field).map((value) => ({ value, label: OPERATOR_WORDS[value] }))}
        value={operator}
        onChange={(chosen) => chosen !== null && onChange(withOperator(row, chosen as Operator))}
      />
      <OperandField row={row} path={`${path}/${operator}`} onChange={onChange} />
    </Group>
  )
}
