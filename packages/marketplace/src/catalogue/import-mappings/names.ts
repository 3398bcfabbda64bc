/** The events of mappings of imports, and the codes of refusals. */
import { Type } from 'typebox'
import type { EventFacts, ProblemFacts } from '../../kit/shared/names.ts'

const MappingData = Type.Object(
  { Name: Type.String({ description: 'Of the mapping.' }) },
  { title: 'ImportMappingEventData' },
)
const mapping = { audience: 'merchant', scopes: ['products:read'], data: MappingData } as const

export const IMPORT_MAPPING_EVENTS = {
  'import_mapping.created': mapping,
  'import_mapping.updated': mapping,
  'import_mapping.deleted': mapping,
} as const satisfies Readonly<Record<string, EventFacts>>

/** The codes of refusals. */
export const IMPORT_MAPPING_PROBLEMS = {
  MARKET_TOO_MANY_IMPORT_MAPPINGS: { status: 409, title: 'There are too many import mappings' },
} as const satisfies Readonly<Record<string, ProblemFacts>>
