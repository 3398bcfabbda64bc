/** The products of a change that were left as they are, and why. */
import { List, Stack, Text } from '@mantine/core'
import { PageLink } from '../../components/page/links.tsx'
import { formatNumber } from '../../components/values/language.ts'
import type { BulkFailure } from '../change/run-job.ts'

/** Most failures that are listed. */
const MAX_SHOWN = 100

export function Failures({ failures }: { readonly failures: readonly BulkFailure[] }) {
  if (failures.length === 0) return null
  const more = failures.length - MAX_SHOWN
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {formatNumber(failures.length)} were not changed
      </Text>
      <List size="sm">
        {failures.slice(0, MAX_SHOWN).map(({ reference, words }) => (
          <List.Item key={reference}>
            <PageLink inherit to="/products/$reference" params={{ reference }}>
              {reference}
            </PageLink>
            : {words}
          </List.Item>
        ))}
      </List>
      {more > 0 && <Text size="sm">And {formatNumber(more)} more.</Text>}
    </Stack>
  )
}
