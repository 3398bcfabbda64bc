/** Wire shapes of approvals. */
import { Actions, Count, Line, Maybe, Nullable, OneOf, STRICT } from '@entrepot/marketplace/routes'
import { type Static, Type } from 'typebox'
import { ACTOR } from '../../actor-shapes.ts'
import { ListQuery } from '../../people/members/schema.ts'
import { CHANGED_VALUES } from '../measures/product-changes.ts'
import { DECISIONS } from './decide.ts'
import { KindName } from './rules/schema.ts'
import { APPROVAL_STATUSES } from './store.ts'

const StatusName = OneOf(
  APPROVAL_STATUSES,
  'PENDING: it waits. APPROVED: the hub is making the call. DONE: the call was made. FAILED: it was made, and refused.',
)

const Quantity = Nullable(Type.Number())

const ProductChange = Type.Object(
  {
    MerchantProductReference: Type.String(),
    Values: Type.Array(
      Type.Object(
        {
          Name: OneOf(CHANGED_VALUES, 'StockChange: units that come or go.'),
          Value: Nullable(
            Type.Number({
              description: 'Prices are in the currency of the customer. Null removes the value.',
            }),
          ),
        },
        { title: 'ApprovalProductValue' },
      ),
      { description: 'As they were sent. What the call does not change is not among them.' },
    ),
  },
  { title: 'ApprovalProduct', description: 'A product, and the values that the call gives it.' },
)

/** An approval in an answer. */
export const ApprovalResponse = Type.Object(
  {
    Id: Type.Integer(),
    Status: StatusName,
    Summary: Type.String({ description: 'What the call would do, in a sentence.' }),
    Needs: Type.String({
      description:
        'PERSON: the person of the agent, in its client, or a member. MEMBER: a member, in the console or by the API.',
    }),
    Agent: Type.Object(
      {
        Id: Type.String({
          description: 'As of `GET /v2/agents`, or the ClientId of a headless agent.',
        }),
        ClientId: Type.String(),
        Name: Type.String({ description: 'As the client calls itself; it is not verified.' }),
        Person: Nullable(
          Type.Object(
            { Id: Type.Integer(), Email: Type.String() },
            { description: 'The member for whom it acts. Null for an agent without a person.' },
          ),
        ),
      },
      { title: 'ApprovalAgent' },
    ),
    Tool: Nullable(Type.String({ description: 'The tool of the MCP endpoint. Null of the API.' })),
    Operation: Type.String({ description: 'The call of the API, such as createRefund.' }),
    Method: Type.String(),
    Path: Type.String({ description: 'With the query.' }),
    Body: Type.Unknown({
      description: 'As it was sent. Null for callers that may not make the call themselves.',
    }),
    Products: Type.Array(ProductChange, {
      description:
        'The prices and stocks of products that the call names. Empty without some, and for callers that may not make the call themselves.',
    }),
    Measures: Type.Array(
      Type.Object(
        { Kind: KindName, Amount: Quantity, Units: Quantity, Count: Quantity },
        { title: 'ApprovalMeasure' },
      ),
      {
        description:
          'What the call concerns. Null: unknown, or calls of the kind are not measured by it.',
      },
    ),
    CreatedAt: Type.String({ format: 'date-time' }),
    ExpiresAt: Type.String({ format: 'date-time', description: 'The call is not made later.' }),
    DecidedBy: Nullable(Type.Object(ACTOR, { title: 'ApprovalDecider' })),
    DecidedAt: Nullable(Type.String({ format: 'date-time' })),
    Reason: Nullable(Type.String({ description: 'Why it was rejected.' })),
    Answer: Nullable(
      Type.Object(
        {
          Status: Type.Integer({ description: 'The HTTP status.' }),
          Body: Type.Unknown({
            description:
              'Null without one, if it is longer than 64 KB, or for callers that may not make the call themselves.',
          }),
        },
        { title: 'ApprovalAnswer', description: 'What the call was answered. Null until then.' },
      ),
    ),
    EndedAt: Nullable(Type.String({ format: 'date-time' })),
    Actions: Actions('ApprovalAction', DECISIONS),
  },
  { title: 'Approval' },
)
export type ApprovalResponse = Static<typeof ApprovalResponse>

/** The query of the list. */
export const ApprovalsQuery = Type.Object(
  {
    ...ListQuery.properties,
    status: Type.Optional(OneOf(APPROVAL_STATUSES, 'Only approvals in this state.')),
    agent: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Only those of the agent with this Id.',
      }),
    ),
  },
  STRICT,
)
export type ApprovalsQuery = Static<typeof ApprovalsQuery>

/** The query of one. */
export const ApprovalQuery = Type.Object(
  {
    waitSeconds: Type.Optional(
      Count(
        0,
        20,
        'For how long to wait until the call has its answer, or will never get one. Default 0.',
      ),
    ),
  },
  STRICT,
)
export type ApprovalQuery = Static<typeof ApprovalQuery>

/** The body of a rejection. */
export const RejectionRequest = Type.Object(
  { Reason: Maybe(Line(1000, 'Why, for the agent and its person.')) },
  { ...STRICT, title: 'ApprovalRejection' },
)
export type RejectionRequest = Static<typeof RejectionRequest>
