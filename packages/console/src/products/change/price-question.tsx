/** Asks before a price is saved that is 0, or far from the one before. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { formatMoney, formatPercent } from '../../components/values/language.ts'
import { type PriceStep, percentOf, type Question, questionOf } from './guard.ts'
import { useGuard } from './guard-query.ts'

/** A price that a person is asked about. */
interface Asked extends PriceStep {
  readonly why: Question
  readonly answer: (isSure: boolean) => void
}

/**
 * Returns what asks, and the dialog to render.
 *
 * @param name what has the price, such as a reference
 * @param channelId whose guard counts. @default the strictest of all channels
 */
export function usePriceQuestion(
  name: string,
  currency: string,
  channelId?: number,
): {
  /** Whether to save: true without a question if the price is not striking. */
  readonly ask: (step: PriceStep) => Promise<boolean>
  readonly dialog: ReactNode
} {
  const readGuard = useGuard(channelId)
  const [asked, setAsked] = useState<Asked>()
  const isAsking = useRef(false)
  const decide = async (step: PriceStep) => {
    // Whatever the guard is, a small change needs no answer of the hub.
    if (questionOf(step, 0) === undefined) return true
    const why = questionOf(step, await readGuard())
    if (why === undefined) return true
    return await new Promise<boolean>((resolve) => {
      const answer = (isSure: boolean) => {
        setAsked(undefined)
        resolve(isSure)
      }
      setAsked({ ...step, why, answer })
    })
  }
  // A second Enter while the first is being decided saves nothing.
  const ask = async (step: PriceStep) => {
    if (isAsking.current) return false
    isAsking.current = true
    try {
      return await decide(step)
    } finally {
      isAsking.current = false
    }
  }
  return { ask, dialog: asked && <PriceDialog {...asked} name={name} currency={currency} /> }
}

function PriceDialog({
  name,
  currency,
  why,
  answer,
  ...step
}: Asked & { readonly name: string; readonly currency: string }) {
  const after = formatMoney(step.after ?? 0, currency)
  const percent = percentOf(step)
  return (
    <Modal
      opened
      centered
      onClose={() => answer(false)}
      title={`Save ${after} for ${name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          {step.before !== null && `The current price is ${formatMoney(step.before, currency)}. `}
          {why === 'zero'
            ? 'At a price of 0, the product is free.'
            : percent !== undefined && `The new one is ${changeWords(percent)}.`}{' '}
          Channels get it when they next fetch, unless their rules hold the change for review.
        </Text>
        <Group>
          {/* Enter does not publish a wrong price by chance. */}
          <Button variant="default" data-autofocus onClick={() => answer(false)}>
            Back
          </Button>
          <Button color="red" onClick={() => answer(true)}>
            Save {after}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** @example changeWords(9900) // '9,900 % higher' */
function changeWords(percent: number): string {
  const rounded = Math.abs(Math.round(percent))
  return `${formatPercent(rounded)} ${percent > 0 ? 'higher' : 'lower'}`
}
