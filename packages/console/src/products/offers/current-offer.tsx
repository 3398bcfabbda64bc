/** What a channel is offered of a product now, and how that came about. */
import { Alert, Group, Stack, Text } from '@mantine/core'
import { Why } from '../../channels/offers/explanation.tsx'
import { PageButton, PageLink } from '../../components/page/links.tsx'
import { formatMoney, formatNumber } from '../../components/values/language.ts'
import { Money } from '../../components/values/money.tsx'
import type { Listing } from '../differences.ts'

export function CurrentOffer({ listing }: { readonly listing: Listing }) {
  const { CurrentOffer: offer, Explanation: explanation } = listing
  const { ChannelId, ChannelName, MerchantProductReference: reference } = listing
  if (offer === null || explanation === null) return null
  const hold = explanation.Hold
  // The channel keeps the price that it knows, and the explanation is that of the new one.
  const isNewPriceHeld = hold?.Code === 'PRICE_GUARD' && hold.Decision === null
  const money = (price: number | null) => formatMoney(price ?? 0, explanation.Currency)
  const waiting = isNewPriceHeld ? money(hold.Price) : undefined
  return (
    <Stack gap={4} my="xs">
      <Group gap="md" align="center">
        <Text fw={600} component="div">
          <Money amount={offer.Price} currency={explanation.Currency} />
        </Text>
        <Text component="div">
          {formatNumber(offer.Stock)} {offer.Stock === 1 ? 'unit' : 'units'}
        </Text>
        <PageButton
          size="compact-xs"
          variant="default"
          aria-label={`Set price or stock at ${ChannelName}`}
          to="/products/$reference"
          params={{ reference }}
          search={(search) => ({ ...search, override: ChannelId })}
          resetScroll={false}
        >
          Set price or stock
        </PageButton>
      </Group>
      {hold && (
        <Alert color="yellow" variant="light" p="xs">
          <Text size="sm">
            {waiting === undefined
              ? hold.Detail
              : `The new price of ${waiting} waits for your review, because it moves too far. The channel keeps ${money(hold.KnownPrice)}.`}
          </Text>
          {isNewPriceHeld && (
            <PageLink fz="sm" to="/prices" search={{ channel: ChannelId }}>
              Review it
            </PageLink>
          )}
        </Alert>
      )}
      <Why
        of="Price"
        question={waiting === undefined ? 'Why this price?' : `Why would the price be ${waiting}?`}
        explanation={explanation}
      />
      <Why of="Stock" question="Why this number?" explanation={explanation} />
    </Stack>
  )
}
