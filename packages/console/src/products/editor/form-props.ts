import type { ProductForm } from './form.ts'

/** What the parts of the form need. */
export interface FormProps {
  readonly form: ProductForm
  readonly currency: string
  /** What is wrong with what was typed, by JSON pointer. */
  readonly issues: Readonly<Record<string, string>>
  /** What the hub has refused. */
  readonly error: unknown
  readonly onChange: (form: ProductForm) => void
}
