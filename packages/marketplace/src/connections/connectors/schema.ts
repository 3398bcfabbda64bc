/** Wire shapes of connectors: what their adapters say of themselves. */
import { type Static, Type } from 'typebox'
import { Block, Line, Maybe, Nullable, OneOf, STRICT } from '../../kit/shared/wire.ts'
import { ROLES, Shop } from '../schema.ts'

const TYPES = ['text', 'url', 'number', 'boolean', 'choice'] as const

const Name = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[a-z][A-Za-z0-9]{0,59}$',
  description: 'The name of the value.',
})
const Label = Type.Unsafe<string>({ ...Line(200, 'In the words of the shop.'), minLength: 1 })
const Help = Block(2_000, 'Where in the shop the value is found, or what it changes.')

const RoleList = Type.Array(OneOf(ROLES, 'A role.'), { minItems: 1, maxItems: ROLES.length })

const SettingField = Type.Object(
  {
    Name,
    Label,
    Help,
    Type: OneOf(TYPES, 'What the value is.'),
    Choices: Type.Optional(
      Type.Array(
        Type.Object(
          { Value: Line(200, 'The value.'), Label },
          { ...STRICT, title: 'ConnectorChoice' },
        ),
        { maxItems: 100, description: 'Of the type `choice`.' },
      ),
    ),
    Required: Type.Optional(Type.Boolean({ description: 'False when left out.' })),
    Default: Type.Optional(
      Type.Unsafe<string | number | boolean | null>({
        anyOf: [
          { type: 'string', format: 'line', maxLength: 2_000 },
          { type: 'number' },
          { type: 'boolean' },
          { type: 'null' },
        ],
        description: 'The value that a form begins with.',
      }),
    ),
    Roles: Type.Optional(
      Type.Array(OneOf(ROLES, 'A role.'), {
        maxItems: ROLES.length,
        description: 'The roles to which the field applies; all when left out.',
      }),
    ),
  },
  { ...STRICT, title: 'ConnectorSetting' },
)

const SecretField = Type.Object(
  {
    Name,
    Label,
    Help,
    Required: Type.Optional(Type.Boolean({ description: 'False when left out.' })),
  },
  { ...STRICT, title: 'ConnectorSecret' },
)

/** The body of PUT /connectors/<shop>. */
export const ConnectorRequest = Type.Object(
  {
    Title: Type.Unsafe<string>({
      ...Line(100, 'The name for people, such as `Vendure 3`.'),
      minLength: 1,
    }),
    Roles: RoleList,
    Settings: Type.Array(SettingField, {
      maxItems: 100,
      description: 'The fields of the form with which a shop is connected.',
    }),
    Secrets: Type.Array(SecretField, {
      maxItems: 20,
      description: 'What the connector gets from its own environment, never from the hub.',
    }),
    Guide: Maybe(Line(500, 'Where the guide is.')),
  },
  { ...STRICT, title: 'ConnectorRequest' },
)
export type ConnectorRequest = Static<typeof ConnectorRequest>

/** A connector in an answer. */
export const ConnectorResponse = Type.Object(
  {
    Shop: Type.String({ description: 'Which adapter, such as `vendure`.' }),
    Title: Type.String({ description: 'The name for people.' }),
    Roles: Type.Array(OneOf(ROLES, 'A role.')),
    Settings: Type.Array(
      Type.Object(
        {
          Name: Type.String(),
          Label: Type.String(),
          Help: Type.String(),
          Type: OneOf(TYPES, 'What the value is.'),
          Choices: Type.Array(
            Type.Object(
              { Value: Type.String(), Label: Type.String() },
              { title: 'ConnectorChoiceResponse' },
            ),
          ),
          Required: Type.Boolean(),
          Default: Type.Unsafe<string | number | boolean | null>({
            type: ['string', 'number', 'boolean', 'null'],
            description: 'The value that a form begins with.',
          }),
          Roles: Type.Array(OneOf(ROLES, 'A role.'), {
            description: 'The roles to which the field applies.',
          }),
        },
        { title: 'ConnectorSettingResponse' },
      ),
    ),
    Secrets: Type.Array(
      Type.Object(
        {
          Name: Type.String(),
          Label: Type.String(),
          Help: Type.String(),
          Required: Type.Boolean(),
        },
        { title: 'ConnectorSecretResponse' },
      ),
    ),
    Guide: Nullable(Type.String({ description: 'Where the guide is.' })),
    UpdatedAt: Type.String({
      format: 'date-time',
      description: 'When a connector last said so.',
    }),
  },
  { title: 'ConnectorResponse' },
)
export type ConnectorResponse = Static<typeof ConnectorResponse>

/** The path parameter of one connector. */
export const ConnectorPath = Type.Object({ shop: Shop })
export type ConnectorPath = Static<typeof ConnectorPath>
