/** Decides on a price that waits. A refused one can still be accepted. */
import { Button, Group, Text } from '@mantine/core'
import { inShort } from '../components/page/describe.ts'
import { decisionOn, type GuardedPrice, useDecision } from './decisions.ts'

export function DecideButtons({ price }: { readonly price: GuardedPrice }) {
  const decide = useDecision()
  const reference = price.MerchantProductReference
  const look = { size: 'compact-sm', variant: 'default', disabled: decide.isPending } as const
  return (
    <>
      <Group gap={6}>
        <Button
          {...look}
          aria-label={`Accept the price of ${reference} at ${price.ChannelName}`}
          onClick={() => decide.mutate(decisionOn('accept', [price]))}
        >
          Accept
        </Button>
        {price.Decision === null && (
          <Button
            {...look}
            aria-label={`Reject the price of ${reference} at ${price.ChannelName}`}
            onClick={() => decide.mutate(decisionOn('refuse', [price]))}
          >
            Reject
          </Button>
        )}
      </Group>
      {decide.error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {inShort(decide.error)}
        </Text>
      )}
    </>
  )
}
