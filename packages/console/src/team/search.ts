/** The search parameters of the page of the team: the position in the list, and the open panel with the id of its member or invitation. */
import type { InferOutput } from 'valibot'
import { panelSearch } from '../search-params.ts'

export const teamSearch = panelSearch(['invite', 'role', 'remove', 'sessions', 'revoke'])

export type TeamAction = NonNullable<InferOutput<typeof teamSearch>['action']>
