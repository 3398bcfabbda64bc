/** The search parameters of the page of provisioning: the open panel with the id of its secret. */
import type { InferOutput } from 'valibot'
import { panelSearch } from '../../search-params.ts'

export const provisioningSearch = panelSearch(['secret', 'rotate', 'revoke', 'roles'])

export type ProvisioningAction = NonNullable<InferOutput<typeof provisioningSearch>['action']>
