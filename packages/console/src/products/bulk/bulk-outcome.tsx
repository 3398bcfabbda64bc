/** What has become of a change of several prices or stocks, and the way back. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import { type BulkChange, batchesOf, type OfferItem, type SentRow, undoItemOf } from './bulk.ts'
import { Failures } from './failures.tsx'
import { type BulkResult, useBatches } from './use-batches.ts'

export function BulkOutcome({
  rows,
  change,
  result,
  onClose,
}: {
  readonly rows: readonly SentRow[]
  readonly change: BulkChange
  readonly result: BulkResult<OfferItem>
  readonly onClose: () => void
}) {
  const undo = useUndo(change)
  const done = new Set(result.done.map(({ MerchantProductReference }) => MerchantProductReference))
  const changedRows = rows.filter(({ product }) => done.has(product.MerchantProductReference))
  const what = change.field === 'Price' ? 'prices' : 'stocks'
  return (
    <Stack>
      <Alert color={result.failures.length > 0 ? 'yellow' : 'green'} role="status">
        {undo.data
          ? `As before again: ${formatNumber(undo.data.done.length)} ${what}.`
          : `Changed: ${formatNumber(changedRows.length)} ${what}. Channels get them with their next polls.`}
      </Alert>
      <Failures failures={undo.data?.failures ?? result.failures} />
      {undo.error && <Problem error={undo.error} />}
      <Group>
        {changedRows.length > 0 && !undo.data && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate(changedRows)}
          >
            Undo all of them
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </Group>
      {undo.isPending && (
        <Text size="sm" role="status">
          {formatNumber(undo.sent)} taken back
        </Text>
      )}
    </Stack>
  )
}

const referenceOf = ({ product }: SentRow) => product.MerchantProductReference

/** References that one call names. */
const MAX_NAMED = 100

/** Takes changes back, each of them only if nobody has changed the product meanwhile. */
function useUndo(change: BulkChange) {
  const { client } = useSession()
  const needsCounts = change.field === 'Stock' && !['add', 'subtract'].includes(change.how)
  return useBatches<SentRow>(referenceOf, async (own, rows) => {
    const now = new Map<string, { Stock: number | null; StockCountedAt: string | null }>()
    for (const part of needsCounts ? batchesOf(rows, MAX_NAMED) : []) {
      const reference = part.map(({ product }) => product.MerchantProductReference)
      const found = await client.listProducts({ reference, pageSize: MAX_NAMED })
      for (const one of found) now.set(one.MerchantProductReference, one)
    }
    const undone = rows.map((row) => {
      return { row, item: undoItemOf(row, change, now.get(referenceOf(row))) }
    })
    const answer = await own.changeOffers({ body: undone.flatMap(({ item }) => item ?? []) })
    // A difference without an item had no effect. A count without one was changed meanwhile.
    const conflicts = undone
      .filter(({ item }) => needsCounts && item === undefined)
      .map(({ row }) => ({
        ...{ Name: row.product.Name, Reference: referenceOf(row), Warnings: [] },
        ...{ Errors: ['It was changed meanwhile.'], IsConflict: true },
      }))
    return { ...answer, ProductMessages: [...answer.ProductMessages, ...conflicts] }
  })
}
