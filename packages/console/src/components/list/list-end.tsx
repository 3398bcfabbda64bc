import { Button, Group, Text } from '@mantine/core'
import { counted, formatNumber } from '../values/language.ts'

/** What is counted, or its singular and its plural. */
export type Noun = string | readonly [one: string, many: string]

interface ListEndProps {
  readonly count: number
  readonly noun: Noun
  /** How many all pages have together, if that is known. */
  readonly total: number | undefined
  /** The cursor of the next page. */
  readonly next: string | undefined
  readonly isLaterPage: boolean
  readonly onPage: ((cursor: string | undefined) => void) | undefined
}

/** How many things a list shows, and the buttons that open its other pages. */
export function ListEnd({ count, noun, total, next, isLaterPage, onPage }: ListEndProps) {
  const [one, many] = typeof noun === 'string' ? [noun] : noun
  const isAll = next === undefined && !isLaterPage
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" aria-live="polite">
        {isAll || total === undefined
          ? `${counted(count, one, many)}${isAll ? '' : ' on this page'}`
          : `${formatNumber(count)} of ${counted(total, one, many)}`}
      </Text>
      <Group gap="xs">
        {isLaterPage && (
          <Button size="xs" variant="default" onClick={() => onPage?.(undefined)}>
            First page
          </Button>
        )}
        {(next !== undefined || isLaterPage) && (
          <Button
            size="xs"
            variant="default"
            disabled={next === undefined}
            onClick={() => onPage?.(next)}
          >
            Next page
          </Button>
        )}
      </Group>
    </Group>
  )
}
