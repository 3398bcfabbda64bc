/** How an offer came about: a sentence, and the steps behind it. */
import type { Schemas } from '@entrepot/client'
import { Table, Text } from '@mantine/core'
import { stepWords, valuesAfter } from './step-words.ts'

/** How an offer came about, as the hub answers it. */
export type Explanation = Schemas['OfferExplanation']

/** A sentence about the price or the stock, which unfolds its steps. */
export function Why({
  of,
  question,
  explanation,
}: {
  readonly of: 'Price' | 'Stock'
  /** What unfolds it, such as `Why this price?`. */
  readonly question: string
  readonly explanation: Explanation
}) {
  const sentence = explanation[of]
  const steps = explanation.Steps.filter((step) => step.Of === of)
  if (sentence === null && steps.length === 0) return null
  const values = valuesAfter(steps, explanation.Currency)
  return (
    <details>
      <summary>
        <Text span size="sm">
          {question}
        </Text>
      </summary>
      {sentence && (
        <Text size="sm" my={4}>
          {sentence}
        </Text>
      )}
      <Table fz="xs" verticalSpacing={4} withRowBorders={false} aria-label={`Steps: ${question}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Step</Table.Th>
            <Table.Th ta="right">{of === 'Price' ? 'Price after it' : 'Units after it'}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity
            <Table.Tr key={index}>
              <Table.Td c="dimmed">{stepWords(step)}</Table.Td>
              <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {values[index]}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  )
}
