/** The shapes of errors and of who did something. */
import type { Shapes } from '../../kit/openapi/shape.ts'

const ISSUE = { path: '/Lines/0/Quantity', message: 'must be at least 1' }

const ACTOR = { Kind: 'key', Id: '3', Label: 'ERP' }

const REJECTION = {
  Reference: 'CAP-RED',
  Code: 'MARKET_NOT_FOUND',
  Detail: 'The channel has no product with this reference.',
}

/** The shapes that several groups of calls have, by title. */
export const COMMON_SHAPES: Shapes = {
  Problem: {
    description: 'An error (RFC 9457). A refused call has stored nothing.',
    example: {
      type: 'urn:entrepot:problem:market-invalid-input',
      title: 'The request is invalid',
      status: 400,
      code: 'MARKET_INVALID_INPUT',
      detail: '/Lines/0/Quantity must be at least 1.',
      requestId: '0123456789abcdef',
      errors: [ISSUE],
    },
  },
  Fault: { description: 'One issue of an input.', example: ISSUE },
  ProblemCode: {
    description: 'The stable name of an error. The page about errors explains each.',
    example: 'MARKET_INVALID_INPUT',
  },
  Actor: {
    description: 'Who did something: an API key, a person, an agent for a person, or the hub.',
    example: ACTOR,
  },
  LoggedRejection: {
    description: 'A reference of an acknowledgement that was rejected, and why.',
    example: REJECTION,
  },
  SyncLogEntry: {
    description: 'What a channel has polled or acknowledged in a minute with a key.',
    example: {
      Kind: 'ACKNOWLEDGE_DATA',
      Minute: '2026-11-21T10:00:00.000Z',
      LastAt: '2026-11-21T10:00:42.000Z',
      Key: { Id: 3, Label: 'Web shop' },
      Calls: 2,
      Created: 40,
      Updated: 3,
      Removed: 0,
      Failed: 0,
      Offers: 0,
      Rejected: 1,
      RejectedReferences: ['CAP-RED'],
      Rejections: [REJECTION],
      AverageMs: 21,
      MaxMs: 30,
    },
  },
  RefusedIssue: {
    description: 'One thing that was wrong with the input of a refused call.',
    example: { Path: '/Lines/0/Quantity', Message: 'must be at least 1' },
  },
  RefusedCall: {
    description: 'A call that was refused, and why.',
    example: {
      Id: 12,
      OccurredAt: '2026-11-21T10:00:00.000Z',
      Method: 'POST',
      Route: '/v2/orders',
      Path: '/v2/orders',
      Status: 400,
      Code: 'MARKET_INVALID_INPUT',
      Detail: '/Lines/0/Quantity must be at least 1.',
      Errors: [{ Path: '/Lines/0/Quantity', Message: 'must be at least 1' }],
      ErrorCount: 1,
      Actor: ACTOR,
      RequestId: '0123456789abcdef',
    },
  },
}
