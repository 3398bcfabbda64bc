/** Makes the groups of options and the options that a variant needs. Each step finds what an earlier call has made. */
import type { ProductToWrite } from '../../../adapter/channel.ts'
import { type Call, VendureError } from '../api.ts'
import {
  type Axis,
  codeOf,
  completeValues,
  groupsByAxis,
  NONE,
  type OptionGroup,
  type OptionValue,
  optionCode,
  valuesOf,
} from './map-options.ts'

const FAMILY = `query ($id: ID!, $sku: String!) {
  product(id: $id) {
    id optionGroups { id code options { id name } } variantList(options: { filter: { sku: { eq: $sku } }, take: 1 }) { items { id } }
  }
}`
const FIND_GROUP = `query ($code: String!) {
  productOptionGroups(options: { filter: { code: { eq: $code } }, take: 1 }) { items { id code options { id name } } }
}`
const CREATE_GROUP = `mutation ($input: CreateProductOptionGroupInput!) {
  createProductOptionGroup(input: $input) { id code options { id name } }
}`
/** With the options of the variants that the product has, in one request: a product between the two would have variants without a place. */
const ADD_GROUP = `mutation ($productId: ID!, $groupId: ID!, $variants: [UpdateProductVariantInput!]!) {
  addOptionGroupToProduct(productId: $productId, optionGroupId: $groupId) { id }
  updateProductVariants(input: $variants) { id }
}`
const CREATE_OPTION = `mutation ($input: CreateProductOptionInput!) { createProductOption(input: $input) { id name } }`
const VARIANTS = `query ($productId: ID!, $skip: Int!) {
  productVariants(productId: $productId, options: { skip: $skip, take: 100, sort: { id: ASC } }) {
    items { id options { id } }
  }
}`
const DELETE_VARIANT = `mutation ($id: ID!) { deleteProductVariant(id: $id) { result message } }`

/** Where a variant has its place in its product. */
export interface Place {
  readonly optionIds: readonly string[]
  /** The variant, if the product has it already. */
  readonly variantId: string | undefined
}

/**
 * Finds the place of a variant, with the ids of its options: one of each group of its product. Groups and options that are missing are made.
 * Other variants get the option "none" of a new group, since Vendure wants one of each.
 *
 * @throws VendureError if the shop does not have the product
 */
export async function placeOf(
  call: Call,
  language: string,
  productId: string,
  product: ProductToWrite['product'],
): Promise<Place> {
  const { product: family } = await call<{
    product: Family | null
  }>(FAMILY, { id: productId, sku: product.MerchantProductReference })
  if (family === null) {
    throw new VendureError('PARENT_MISSING', `The shop has no product with the id ${productId}.`)
  }
  const maker = new OptionMaker(call, language, productId)
  const groups = new Map(groupsByAxis(productId, family.optionGroups))
  const own = valuesOf(product)
  const added: OptionGroup[] = []
  for (const { axis } of own) {
    if (groups.has(axis)) continue
    const group = await maker.makeGroup(axis)
    groups.set(axis, group)
    added.push(group)
  }
  const isFirst = family.optionGroups.length === 0
  for (const group of added) await maker.addGroup(group, isFirst)
  const values = completeValues(own, groups.keys())
  const optionIds = await Promise.all(
    values.map(async (value) => await maker.optionOf(groups, value)),
  )
  return { optionIds, variantId: family.variantList.items[0]?.id }
}

interface Family {
  readonly optionGroups: readonly OptionGroup[]
  readonly variantList: { readonly items: readonly { readonly id: string }[] }
}

class OptionMaker {
  readonly #call: Call
  readonly #language: string
  readonly #productId: string

  constructor(call: Call, language: string, productId: string) {
    this.#call = call
    this.#language = language
    this.#productId = productId
  }

  #translations(name: string) {
    return [{ languageCode: this.#language, name }]
  }

  async makeGroup(axis: Axis): Promise<OptionGroup> {
    const code = codeOf(this.#productId, axis)
    const { productOptionGroups } = await this.#call<{
      productOptionGroups: { items: readonly OptionGroup[] }
    }>(FIND_GROUP, { code })
    const [found] = productOptionGroups.items
    if (found !== undefined) return found
    const input = { code, translations: this.#translations(axis), options: [] }
    const { createProductOptionGroup } = await this.#call<{
      createProductOptionGroup: OptionGroup
    }>(CREATE_GROUP, { input })
    return createProductOptionGroup
  }

  /** @param isFirst whether the product had no group: its only variant is the one that every product begins with */
  async addGroup(group: OptionGroup, isFirst: boolean): Promise<void> {
    const variants = await this.#variants()
    if (isFirst) {
      for (const { id, options } of variants) {
        if (options.length === 0) await this.#call(DELETE_VARIANT, { id })
      }
    }
    const others = variants.filter(({ options }) => options.length > 0)
    const none = others.length === 0 ? [] : [await this.#createOption(group, NONE)]
    const places = others.map(({ id, options }) => ({
      id,
      optionIds: [...options.map((option) => option.id), ...none],
    }))
    const input = { productId: this.#productId, groupId: group.id, variants: places }
    await this.#call(ADD_GROUP, input)
  }

  async #variants() {
    type Variants = readonly {
      readonly id: string
      readonly options: readonly { readonly id: string }[]
    }[]
    const all: Variants[number][] = []
    for (;;) {
      const { productVariants } = await this.#call<{ productVariants: { items: Variants } }>(
        VARIANTS,
        { productId: this.#productId, skip: all.length },
      )
      all.push(...productVariants.items)
      if (productVariants.items.length < 100) return all
    }
  }

  async optionOf(groups: ReadonlyMap<Axis, OptionGroup>, { axis, name }: OptionValue) {
    const group = groups.get(axis)
    if (group === undefined) throw new Error(`the product has no group ${axis}`)
    const known = group.options.find((option) => option.name === name)
    return known?.id ?? (await this.#createOption(group, name))
  }

  async #createOption(group: OptionGroup, name: string): Promise<string> {
    const known = group.options.find((option) => option.name === name)
    if (known !== undefined) return known.id
    const input = {
      productOptionGroupId: group.id,
      code: optionCode(name),
      translations: this.#translations(name),
    }
    const { createProductOption } = await this.#call<{ createProductOption: { id: string } }>(
      CREATE_OPTION,
      { input },
    )
    return createProductOption.id
  }
}
