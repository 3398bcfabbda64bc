/** The selection of a channel: which products it gets. */
import { type Static, Type } from 'typebox'
import { Line, MAX_REFERENCE, Reference, STRICT } from '../../../kit/shared/wire.ts'

/** Maximum number of products that a selection can name. */
const MAX_NAMED = 10_000

const few = (items: object, maxItems: number, description: string) =>
  Type.Optional(
    Type.Unsafe<readonly string[]>({ type: 'array', items, minItems: 1, maxItems, description }),
  )

/** A selection. A product must match every given list; it matches a list if it matches one of its entries. */
export const SelectionRule = Type.Object(
  {
    Brands: few({ ...Line(256), minLength: 1 }, 1_000, 'Brands, spelt as in the products.'),
    Categories: few(
      { ...Line(1024), minLength: 1 },
      1_000,
      "Category trails such as 'Home > Kitchen', each with all that is below it.",
    ),
    Products: few(
      Reference(MAX_REFERENCE, 'Merchant reference.'),
      MAX_NAMED,
      'References of products. The reference of a parent includes its children.',
    ),
  },
  { ...STRICT, minProperties: 1, title: 'Selection' },
)
export type SelectionRule = Static<typeof SelectionRule>

/** The properties of a product that a selection uses: its reference and that of its parent, and the inherited brand and category. */
export interface Selectable {
  readonly references: readonly (string | null)[]
  readonly brand: string | null
  readonly categoryTrail: string | null
}

/** Whether a product is selected. */
export type Selection = (product: Selectable) => boolean

/** Compiles a rule. Null selects everything. */
export function compileSelection(rule: SelectionRule | null): Selection {
  if (rule === null) return () => true
  const brands = rule.Brands && new Set(rule.Brands.map((brand) => brand.trim()))
  const categories = rule.Categories && new Set(rule.Categories.map(normalizeTrail))
  const products = rule.Products && new Set(rule.Products)
  return ({ references, brand, categoryTrail }) =>
    (!brands || brands.has((brand ?? '').trim())) &&
    (!categories || trailsOf(categoryTrail ?? '').some((trail) => categories.has(trail))) &&
    (!products || references.some((reference) => reference !== null && products.has(reference)))
}

/** A category trail and all its ancestors: 'a > b > c', 'a > b', 'a'. */
function trailsOf(trail: string): readonly string[] {
  const names = namesOf(trail)
  return names.map((_, index) => names.slice(0, names.length - index).join('>'))
}

function normalizeTrail(trail: string): string {
  return namesOf(trail).join('>')
}

function namesOf(trail: string): readonly string[] {
  return trail.split('>').map((name) => name.trim())
}
