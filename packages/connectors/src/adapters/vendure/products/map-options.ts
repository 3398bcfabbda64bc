/** The options that tell the variants of a product apart. Pure. */
import type { Schemas } from '@entrepot/client'

/** A group of options of a product: its sizes. */
export interface OptionGroup {
  readonly id: string
  readonly code: string
  readonly options: readonly { readonly id: string; readonly name: string }[]
}

/** The value of a variant for one group. */
export interface OptionValue {
  readonly axis: Axis
  readonly name: string
}

/** Which groups there can be, in the order in which they are shown. */
const AXES = ['Color', 'Size', 'Variant'] as const
export type Axis = (typeof AXES)[number]

/** The option of a variant that has no value for a group of its product. */
export const NONE = '–'

/** With what the codes of the groups of a product begin. Products share groups otherwise, and a merchant may rename those of the shop. */
export function codePrefixOf(productId: string): string {
  return `entrepot-${productId}-`
}

export function codeOf(productId: string, axis: Axis): string {
  return codePrefixOf(productId) + axis.toLowerCase()
}

/** What tells a variant apart: its colour and its size, else its name. */
export function valuesOf(
  product: Pick<Schemas['ProductView'], 'Color' | 'Size' | 'Name' | 'MerchantProductReference'>,
): readonly OptionValue[] {
  const { Color, Size, Name, MerchantProductReference } = product
  const values = [
    ...(Color ? [{ axis: 'Color', name: Color } as const] : []),
    ...(Size ? [{ axis: 'Size', name: Size } as const] : []),
  ]
  return values.length > 0 ? values : [{ axis: 'Variant', name: Name || MerchantProductReference }]
}

/** The groups of a product that the adapter made, by axis. */
export function groupsByAxis(
  productId: string,
  groups: readonly OptionGroup[],
): ReadonlyMap<Axis, OptionGroup> {
  return new Map(
    AXES.flatMap((axis) => {
      const group = groups.find(({ code }) => code === codeOf(productId, axis))
      return group === undefined ? [] : [[axis, group] as const]
    }),
  )
}

/** The value of a variant in each group: also for groups in which it has none. */
export function completeValues(
  values: readonly OptionValue[],
  axes: Iterable<Axis>,
): readonly OptionValue[] {
  const own = new Map(values.map((value) => [value.axis, value]))
  for (const axis of axes) if (!own.has(axis)) own.set(axis, { axis, name: NONE })
  return AXES.flatMap((axis) => own.get(axis) ?? [])
}

/** The code of an option in its group. Vendure asks for one, and shows the name. */
export function optionCode(name: string): string {
  const code = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return code || 'none'
}
