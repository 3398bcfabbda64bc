/** The products whose prices and stocks a call of an agent changes: the current and the new values. */
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Section } from '../../components/page/section.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { Money } from '../../components/values/money.tsx'
import { useSession } from '../../hub/session.tsx'
import { LineProduct } from '../../orders/detail/line-product.tsx'
import { lineProductsQuery } from '../../orders/queries.ts'
import type { Product } from '../../products/queries.ts'
import { customerQuery } from '../../settings/queries.ts'
import type { Approval } from './queries.ts'

/** Products that are shown. */
const MOST = 10

type ProductChange = Approval['Products'][number]

/** Shows the changes if the call names some, and this person may read products. */
export function AboutProducts({ approval }: { readonly approval: Approval }) {
  const session = useSession()
  const { Products: changes } = approval
  if (changes.length === 0 || !session.may('products:read')) return null
  const others = changes.length - MOST
  return (
    <Section title="Prices and stocks">
      <Stack gap="xs">
        <Changes changes={changes.slice(0, MOST)} isWaiting={approval.Status === 'PENDING'} />
        {others > 0 && <Text size="sm">and {formatNumber(others)} more</Text>}
      </Stack>
    </Section>
  )
}

function Changes({
  changes,
  isWaiting,
}: {
  readonly changes: readonly ProductChange[]
  readonly isWaiting: boolean
}) {
  const session = useSession()
  const references = changes.map(({ MerchantProductReference }) => MerchantProductReference)
  const { data: products } = useQuery(lineProductsQuery(session, references))
  const { data: customer } = useQuery(customerQuery(session))
  const currency = customer?.BaseCurrency ?? 'EUR'
  return changes.map((change, index) => {
    const product = products?.get(change.MerchantProductReference)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a call can name a product twice, and its items never move.
      <Group key={index} justify="space-between" wrap="nowrap" align="start">
        <LineProduct
          reference={change.MerchantProductReference}
          product={product}
          isLoading={products === undefined}
        >
          {products && !product && (
            <Text size="xs" c="dimmed">
              No such product yet
            </Text>
          )}
        </LineProduct>
        {/* Later, the current values are perhaps those of the call itself. */}
        <NewValues change={change} now={isWaiting ? product : undefined} currency={currency} />
      </Group>
    )
  })
}

function NewValues({
  change: { Values },
  now,
  currency,
}: {
  readonly change: ProductChange
  /** The product as it is, if that is shown. */
  readonly now: Product | undefined
  readonly currency: string
}) {
  const { Price, Stock, StockChange } = Object.fromEntries(
    Values.map(({ Name, Value }) => [Name, Value]),
  ) as { readonly [Name in (typeof Values)[number]['Name']]?: number | null }
  return (
    <Text size="sm" ta="right" component="div">
      {Price !== undefined && (
        <>
          New price: <Money amount={Price} currency={currency} />
          {now && (
            <Current name="price">
              <Money amount={now.Price} currency={currency} />
            </Current>
          )}
        </>
      )}
      {(Stock !== undefined || StockChange !== undefined) && (
        <div>
          {Stock !== undefined
            ? `New stock: ${formatNumber(Stock ?? 0)}`
            : `Stock change: ${formatNumber(StockChange ?? 0)}`}
          {now && <Current name="stock">{formatNumber(now.Stock ?? 0)}</Current>}
        </div>
      )}
    </Text>
  )
}

function Current({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed" component="div">
      Current {name}: {children}
    </Text>
  )
}
