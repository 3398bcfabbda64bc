/** Says that something on the page is older than the hub has it, because it could not be read again. */
import { Button, Group, Paper, Text } from '@mantine/core'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

export function StaleNotice() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const isStale = useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(onChange), [cache]),
    () => cache.getAll().some(showsOldData),
  )
  if (!isStale) return null
  return (
    <Paper withBorder shadow="sm" px="sm" py={6} radius="xl">
      <Group gap="xs" wrap="nowrap">
        <Text size="sm">Some of this may be out of date</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => void queries.refetchQueries({ predicate: showsOldData })}
        >
          Refresh
        </Button>
      </Group>
    </Paper>
  )
}

/** Whether a query is shown with an answer from before its last, failed attempt. */
function showsOldData(query: Query): boolean {
  const { status, data } = query.state
  return query.isActive() && status === 'error' && data !== undefined
}
