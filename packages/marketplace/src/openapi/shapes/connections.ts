/** The shapes of connections of shops. */
import type { Shapes } from '../../kit/openapi/shape.ts'

const AT = '2026-11-26T08:30:00.000Z'
const SETTINGS = { url: 'https://shop.example.com', salesChannelId: 'sc_01' }

const FAILURE = {
  Message: 'The shop refuses the key.',
  Remedy: 'Create another key in the shop, and give it to the connector.',
}

const CONNECTION = {
  Id: 7,
  Name: 'Shop in Antwerp',
  Shop: 'medusa',
  Role: 'merchant',
  Settings: SETTINGS,
  IsPaused: false,
  State: 'running',
  LastRunAt: AT,
  LastSuccessAt: AT,
  LastChangeAt: AT,
  Lease: { Holder: 'host-1/4711', ExpiresAt: '2026-11-26T08:31:00.000Z' },
  Cursors: { products: '2026-11-26T08:29:59Z' },
  Counts: { Linked: { order: 12, product: 500 }, Creating: 0, Problems: 1 },
  Pending: { orders: 0 },
  LagSeconds: 0,
  Version: 1,
  CreatedAt: '2026-11-20T08:00:00.000Z',
  UpdatedAt: AT,
}

const RECORD = { Kind: 'product', HubId: 'MUG-BLUE', ShopId: 'variant_01' }

const PAIR = {
  ...RECORD,
  State: 'linked',
  Fingerprint: '5f2a',
  Url: 'https://shop.example.com/app/products/prod_01',
  Data: null,
}

const PROBLEM = {
  ...RECORD,
  Code: 'missing_sku',
  Message: 'The variant has no SKU.',
  Remedy: 'Give the variant a SKU in the shop, and retry.',
  ShopMessage: null,
}
const PROBLEM_ANSWER = {
  Id: 31,
  ...PROBLEM,
  Since: AT,
  UpdatedAt: AT,
}

const REQUEST = {
  Id: 5,
  Action: 'retry',
  Problem: { Id: 31, ...RECORD, Code: 'missing_sku' },
  CreatedAt: AT,
}

const SETTING = {
  Name: 'url',
  Label: 'Address',
  Help: 'The address of the shop, as in its administration.',
  Type: 'url',
  Required: true,
}
const SETTING_ANSWER = { ...SETTING, Choices: [], Roles: ['merchant'] }

const SECRET = {
  Name: 'apiKey',
  Label: 'Secret API key',
  Help: 'Created under Settings, API keys.',
  Required: true,
}

const CONNECTOR = {
  Title: 'Medusa 2',
  Roles: ['merchant'],
  Settings: [SETTING],
  Secrets: [SECRET],
  Guide: 'docs/guides/shops/medusa.md',
}

const CHOICE = { Value: 'gross', Label: 'With VAT' }

/** The shapes of connections, by title. */
export const CONNECTION_SHAPES: Shapes = {
  ConnectionRequest: {
    description: 'A shop to connect. It never contains a secret.',
    example: {
      Name: CONNECTION.Name,
      Shop: 'medusa',
      Role: 'merchant',
      Settings: SETTINGS,
    },
  },
  ConnectionChange: {
    description: 'Changes of a connection. Values that are left out do not change.',
    example: { IsPaused: true },
  },
  ConnectionResponse: { description: 'The connection of a shop.', example: CONNECTION },
  ConnectionFailureResponse: {
    description: 'Why a shop cannot be used, and since when.',
    example: { ...FAILURE, Since: AT },
  },
  ConnectionFailureRequest: { description: 'Why a shop cannot be used.', example: FAILURE },
  ConnectionHolder: {
    description: 'The connector that serves a connection.',
    example: CONNECTION.Lease,
  },
  ConnectionCounts: { description: 'How many records are paired.', example: CONNECTION.Counts },
  ConnectionLeaseRequest: {
    description: 'Who serves a connection, for how long, and how it is doing.',
    example: { Holder: 'host-1/4711', Seconds: 60, Pending: { orders: 0 }, LagSeconds: 0 },
  },
  ConnectionLeaseResponse: {
    description: 'A lease, and what its holder has to know.',
    example: {
      Number: 3,
      ExpiresAt: CONNECTION.Lease.ExpiresAt,
      IsPaused: false,
      Version: 1,
      Requests: [REQUEST],
      Work: '17',
    },
  },
  ConnectionCursorsRequest: {
    description: 'How far a connector has read.',
    example: { Lease: 3, Cursors: CONNECTION.Cursors },
  },
  ConnectionCursorsResponse: {
    description: 'All cursors of a connection.',
    example: { Cursors: CONNECTION.Cursors },
  },
  ConnectionPairRequest: {
    description: 'Which record of the hub is which record of the shop.',
    example: PAIR,
  },
  ConnectionPairsRequest: {
    description: 'Pairs to store: all of them, or none.',
    example: { Lease: 3, Pairs: [PAIR] },
  },
  ConnectionPairResponse: {
    description: 'Which record of the hub is which record of the shop.',
    example: { ...PAIR, CreatedAt: AT, UpdatedAt: AT },
  },
  ConnectionPairsStored: {
    description: 'What has become of pairs that were stored.',
    example: { Changed: 1 },
  },
  ConnectionRecord: { description: 'A record, by its ids.', example: RECORD },
  ConnectionProblemRequest: { description: 'What is wrong with a record.', example: PROBLEM },
  ConnectionProblemsRequest: {
    description: 'What is wrong with records, and which have no problem any more.',
    example: { Lease: 3, Problems: [PROBLEM], Solved: [{ Kind: 'order', HubId: '42' }] },
  },
  ConnectionProblemResponse: {
    description: 'What is wrong with a record, and what a person can do.',
    example: PROBLEM_ANSWER,
  },
  ConnectionProblemsStored: {
    description: 'How many records have a problem.',
    example: { Problems: 1 },
  },
  ConnectionRequestRequest: {
    description: 'What is asked of a connector.',
    example: { Action: 'retry', ProblemId: 31 },
  },
  ConnectionRequestResponse: { description: 'What is asked of a connector.', example: REQUEST },
  ConnectionRequestedProblem: {
    description: 'The problem whose record is to be tried again.',
    example: REQUEST.Problem,
  },
  ConnectedRecord: {
    description: 'A record of the hub as it is in a shop.',
    example: {
      ConnectionId: 7,
      ConnectionName: CONNECTION.Name,
      Shop: 'medusa',
      ...RECORD,
      Url: PAIR.Url,
      State: 'linked',
      Problem: PROBLEM_ANSWER,
    },
  },
  ConnectorRequest: { description: 'What an adapter says of itself.', example: CONNECTOR },
  ConnectorChoice: { description: 'A value to choose.', example: CHOICE },
  ConnectorSetting: { description: 'A field of the form of a shop.', example: SETTING },
  ConnectorSecret: { description: 'A secret that a connector needs.', example: SECRET },
  ConnectorResponse: {
    description: 'What an adapter says of itself.',
    example: { Shop: 'medusa', ...CONNECTOR, Settings: [SETTING_ANSWER], UpdatedAt: AT },
  },
  ConnectorChoiceResponse: { description: 'A value to choose.', example: CHOICE },
  ConnectorSettingResponse: {
    description: 'A field of the form of a shop.',
    example: SETTING_ANSWER,
  },
  ConnectorSecretResponse: { description: 'A secret that a connector needs.', example: SECRET },
}
