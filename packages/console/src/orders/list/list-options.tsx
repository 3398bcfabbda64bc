/** The sort and the columns of the list of orders. */
import { Button, Checkbox, Popover, Radio, Stack } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { sortChoices } from '../../components/list/table-head.tsx'
import {
  COLUMN_SORTS,
  type ColumnId,
  ORDER_COLUMN_NAMES,
  type OrderSort,
  orderColumnIds,
} from '../column-names.ts'
import { columnsOf, type OrderSearch, sortOf } from '../search.ts'

const choices = sortChoices(Object.values(COLUMN_SORTS).map((sorts) => ({ sorts })))

export function ListOptions({
  search,
  onShow,
}: {
  readonly search: OrderSearch
  readonly onShow: (search: OrderSearch) => void
}) {
  const { columns, sort: _, ...others } = search
  const choose = (names: readonly string[]) => {
    const next = orderColumnIds.filter((id) => names.includes(id))
    if (next.length === 0) return
    onShow({ ...search, columns: next.join(',') })
  }
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />}>
          Sort and columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Radio.Group
            label="Sort"
            value={sortOf(search)}
            onChange={(value) =>
              onShow({ ...others, ...(columns && { columns }), sort: value as OrderSort })
            }
          >
            <Stack gap={6} mt={4}>
              {choices.map(({ value, label }) => (
                <Radio key={value} size="sm" value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
          <Checkbox.Group label="Columns" value={[...columnsOf(search)]} onChange={choose}>
            <Stack gap={6} mt={4}>
              {orderColumnIds.map((id: ColumnId) => (
                <Checkbox key={id} size="sm" value={id} label={ORDER_COLUMN_NAMES[id]} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
