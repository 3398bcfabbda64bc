/** The products of a preview that change most. */
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { PageLink } from '../../../components/page/links.tsx'
import { formatMoney, formatNumber, signedPercent } from '../../../components/values/language.ts'
import { Why } from '../../offers/explanation.tsx'
import type { OfferPreview } from '../queries.ts'

type Changed = OfferPreview['Largest'][number]

/** Products that are shown at first. */
const FIRST = 5

export function ChangedProducts({ changes }: { readonly changes: readonly Changed[] }) {
  const [isAll, setAll] = useState(false)
  if (changes.length === 0) return null
  const shown = isAll ? changes : changes.slice(0, FIRST)
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        The largest changes
      </Text>
      {shown.map((change) => (
        <ChangedProduct key={change.MerchantProductReference} change={change} />
      ))}
      {changes.length > FIRST && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAll(!isAll)}>
          {isAll ? 'Show fewer' : `Show all ${formatNumber(changes.length)}`}
        </Button>
      )}
    </Stack>
  )
}

function ChangedProduct({ change }: { readonly change: Changed }) {
  const { MerchantProductReference: reference, Name, Before, After, Explanation } = change
  const { PriceChangePercent: percent } = change
  const isWaiting = Explanation.Hold?.Code === 'PRICE_GUARD'
  const next = isWaiting ? { ...After, Price: Explanation.Hold?.Price ?? After.Price } : After
  return (
    <Card withBorder padding="xs" component="article" aria-label={reference}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <PageLink fz="sm" fw={600} to="/products/$reference" params={{ reference }} target="_blank">
          {reference}
        </PageLink>
        {percent !== null && (
          <Text size="sm" style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {signedPercent(percent)}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed" lineClamp={1}>
        {Name}
      </Text>
      {differencesOf(Before, next).map((words) => (
        <Text key={words} size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {words}
        </Text>
      ))}
      {Explanation.Hold && (
        <Text size="xs" c="var(--mantine-color-error)">
          {isWaiting ? 'Would need your review.' : Explanation.Hold.Detail}
        </Text>
      )}
      <Text size="xs" component="div" c="dimmed">
        {next.Price !== Before.Price && (
          <Why of="Price" question="How the price is calculated" explanation={Explanation} />
        )}
        {After.Stock !== Before.Stock && (
          <Why of="Stock" question="How the stock is calculated" explanation={Explanation} />
        )}
      </Text>
    </Card>
  )
}

/** What differs, such as `€ 9.95 -> € 11.50`. */
function differencesOf(before: Changed['Before'], after: Changed['After']): readonly string[] {
  const price = ({ Price, Currency }: Changed['Before']) =>
    Price === null ? 'no price' : formatMoney(Price, Currency)
  const isOffered = (is: boolean) => (is ? 'offered' : 'not offered')
  return [
    ...(price(before) === price(after) ? [] : [`${price(before)} → ${price(after)}`]),
    ...(before.Stock === after.Stock
      ? []
      : [`${formatNumber(before.Stock)} → ${formatNumber(after.Stock)} units`]),
    ...(before.IsOffered === after.IsOffered
      ? []
      : [`${isOffered(before.IsOffered)} → ${isOffered(after.IsOffered)}`]),
  ]
}
