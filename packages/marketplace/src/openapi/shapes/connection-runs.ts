/** The shapes of runs of connectors, and of events of connections. */
import type { Shapes } from '../../kit/openapi/shape.ts'

const STEP = {
  Step: 'orders',
  Read: 2,
  Written: 1,
  Unchanged: 1,
  Failed: 0,
  Milliseconds: 480,
}

const FAILURE = {
  Kind: 'denied',
  Message: 'The shop refuses the key.',
  Remedy: 'Create another key in the shop, and give it to the connector.',
}

const CHANGE = {
  Step: 'orders',
  Action: 'create',
  HubId: '42',
  ShopId: null,
  Text: 'Order 42 with 2 lines',
}

const FINDING = {
  Level: 'warning',
  Message: 'The key cannot read returns.',
  Remedy: 'Give the key the right to read returns.',
}

const RUN = {
  StartedAt: '2026-11-26T08:29:59.000Z',
  FinishedAt: '2026-11-26T08:30:00.000Z',
  Trigger: 'schedule',
  RequestId: null,
  IsDryRun: false,
  Outcome: 'ok',
  Failure: null,
  Steps: [STEP],
  ChangesTotal: null,
}

const EVENT = { Name: 'Shop in Antwerp', Shop: 'medusa' }

/** The shapes of runs, by title. */
export const CONNECTION_RUN_SHAPES: Shapes = {
  ConnectionRunRequest: {
    description: 'A run to record.',
    example: { Lease: 3, ...RUN },
  },
  ConnectionRunFailure: { description: 'Why a shop could not be used.', example: FAILURE },
  ConnectionRunStep: { description: 'What a step of a run has done.', example: STEP },
  ConnectionRunChange: { description: 'What a run would change.', example: CHANGE },
  ConnectionFinding: { description: 'What a test has found.', example: FINDING },
  ConnectionRunResponse: {
    description: 'What a run has done.',
    example: { Id: 81, ...RUN },
  },
  ConnectionRunDetails: {
    description: 'What a run has done, would do, or has found.',
    example: {
      Id: 82,
      ...RUN,
      Trigger: 'request',
      RequestId: 5,
      IsDryRun: true,
      ChangesTotal: 1,
      Changes: [CHANGE],
      Findings: [FINDING],
    },
  },
  ConnectionRunFailureResponse: {
    description: 'Why a shop could not be used.',
    example: FAILURE,
  },
  ConnectionRunStepResponse: { description: 'What a step of a run has done.', example: STEP },
  ConnectionRunChangeResponse: { description: 'What a run would change.', example: CHANGE },
  ConnectionFindingResponse: { description: 'What a test has found.', example: FINDING },
  ConnectionEventData: {
    description: 'The data of an event of a connection.',
    example: EVENT,
  },
  ConnectionFailureEventData: {
    description: 'The data of an event about a shop that cannot be used.',
    example: { ...EVENT, Message: FAILURE.Message, Remedy: FAILURE.Remedy },
  },
  ConnectionRequestEventData: {
    description: 'The data of an event about something that is asked of a connector.',
    example: { ...EVENT, RequestId: 5, Action: 'run' },
  },
}
