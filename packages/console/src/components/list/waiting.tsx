import { Box, Group, Skeleton } from '@mantine/core'

/** A placeholder while the rows are loading. */
export function Waiting({ columns, label }: { readonly columns: number; readonly label: string }) {
  return (
    <Box aria-busy="true" role="status" aria-label={`Loading ${label}`}>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
        <Group key={row} grow gap="lg" py={9} wrap="nowrap">
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no identity
            <Skeleton key={column} height={14} radius="sm" />
          ))}
        </Group>
      ))}
    </Box>
  )
}
