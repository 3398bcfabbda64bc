/** Why a channel should not have a product, with links to what decides it. */
import { Fragment, type ReactNode } from 'react'
import { PageLink } from '../components/page/links.tsx'
import { formatNumber } from '../components/values/language.ts'
import type { Listing } from './differences.ts'
import type { Product } from './queries.ts'

type Reason = NonNullable<Listing['UnwantedReason']>

/** Variants that are named. The table of variants has all of them. */
const MAX_NAMED = 10

export function UnwantedReason({
  reason,
  detail = '',
  product,
  channelId,
}: {
  readonly reason: Reason
  /** What keeps its offer from being computed. */
  readonly detail: string | undefined
  readonly product: Product
  readonly channelId: number
}) {
  const more = product.Children.length - MAX_NAMED
  const reasons: Readonly<Record<Reason, ReactNode>> = {
    INACTIVE: 'The channel does not get it, because it is inactive.',
    PARENT_INACTIVE: (
      <>
        The channel does not get it, because its parent{' '}
        <ProductLink reference={product.ParentMerchantReference ?? ''} /> is inactive.
      </>
    ),
    NOT_SELECTED: (
      <>
        The channel does not get it, because it is not in{' '}
        <PageLink inherit underline="always" to="/channels/$id" params={{ id: String(channelId) }}>
          the products that are selected for the channel
        </PageLink>
        .
      </>
    ),
    VARIANTS_ONLY: (
      <>
        This channel takes variants only:{' '}
        {product.Children.slice(0, MAX_NAMED).map((reference, index) => (
          <Fragment key={reference}>
            {index > 0 && ', '}
            <ProductLink reference={reference} />
          </Fragment>
        ))}
        {more > 0 && ` and ${formatNumber(more)} more`}.
      </>
    ),
    HIDDEN: 'The channel does not get it, because it is hidden there.',
    PARENT_HIDDEN: (
      <>
        The channel does not get it, because an override hides its parent{' '}
        <ProductLink reference={product.ParentMerchantReference ?? ''} /> there.
      </>
    ),
    HELD_BACK: `The channel does not get it, because its price cannot be calculated. ${detail}`,
    NO_VARIANT_SELECTED: 'The channel does not get it, because it gets none of its variants.',
  }
  return reasons[reason]
}

function ProductLink({ reference }: { readonly reference: string }) {
  return (
    <PageLink
      inherit
      underline="always"
      to="/products/$reference"
      params={{ reference }}
      style={{ display: 'inline-block' }}
    >
      {reference}
    </PageLink>
  )
}
