/** The price and the stock of a product: what can be sold, and why. */
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../../components/page/links.tsx'
import { Section } from '../../components/page/section.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { useMomentFormat } from '../../components/values/time/moment-format.ts'
import { allows } from '../../hub/actions.ts'
import type { Customer } from '../../settings/changes.ts'
import { keepsStock } from '../../settings/stock-keeper.ts'
import { OfferCell } from '../change/offer-cell.tsx'
import type { Product } from '../queries.ts'
import { Available } from './available.tsx'
import { explainStock, missingUnits } from './explain.ts'
import { StockChange } from './stock-change.tsx'

interface Props {
  readonly product: Product
  readonly customer: Customer | undefined
}

export function PriceAndStock({ product, customer }: Props) {
  const currency = customer?.BaseCurrency ?? 'EUR'
  if (product.Children.length > 0) {
    return (
      <Section title="Price and stock">
        <Text size="sm">Set per variant.</Text>
      </Section>
    )
  }
  return (
    <Section title="Price and stock">
      <Stack gap="md">
        <Group gap="xl" align="flex-start">
          <Value label="Price">
            <OfferCell product={product} field="Price" currency={currency} />
          </Value>
          <Value label="Stock">
            <OfferCell product={product} field="Stock" currency={currency} />
          </Value>
          {customer && keepsStock(customer) && (
            <>
              <Value label="Reserved">{formatNumber(product.StockReserved)}</Value>
              <Value label="Available">
                <Available product={product} customer={customer} />
              </Value>
            </>
          )}
          {allows(product, 'change') && <StockChange product={product} currency={currency} />}
        </Group>
        {customer && <Why product={product} customer={customer} />}
      </Stack>
    </Section>
  )
}

function Value({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Stack gap={2} align="flex-start">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="div" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Text>
    </Stack>
  )
}

function Why({ product, customer }: { readonly product: Product; readonly customer: Customer }) {
  return (
    <Text size="sm" aria-live="polite">
      {explainStock(product, customer, useMomentFormat())}{' '}
      <PageLink inherit underline="always" to="/settings" search={{ tab: 'stock' }}>
        Stock settings
      </PageLink>
      {missingUnits(product) > 0 && (
        <>
          {' · '}
          <PageLink inherit underline="always" to="/stock">
            Waiting orders
          </PageLink>
        </>
      )}
    </Text>
  )
}
