/** Wire shapes of pairs: which record of the hub is which record of the shop. */
import { type Static, Type } from 'typebox'
import { Line, Maybe, Nullable, OneOf, Several, STRICT } from '../../kit/shared/wire.ts'
import { KINDS, LeaseNumber, PAGE } from '../route-parts.ts'

/** Whether the record is in the shop. */
export const PAIR_STATES = ['creating', 'linked', 'removed'] as const
export type PairState = (typeof PAIR_STATES)[number]

/** Most pairs in one call. */
export const MAX_PAIRS = 1_000

/** Most bytes of the data of a pair, as JSON. */
export const MAX_DATA_BYTES = 32_768

/** Most values of a parameter. */
const MAX_NAMED = 100

/** The id of a record in the hub or in a shop. */
export const RecordId = (description: string) =>
  Type.Unsafe<string>({ ...Line(255, description), minLength: 1 })

export const HubId = RecordId(
  'Of the record in the hub: the MerchantProductReference of a product, the Id of others.',
)
export const ShopId = RecordId('Of the record in the shop.')

const DATA = {
  description:
    'What the connector needs later, such as the ids of the lines of an order in the shop.',
}

const PairRequest = Type.Object(
  {
    Kind: OneOf(KINDS, 'Of the record.'),
    HubId,
    ShopId: Maybe(RecordId('Of the record in the shop. Null while it is not known.')),
    State: OneOf(
      PAIR_STATES,
      'creating: stored before the shop is asked to create the record, so that a connector that starts again looks for it first. removed: it is no longer in the shop.',
    ),
    Fingerprint: Maybe(Line(200, 'Of what was last written to the shop.')),
    Url: Maybe(
      Type.Unsafe<string>({
        type: 'string',
        format: 'web-url',
        maxLength: 2_000,
        description: 'The page of the record in the shop.',
      }),
    ),
    Data: Maybe(
      Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: 'object',
        additionalProperties: true,
        description: `${DATA.description} Up to 32 KB.`,
      }),
    ),
  },
  { ...STRICT, title: 'ConnectionPairRequest' },
)
export type PairRequest = Static<typeof PairRequest>

/** The body of PUT /connections/<Id>/pairs. */
export const PairsRequest = Type.Object(
  {
    Lease: LeaseNumber,
    Pairs: Type.Array(PairRequest, { minItems: 1, maxItems: MAX_PAIRS }),
  },
  { ...STRICT, title: 'ConnectionPairsRequest' },
)
export type PairsRequest = Static<typeof PairsRequest>

/** A pair in an answer. */
export const PairResponse = Type.Object(
  {
    Kind: OneOf(KINDS, 'Of the record.'),
    HubId: Type.String({ description: 'Of the record in the hub.' }),
    ShopId: Nullable(Type.String({ description: 'Of the record in the shop.' })),
    State: OneOf(PAIR_STATES, 'Whether the record is in the shop.'),
    Fingerprint: Nullable(Type.String({ description: 'Of what was last written to the shop.' })),
    Url: Nullable(Type.String({ description: 'The page of the record in the shop.' })),
    Data: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      ...DATA,
    }),
    CreatedAt: Type.String({ format: 'date-time' }),
    UpdatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ConnectionPairResponse' },
)
export type PairResponse = Static<typeof PairResponse>

/** The answer of PUT /connections/<Id>/pairs. */
export const PairsStored = Type.Object(
  {
    Changed: Type.Integer({ description: 'Pairs that are new or other than before.' }),
  },
  { title: 'ConnectionPairsStored' },
)

const several = (items: Parameters<typeof Several>[0], description: string) =>
  Type.Optional(Several(items, MAX_NAMED, `${description} Repeat the parameter for each.`))

/** The query of GET /connections/<Id>/pairs. */
export const PairsQuery = Type.Object(
  {
    ...PAGE,
    kind: Type.Optional(OneOf(KINDS, 'Only records of this kind.')),
    hubId: several(HubId, 'Only records with one of these ids in the hub.'),
    shopId: several(ShopId, 'Only records with one of these ids in the shop.'),
    state: Type.Optional(OneOf(PAIR_STATES, 'Only pairs in this state.')),
  },
  STRICT,
)
export interface PairsQuery {
  readonly pageSize?: number
  readonly cursor?: string
  readonly kind?: (typeof KINDS)[number]
  readonly hubId?: readonly string[]
  readonly shopId?: readonly string[]
  readonly state?: PairState
}
