/** Wire shapes of the runs of connectors. */
import { type Static, Type } from 'typebox'
import {
  Block,
  Count,
  DateTime,
  Id,
  Maybe,
  Nullable,
  OneOf,
  STRICT,
} from '../../kit/shared/wire.ts'
import { RecordId } from '../pairs/schema.ts'
import { LeaseNumber, PAGE, Text } from '../route-parts.ts'

const TRIGGERS = ['schedule', 'hint', 'event', 'request', 'start'] as const
const OUTCOMES = ['ok', 'partly', 'failed'] as const
const FAILURE_KINDS = ['unavailable', 'throttled', 'denied', 'settings', 'internal'] as const
const CHANGE_ACTIONS = ['create', 'update', 'remove'] as const
const LEVELS = ['ok', 'warning', 'error'] as const

/** Most changes of a dry run that are stored. */
const MAX_CHANGES = 500
/** Most results of a test. */
const MAX_FINDINGS = 100
const MAX_STEPS = 50

const Amount = (description: string) => Count(0, 1_000_000_000, description)

const Trigger = OneOf(TRIGGERS, 'What has started the run.')
const Outcome = OneOf(OUTCOMES, 'partly: some steps have failed.')
const Step = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[a-z][a-z_]{0,49}$',
  description: 'Such as `orders`.',
})

const Failure = Type.Object(
  {
    Kind: OneOf(
      FAILURE_KINDS,
      'unavailable and throttled: the next run tries again. denied and settings: a person must act. internal: a fault of the connector.',
    ),
    Message: Text(1_000, 'What happened, without secrets.'),
    Remedy: Text(1_000, 'What a person can do.'),
  },
  { ...STRICT, title: 'ConnectionRunFailure' },
)

const RunStep = Type.Object(
  {
    Step,
    Read: Amount('Records that were read.'),
    Written: Amount('Records that were created, updated or removed.'),
    Unchanged: Amount('Records that were as they should be.'),
    Failed: Amount('Records with a problem.'),
    Milliseconds: Amount('For how long the step ran.'),
  },
  { ...STRICT, title: 'ConnectionRunStep' },
)

const RunChange = Type.Object(
  {
    Step,
    Action: OneOf(CHANGE_ACTIONS, 'What would be done.'),
    HubId: Maybe(RecordId('Of the record in the hub.')),
    ShopId: Maybe(RecordId('Of the record in the shop.')),
    Text: Text(1_000, 'What would change, in words.'),
  },
  { ...STRICT, title: 'ConnectionRunChange' },
)

const Finding = Type.Object(
  {
    Level: OneOf(LEVELS, 'With an error, the connection cannot run.'),
    Message: Text(1_000, 'What was checked and found.'),
    Remedy: Maybe(Block(1_000, 'What to do, in the words of the shop.')),
  },
  { ...STRICT, title: 'ConnectionFinding' },
)

/** The body of POST /connections/<Id>/runs. */
export const RunRequest = Type.Object(
  {
    Lease: LeaseNumber,
    StartedAt: DateTime('When it began.'),
    FinishedAt: DateTime('When it ended.'),
    Trigger,
    RequestId: Maybe(
      Count(1, Number.MAX_SAFE_INTEGER, 'The request that it answers, which it closes.'),
    ),
    IsDryRun: Type.Boolean({ description: 'Whether it has changed nothing.' }),
    Outcome,
    Failure: Type.Optional(
      Type.Union([Failure, Type.Null()], { description: 'Why the shop could not be used.' }),
    ),
    Steps: Type.Array(RunStep, { maxItems: MAX_STEPS }),
    Changes: Type.Optional(
      Type.Array(RunChange, {
        maxItems: MAX_CHANGES,
        description: 'Of a dry run: the first changes that a run would make.',
      }),
    ),
    ChangesTotal: Maybe(Amount('Of a dry run: the number of changes that a run would make.')),
    Findings: Type.Optional(
      Type.Array(Finding, { maxItems: MAX_FINDINGS, description: 'Of a test: what was found.' }),
    ),
  },
  { ...STRICT, title: 'ConnectionRunRequest' },
)
export type RunRequest = Static<typeof RunRequest>

/** A shape of requests in answers: without limits, and with nulls for what is absent. */
const RUN = {
  Id: Type.Integer(),
  StartedAt: Type.String({ format: 'date-time' }),
  FinishedAt: Type.String({ format: 'date-time' }),
  Trigger,
  RequestId: Nullable(Type.Integer({ description: 'The request that it has answered.' })),
  IsDryRun: Type.Boolean({ description: 'Whether it has changed nothing.' }),
  Outcome,
  Failure: Type.Union(
    [
      Type.Object(
        {
          Kind: OneOf(FAILURE_KINDS, 'Whether the next run tries again, or a person must act.'),
          Message: Type.String({ description: 'What happened.' }),
          Remedy: Type.String({ description: 'What a person can do.' }),
        },
        { title: 'ConnectionRunFailureResponse' },
      ),
      Type.Null(),
    ],
    { description: 'Why the shop could not be used.' },
  ),
  Steps: Type.Array(
    Type.Object(
      {
        Step: Type.String({ description: 'Such as `orders`.' }),
        Read: Type.Integer({ description: 'Records that were read.' }),
        Written: Type.Integer({ description: 'Records that were created, updated or removed.' }),
        Unchanged: Type.Integer({ description: 'Records that were as they should be.' }),
        Failed: Type.Integer({ description: 'Records with a problem.' }),
        Milliseconds: Type.Integer({ description: 'For how long the step ran.' }),
      },
      { title: 'ConnectionRunStepResponse' },
    ),
  ),
  ChangesTotal: Nullable(
    Type.Integer({ description: 'Of a dry run: the number of changes that a run would make.' }),
  ),
}

/** A run in a list. */
export const RunResponse = Type.Object(RUN, { title: 'ConnectionRunResponse' })
export type RunResponse = Static<typeof RunResponse>

const nullableText = (description: string) => Nullable(Type.String({ description }))

/** A run with its changes and results. */
export const RunDetails = Type.Object(
  {
    ...RUN,
    Changes: Type.Array(
      Type.Object(
        {
          Step: Type.String({ description: 'Such as `orders`.' }),
          Action: OneOf(CHANGE_ACTIONS, 'What would be done.'),
          HubId: nullableText('Of the record in the hub.'),
          ShopId: nullableText('Of the record in the shop.'),
          Text: Type.String({ description: 'What would change, in words.' }),
        },
        { title: 'ConnectionRunChangeResponse' },
      ),
      { description: 'Of a dry run: the first changes that a run would make.' },
    ),
    Findings: Type.Array(
      Type.Object(
        {
          Level: OneOf(LEVELS, 'With an error, the connection cannot run.'),
          Message: Type.String({ description: 'What was checked and found.' }),
          Remedy: nullableText('What to do, in the words of the shop.'),
        },
        { title: 'ConnectionFindingResponse' },
      ),
      { description: 'Of a test: what was found.' },
    ),
  },
  { title: 'ConnectionRunDetails' },
)
export type RunDetails = Static<typeof RunDetails>

/** The path parameters of one run. */
export const RunPath = Type.Object({ id: Id('Id of the connection.'), runId: Id('Id of the run.') })
export type RunPath = Static<typeof RunPath>

/** The query of GET /connections/<Id>/runs. */
export const RunsQuery = Type.Object(PAGE, STRICT)
export type RunsQuery = Static<typeof RunsQuery>
