/** What a channel is offered of a product now, and how that came about. */
import { Alert, Group, Stack, Text } from '@mantine/core'
import { Why } from '../../channels/offers/explanation.tsx'
import { PageButton, PageLink } from '../../components/page/links.tsx'
import { counted, formatMoney } from '../../components/values/language.ts'
import { Money } from '../../components/values/money.tsx'
import { useSession } from '../../hub/session.tsx'
import type { Listing } from '../differences.ts'
import { overrideLabel } from './override.ts'

interface Props {
  readonly listing: Listing
  readonly hasVariants: boolean
}

export function CurrentOffer(props: Props) {
  const { listing, hasVariants } = props
  const { CurrentOffer: offer, Explanation: explanation } = listing
  if (offer === null || explanation === null) return <WithoutOffer {...props} />
  const hold = explanation.Hold
  // The channel keeps the price that it knows, and the explanation is that of the new one.
  const isNewPriceHeld = hold?.Code === 'PRICE_GUARD' && hold.Decision !== 'accepted'
  const isRejected = hold?.Decision === 'refused'
  const money = (price: number | null) => formatMoney(price ?? 0, explanation.Currency)
  const waiting = isNewPriceHeld ? money(hold.Price) : undefined
  return (
    <Stack gap={4} my="xs">
      <Group gap="md" align="center">
        <Text fw={600} component="div">
          <Money amount={offer.Price} currency={explanation.Currency} none="No price" />
        </Text>
        <Text component="div">{counted(offer.Stock, 'unit')}</Text>
        <OverrideButton {...props} />
      </Group>
      {hold && (
        <Alert color="yellow" variant="light" p="xs">
          <Text size="sm">
            {waiting === undefined
              ? hold.Detail
              : `The new price of ${waiting} ${isRejected ? 'was rejected' : 'needs your review because it changes too much'}. The channel keeps ${money(hold.KnownPrice)}.`}
          </Text>
          {isNewPriceHeld && (
            <PageLink
              fz="sm"
              to="/prices"
              search={{ channel: listing.ChannelId, ...(isRejected && { refused: true }) }}
            >
              {isRejected ? 'Rejected prices' : 'Review'}
            </PageLink>
          )}
        </Alert>
      )}
      {offer.Price === null && !hold && !hasVariants && (
        <Alert color="yellow" variant="light" p="xs">
          <Text size="sm">
            The product has no price, and no rule of this channel needs one: the channel gets it
            without a price.
          </Text>
        </Alert>
      )}
      <Why
        of="Price"
        question={waiting === undefined ? 'Why this price?' : `Why would the price be ${waiting}?`}
        explanation={explanation}
      />
      <Why of="Stock" question="Why this stock?" explanation={explanation} />
    </Stack>
  )
}

/** A parent is never sold, but its family can be hidden; and what is hidden can be shown again. */
function WithoutOffer({ listing, hasVariants }: Props) {
  const isHidden = listing.UnwantedReason === 'HIDDEN'
  if (!hasVariants && !isHidden) return null
  return (
    <Group my="xs">
      <OverrideButton listing={listing} hasVariants={hasVariants} />
    </Group>
  )
}

function OverrideButton({ listing, hasVariants }: Props) {
  const words = overrideLabel(listing, hasVariants, useSession().may('channels:write'))
  const { ChannelId, ChannelName, MerchantProductReference: reference } = listing
  return (
    <PageButton
      size="compact-sm"
      variant="default"
      aria-label={`${words}: ${ChannelName}`}
      to="/products/$reference"
      params={{ reference }}
      search={(search) => ({ ...search, override: ChannelId })}
      resetScroll={false}
    >
      {words}
    </PageButton>
  )
}
