import type { Role } from '../../adapter/adapter.ts'
import { type RecordProblem, ShopFailure } from '../../adapter/outcomes.ts'
import { keepFor } from '../shared/keep-for.ts'
import { type Api, problemOf } from './api/api.ts'
import { DEFINE_METAFIELD } from './documents/shop.ts'
import { NAMESPACE } from './mapping/ids.ts'

/** Definitions of the type `id` make values unique, and let Shopify find a record by its value. */
const DEFINITIONS = {
  merchant: { key: 'mark', name: 'Entrepot order', ownerType: 'ORDER' },
  channel: { key: 'reference', name: 'Entrepot product', ownerType: 'PRODUCT' },
} as const

/** Defines the metafield of the marks of a role, if it is not. @returns why it cannot be defined */
export async function defineMarks(api: Api, role: Role): Promise<RecordProblem | undefined> {
  const definition = { ...DEFINITIONS[role], namespace: NAMESPACE, type: 'id' }
  const { userErrors } = await api.mutate(DEFINE_METAFIELD, { definition })
  const errors = userErrors.filter(({ code }) => code !== 'TAKEN')
  if (errors.length === 0) return undefined
  const message = `Shopify does not define the metafield ${NAMESPACE}.${definition.key}: ${errors[0]?.message}`
  const remedy = 'Define it in Settings, Metafields and metaobjects, with the type ID.'
  return problemOf(errors, 'metafield_undefined', message, remedy)
}

/** A function that defines the marks once, before the first record is written. Without them, a record could be created twice. */
export function definedOnce(api: Api, role: Role): () => Promise<void> {
  return keepFor(Number.POSITIVE_INFINITY, async () => {
    const problem = await defineMarks(api, role)
    if (problem) throw new ShopFailure('settings', problem.message, { remedy: problem.remedy })
  })
}
