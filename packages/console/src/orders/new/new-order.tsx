/** The form of a new order. */
import { Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { OnceFields, onceLabel, Unsure } from '../../components/form/once.tsx'
import { StickyBar } from '../../components/form/sticky-bar.tsx'
import { useFirstIssue } from '../../components/form/use-first-issue.ts'
import { LeaveGuard } from '../../components/page/leave-guard.tsx'
import { PageButton } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { Money } from '../../components/values/money.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { amountsOfNew } from '../amounts.ts'
import { COST_FIELDS, EMPTY_ORDER, readOrder, withProduct } from './form.ts'
import { LineFields } from './line-fields.tsx'
import { OrderFields } from './order-fields.tsx'
import { PeopleFields } from './people-fields.tsx'
import { TextFields } from './text-fields.tsx'
import { useCreation } from './use-creation.ts'
import { type SoldProduct, useProducts } from './use-products.ts'

export function NewOrder() {
  const [form, setForm] = useState(EMPTY_ORDER)
  const [attempts, setAttempts] = useState(0)
  const { BaseCurrency = 'EUR' } = useQuery(customerQuery(useSession())).data ?? {}
  const references = form.lines.map(({ product }) => product)
  const products = useProducts(references, form.channel, BaseCurrency)
  const currency = form.currency || (currencyOf(products) ?? BaseCurrency)
  const { body: typed, issues } = readOrder(form, currency, pricesIn(products, currency))
  const create = useCreation()
  const body = create.unsure ?? typed
  const amounts = amountsOfNew(body)
  const ref = useFirstIssue(attempts, create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempts(attempts + 1)
    const isComplete = create.unsure !== undefined || Object.keys(issues).length === 0
    if (!create.isPending && isComplete) create.mutate(body)
  }
  const shown = attempts > 0 ? issues : {}
  const props = { form, currency, issues: shown, error: create.error, onChange: setForm }
  return (
    <form ref={ref} onSubmit={submit} onKeyDown={keepEnter} noValidate>
      <LeaveGuard isActive={form !== EMPTY_ORDER && !create.isSuccess} what="entries" />
      <OnceFields action={create}>
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack>
              <OrderFields {...props} />
              <LineFields
                {...{ ...props, products, sums: amounts.lines }}
                onAdd={(product) => setForm(withProduct(form, product))}
              />
              <Section title="Shipping and discount">
                <TextFields {...props} labels={COST_FIELDS} hints={costHints(currency)} />
              </Section>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <PeopleFields {...props} />
          </Grid.Col>
        </Grid>
      </OnceFields>
      {create.error && (
        <Stack mt="md">
          <Problem error={create.error} labels={LABELS} />
          <Unsure action={create} />
        </Stack>
      )}
      <StickyBar>
        <Text fw={600} role="status" aria-label="Total">
          Total <Money amount={amounts.total} currency={currency} />{' '}
          <Text span size="sm" c="dimmed" fw={400}>
            incl. VAT
          </Text>
        </Text>
        <Group gap="sm" wrap="nowrap">
          <Button type="submit" loading={create.isPending}>
            {onceLabel(create, 'Create the order')}
          </Button>
          <PageButton variant="default" to="/orders">
            Cancel
          </PageButton>
        </Group>
      </StickyBar>
    </form>
  )
}

const LABELS = { ChannelReference: 'Reference' }

function costHints(currency: string) {
  const hint = `In ${currency}, incl. VAT.`
  return { ShippingCostsInclVat: hint, DiscountInclVat: hint }
}

/** The currency in which the channel offers the first of the products. */
function currencyOf(products: ReadonlyMap<string, SoldProduct>): string | undefined {
  return [...products.values()].find(({ offer }) => offer)?.offer?.currency
}

function pricesIn(
  products: ReadonlyMap<string, SoldProduct>,
  currency: string,
): ReadonlyMap<string, number> {
  return new Map(
    [...products].flatMap(([reference, { offer }]) =>
      offer?.currency === currency ? [[reference, offer.price] as const] : [],
    ),
  )
}

/** Enter in a field creates nothing: a scanner of barcodes sends it after each code. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
