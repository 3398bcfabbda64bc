/** The lines of a return that is decided: the product, what was paid for it, the accepted units and the refund. */
import type { Output } from '@entrepot/client'
import { Fieldset, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Money } from '../../components/values/money.tsx'
import { Picture } from '../../components/values/picture.tsx'
import { useSession } from '../../hub/session.tsx'
import { lineProductsQuery, orderQuery } from '../queries.ts'
import { type LineDecision, refundIssue, undecidedOf } from './decision.ts'
import type { Return } from './queries.ts'

interface ReturnLinesProps {
  readonly given: Return
  readonly lines: readonly LineDecision[]
  /** What the hub refunds for each line. */
  readonly calculated: readonly string[]
  readonly onChange: (index: number, changes: Partial<LineDecision>) => void
}

export function ReturnLines({ given, lines, calculated, onChange }: ReturnLinesProps) {
  const session = useSession()
  const { data: order } = useQuery(orderQuery(session, given.OrderId))
  const sold = new Map(order?.Lines.map((line) => [line.ChannelReference, line]))
  const references = given.Lines.map((line) => line.MerchantProductReference)
  const { data: products } = useQuery(lineProductsQuery(session, references))
  return given.Lines.map((line, index) => {
    const decision = lines[index] ?? { accepted: 0 }
    const undecided = undecidedOf(line)
    const rejected = undecided - decision.accepted
    return (
      <Fieldset key={line.ChannelOrderLineReference} aria-label={line.MerchantProductReference}>
        <Stack gap="xs">
          <Product
            reference={line.MerchantProductReference}
            product={products?.get(line.MerchantProductReference)}
            price={sold.get(line.ChannelOrderLineReference)?.OriginalUnitPriceInclVat}
            currency={given.CurrencyCode}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberInput
              label={`Accepted of ${undecided}`}
              min={0}
              max={undecided}
              clampBehavior="strict"
              allowDecimal={false}
              value={decision.accepted}
              onChange={(value) =>
                onChange(index, { accepted: Number(value) || 0, refund: undefined })
              }
            />
            <TextInput
              label={`Refund in ${given.CurrencyCode}`}
              inputMode="decimal"
              autoComplete="off"
              value={decision.refund ?? calculated[index] ?? ''}
              error={refundIssue(given, decision)}
              onChange={({ currentTarget }) => onChange(index, { refund: currentTarget.value })}
              onBlur={() =>
                decision.refund?.trim() === '' && onChange(index, { refund: undefined })
              }
            />
          </SimpleGrid>
          <Text size="sm" aria-live="polite">
            {rejected > 0 ? `${rejected} rejected` : 'None rejected'}
          </Text>
        </Stack>
      </Fieldset>
    )
  })
}

function Product({
  reference,
  product,
  price,
  currency,
}: {
  readonly reference: string
  readonly product: Pick<Output<'getProduct'>, 'Name' | 'ImageUrl'> | undefined
  /** Of one unit. Undefined while the order loads. */
  readonly price: number | undefined
  readonly currency: string
}) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Picture url={product?.ImageUrl ?? null} />
      <div style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{product?.Name ?? reference}</Text>
        <Text size="xs" c="dimmed">
          {product && `${reference}, `}
          {price !== undefined && (
            <>
              <Money amount={price} currency={currency} /> each
            </>
          )}
        </Text>
      </div>
    </Group>
  )
}
