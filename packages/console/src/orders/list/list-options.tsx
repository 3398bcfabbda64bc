/** The sort and the columns of the list of orders. */
import { Button, Checkbox, Popover, Radio, Stack } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { type ColumnId, ORDER_COLUMN_NAMES, orderColumnIds } from '../column-names.ts'
import { columnsOf, ORDER_SORTS, type OrderSearch, type OrderSort, sortOf } from '../search.ts'

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
              {ORDER_SORTS.map(({ value, label }) => (
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
