/** Until when an order is to be shipped. What is late is said in words too. */
import { Badge, Group } from '@mantine/core'
import { Moment } from '../parts/moment.tsx'

export function ShipBy({ at }: { readonly at: string | null }) {
  if (at === null) return null
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <Moment at={at} />
      {isLate(at) && (
        <Badge size="sm" variant="light" color="red">
          Late
        </Badge>
      )}
    </Group>
  )
}

/** Whether a ship-by date has passed. */
export function isLate(shipBy: string | null): boolean {
  return shipBy !== null && Date.parse(shipBy) < Date.now()
}
