/** Creates a product, with its variants. */
import type { Input, Output } from '@entrepot/client'
import { Box, Skeleton, Stack, Switch, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { issueOf } from '../../components/form/issue-of.ts'
import { useFirstIssue } from '../../components/form/use-first-issue.ts'
import { LeaveGuard } from '../../components/page/leave-guard.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { Section } from '../../components/page/section.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { usePriceQuestion } from '../change/price-question.tsx'
import { productQuery, variantsQuery } from '../queries.ts'
import { EMPTY_FORM, type ProductForm, readForm } from './form.ts'
import { isSameForm } from './merge.ts'
import { ProductFields } from './product-fields.tsx'
import { SaveBar } from './save-bar.tsx'
import { VariantRows } from './variant-rows.tsx'
import { readVariant, type VariantForm, type VariantParent, variantFormOf } from './variants.ts'

const route = getRouteApi('/products/new')

type CreationBody = Extract<Input<'createProducts'>['body'], { MerchantProductReference: string }>

export function NewProductPage() {
  const { parent, reference } = route.useSearch()
  const { may } = useSession()
  // Another address begins another product.
  const form = parent ? (
    <NewVariant key={parent} parent={parent} />
  ) : (
    <NewProduct key={reference} given={reference} begins={EMPTY_FORM} />
  )
  return (
    <>
      {parent ? (
        <PageLink fz="sm" to="/products/$reference" params={{ reference: parent }}>
          {parent}
        </PageLink>
      ) : (
        <PageLink fz="sm" to="/products">
          Products
        </PageLink>
      )}
      <PageHead title={parent ? `New variant of ${parent}` : 'New product'} />
      {may('products:write')
        ? form
        : 'Your role may not create products. Ask an owner of your team.'}
    </>
  )
}

/** Begins with what the family has in common. */
function NewVariant({ parent: reference }: { readonly parent: string }) {
  const session = useSession()
  const parent = useQuery(productQuery(session, reference))
  const siblings = useQuery(variantsQuery(session, reference))
  const customer = useQuery(customerQuery(session))
  if (parent.isPending || siblings.isPending || customer.isPending) {
    return <Skeleton height={360} aria-label="Loading the family" />
  }
  const currency = customer.data?.BaseCurrency ?? 'EUR'
  const begins = variantFormOf(reference, parent.data, siblings.data ?? [], currency)
  return <NewProduct parent={reference} begins={begins} />
}

function NewProduct({
  given = '',
  parent,
  begins,
}: {
  /** The reference that the address names. */
  readonly given?: string | undefined
  /** The product to whose page the form leads back. */
  readonly parent?: string
  readonly begins: ProductForm
}) {
  const [start] = useState(begins)
  const [reference, setReference] = useState(given)
  const [form, setForm] = useState<ProductForm>(start)
  const [variants, setVariants] = useState<readonly VariantForm[]>([])
  const [isActive, setActive] = useState(true)
  const [attempts, setAttempts] = useState(0)
  const { BaseCurrency: currency = 'EUR' } = useQuery(customerQuery(useSession())).data ?? {}
  const { body, issues } = bodyOf({ reference, form, variants, isActive }, currency)
  const { ask, dialog } = usePriceQuestion(reference.trim() || 'the product', currency)
  const create = useCreation()
  const ref = useFirstIssue(attempts, create.error)
  const shownIssues = attempts > 0 ? issues : {}
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAttempts(attempts + 1)
    if (create.isPending || Object.keys(issues).length > 0) return
    const prices = [body, ...(body.Children ?? [])].map(({ Price = null }) => Price)
    const isFree = prices.includes(0)
    if (isFree && !(await ask({ before: null, after: 0 }))) return
    create.mutate(body)
  }
  const isTyped = !isSameForm(form, start) || reference !== given || variants.length > 0
  return (
    <form ref={ref} onSubmit={(event) => void submit(event)} noValidate>
      {dialog}
      <LeaveGuard isActive={isTyped && !create.isSuccess} what="entries" />
      {create.error && (
        <Box mb="md">
          <Problem error={create.error} />
        </Box>
      )}
      <ProductFields
        {...{ form, currency, issues: shownIssues, error: create.error }}
        hasVariants={variants.length > 0}
        onChange={setForm}
        first={
          <Section title="Reference">
            <Stack>
              <TextInput
                label="Your reference"
                description="Cannot be changed later."
                required
                autoComplete="off"
                value={reference}
                error={
                  shownIssues['/MerchantProductReference'] ??
                  issueOf(create.error, '/MerchantProductReference')
                }
                onChange={({ currentTarget }) => setReference(currentTarget.value)}
              />
              <Switch
                label="Active: channels may offer it"
                checked={isActive}
                onChange={({ currentTarget }) => setActive(currentTarget.checked)}
              />
            </Stack>
          </Section>
        }
      >
        {form.values.ParentMerchantReference.trim() === '' && (
          <VariantRows
            {...{ variants, issues: shownIssues, error: create.error }}
            parent={form.values}
            onChange={setVariants}
          />
        )}
      </ProductFields>
      <SaveBar
        submit={parent ? 'Create the variant' : 'Create the product'}
        isPending={create.isPending}
        isBlocked={false}
        {...(parent && { reference: parent })}
      />
    </form>
  )
}

interface Drafted {
  readonly reference: string
  readonly form: ProductForm
  readonly variants: readonly VariantForm[]
  readonly isActive: boolean
}

/** The body of the call, and what is wrong with what was typed. */
function bodyOf({ reference, form, variants, isActive }: Drafted, currency: string) {
  const ofVariants = { ...form, values: { ...form.values, Stock: '' } }
  const { values, extra, issues } = readForm(variants.length > 0 ? ofVariants : form, currency)
  const parent = { ...values, Name: form.values.Name } as VariantParent
  const children = variants.map((variant, index) =>
    readVariant(variant, parent, `/Children/${index}`),
  )
  const body = {
    MerchantProductReference: reference.trim(),
    ...values,
    ...(Object.keys(extra).length > 0 && { ExtraData: extra }),
    ...(!isActive && { IsActive: false }),
    ...(children.length > 0 && { Children: children.map(({ child }) => child) }),
  } as CreationBody
  const missing = {
    ...(reference.trim() === '' && { '/MerchantProductReference': 'Type a reference.' }),
    ...(form.values.Name.trim() === '' && { '/Name': 'Type a name.' }),
  }
  const found = Object.assign({}, issues, missing, ...children.map((one) => one.issues))
  return { body, issues: found as Readonly<Record<string, string>> }
}

/** Creates the product, and opens its page. */
function useCreation() {
  const { client } = useSession()
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  return useMutation({
    mutationFn: async (body: CreationBody) =>
      (await client.createProducts({ body })) as Output<'getProduct'>,
    onSuccess: async ({ MerchantProductReference: reference }) => {
      notifications.show({ message: `${reference} is created.`, color: 'green' })
      await navigate({ to: '/products/$reference', params: { reference }, ignoreBlocker: true })
    },
    onSettled: async () => await queries.invalidateQueries(),
  })
}
