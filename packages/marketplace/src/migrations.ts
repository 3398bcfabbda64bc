import type { MigrationSet } from '@entrepot/database'

/** The files before 0.1.0. Comments of some, and a step of `0019-reads` that failed on some databases, were changed once. */
const REPLACED = {
  '0001-customers-channels-keys': [
    'f94cbfee8aba6179015ecd9b48d20c0c38fb97fdf771e9587e4a8843b11ce2b7',
    'cb07f2c78387a4c47300dcb586d3eaa47f807d8c892bffd135d578acfc313173',
  ],
  '0002-products': ['2dd66e3e7795702b404ed41641ee626aad1f6dabc2ae7c46a761b555f3d3691b'],
  '0003-orders': [
    '8ba33490d0e5767f97741f57ebb8d748896e67974051494d9b986639246c9237',
    '026780af81e32249cd46e23c112b485a9967a2f81fc9ce56accd25ae15dbcfe0',
  ],
  '0004-fulfilment': [
    'eb000992c987e151fbda56143d1c3a9667e4ef6d3b78c9eef8a1dacd759a48a4',
    '18cc07894693e557c26975af882b4331be151e3108537ac30e9d273a85f256bf',
  ],
  '0005-sync': [
    'ed001d4c9ac706fa2481df92f06f476e4f70842828a9174817e93fc4918625ae',
    '7fca26adc3b3e5b1e298aa57c38b6f7939653bcb3e52eaee8ff1aa5338092928',
  ],
  '0006-younger-reference-indexes': [
    '58b9198ab537aab8a3fc76a4ad172e9af63357eb5be3f79b1be1acfb6cac111c',
  ],
  '0007-ids-per-customer': ['441ec922e2d0348078698cede31d389a4f9cfea1ad031dffad120f0adcf97d89'],
  '0008-sync-copies': ['a5eba900f6241ecbe0fa4564592ceb4b9fa7deb6a55d2a26873ac2ee5bbf9a22'],
  '0009-listed-references': ['40d9e9675677d76b042f6f30652532d048fa22bbabc2cd2d1cf35f109a21f44f'],
  '0010-channel-return-references': [
    'a20802d8bd9237e4cd45f95e617f6eaf6ea00b3b0c0c12f467890f3d90c3fbaa',
  ],
  '0011-actors-and-refusals': ['752640a310d96ff6d55526fa37c09422aebb4c85a66413350487e21ed15403f1'],
  '0012-idempotency-limits': ['83de1a41b86e81ad04f0ff7c178d69e405a117058723fee1038f24f1a0bc4104'],
  '0013-disabled-customers': ['30f51bbfb4140574c3dc5ce9e0cbc67ff6f2970c70e8cc2f0d9cd359e9b8dcb4'],
  '0014-administration': ['ac39cec8e57b7c2ec54d7e70455331a37a0df35d7b25afdf266f18513e77c488'],
  '0015-events': ['6ca0025842c837a1ddd558f3d313be955ccce4730ee2d67629b4c44d3836402f'],
  '0016-ecb-rates': ['83d32be8a6f5b7224847e2db4e51e43244454c96b0e18dd92a4c34574c3165f5'],
  '0017-webhooks': ['9cdf4c622cf7ebff946f1a409808efc1f62d4abe8f28958aca545a12426aa53c'],
  '0018-imports': ['1152fe910c8c185568b12349368441aa969a28a96b565ce6318e20a8a330c653'],
  '0019-reads': [
    '8cc1c78ca9f862e7633bfb1a231fc485fb94c16ed80428280330f7909c357cd5',
    'e50f3a50e86452d05f2ada67f31a50bf21d120d01524f889127f218eae7e3447',
  ],
  '0020-handling-days': ['c369c620ae3861c416637ba266a869dd0607ec43752df3e6cf3f10e719aa63d5'],
  '0021-event-log-place': ['7c438aaf1cb1b39d1c3697953ff23e596976bcda917fff5d03809f213ae6dd01'],
  '0022-views': ['e509ae4518fba772a6e10e322811c2ea06a491e6a700f12bb98ec38afe6da9ae'],
  '0023-confirmed-listings': ['dfac5427043c20604a9b6da1714c15f83cf1ffa3835494d73f8e1b6eba2e792d'],
  '0024-event-ids': ['bf64c5e0ff0cd38b98441b3ad2fa864b47e1e98e2687d9e3bc14da98a4f5067a'],
  '0025-last-attempts': ['6643745966ce7085a27c0dc17c34a87e88def199df79d6febf943e060f77e80c'],
  '0026-sync-log': ['1ea8d71560fe11fb8ebc57b9eabd1f0ec5d712b8eb57360b711f49a7e10e3bdf'],
  '0027-idempotency-effects': ['f4b5d597f6331a89bf3134e523d06faf5c05f112daf9490930e556672cdff3cb'],
} as const

/**
 * The tables of the marketplace, in the schema `marketplace`.
 *
 * @example
 * await migrate(database, migrations)
 */
export const migrations: MigrationSet = Object.freeze({
  name: 'marketplace',
  directory: new URL('../migrations/', import.meta.url),
  baseline: {
    replaces: REPLACED,
    program: 'commit 19317719348293ec82e36267524f2affc49792e4 of Entrepot',
  },
})
