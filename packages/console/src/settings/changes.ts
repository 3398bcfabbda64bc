/** Which settings of a customer differ. Pure. */
import type { Output } from '@entrepot/client'

export type Customer = Output<'getCustomer'>
export type Changes = Partial<Omit<Customer, 'Id' | 'CountryIso'> & { CountryIso: string }>

/** The values of a draft that differ from the given ones, without the Id. */
export function changesOf(given: Customer, draft: Customer): Changes {
  const { Id: _, ...values } = draft
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== given[name as keyof Customer]),
  )
}
