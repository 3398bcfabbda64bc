/** One column of a file: its name, samples of its cells, and the choice what it is. */
import type { ColumnTarget } from '@entrepot/catalogues'
import { Select, SimpleGrid, Text } from '@mantine/core'
import { optionsOf } from '../../components/form/options.ts'
import { doubtOf, type FileColumns, TARGET_LABELS } from './columns.ts'

const OPTIONS = optionsOf(TARGET_LABELS)

export function ColumnRow({
  column,
  target,
  rival,
  onChange,
}: {
  readonly column: FileColumns['Columns'][number]
  readonly target: ColumnTarget
  /** Another column that fills the same field. */
  readonly rival: string | undefined
  readonly onChange: (target: ColumnTarget) => void
}) {
  const { Name, Samples } = column
  const doubt = doubtOf(column, target)
  const isOut = target === 'Ignore'
  return (
    <SimpleGrid component="li" cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={4}>
      <div style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        <Text size="sm" fw={500} td={isOut ? 'line-through' : undefined}>
          {Name}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {Samples.length === 0 ? 'Empty in the first rows' : Samples.join(' · ')}
        </Text>
      </div>
      <Select
        aria-label={`What the column ${Name} is`}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        data={OPTIONS}
        value={target}
        onChange={(value) => value && onChange(value as ColumnTarget)}
        error={
          rival && `The column ${rival} is this already. Choose something else for one of them.`
        }
        description={doubt}
        inputWrapperOrder={['input', 'description', 'error']}
      />
    </SimpleGrid>
  )
}
