import type { Database } from '@entrepot/database'
import type { SchemaObject } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Channel } from '../../kit/principals/channel.ts'
import type { Principal, Requirement } from '../../kit/principals/principal.ts'
import { isRefusal, type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { linkNext, PAGE_SIZE, placeOf } from '../../kit/shared/paging.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { CREATING } from '../record/state/actions.ts'
import type { Kind } from '../record/state/record-kinds.ts'
import { changeShipment, decideReturn, previewDecision, voidShipment } from './changes.ts'
import {
  CHANGE_SHIPMENT,
  CREATE_REFUSALS,
  CREATED,
  DECIDE_RETURN,
  DECISION_REFUSALS,
  documentCreate,
  documentGet,
  documentList,
  PREVIEW_DECISION,
  VOID_SHIPMENT,
} from './documents.ts'
import { createFulfilment, type Fulfil } from './fulfil.ts'
import { RETURN_ACTIONS, SHIPMENT_ACTIONS } from './records/actions.ts'
import {
  draftBackorder,
  draftCancellation,
  draftChannelCancellation,
  draftChannelReturn,
  draftReturn,
  draftShipment,
  type FulfilmentDraft,
} from './records/draft.ts'
import { FulfilmentsQuery, ReturnsQuery } from './records/query-schema.ts'
import {
  getFulfilment,
  listFulfilments,
  toFulfilmentRecord,
  toFulfilmentResponse,
} from './records/records.ts'
import {
  ChannelReturnRequest,
  ReturnDecision,
  ReturnRecord,
  ReturnRequest,
  ReturnResponse,
} from './records/return-schema.ts'
import {
  BackorderRequest,
  BackorderResponse,
  CancellationRequest,
  CancellationResponse,
  ChannelCancellationRequest,
  FulfilmentPath,
  ShipmentChange,
  ShipmentRequest,
  ShipmentResponse,
} from './records/schema.ts'
import type { FulfilmentRow } from './records/store.ts'

const READ: readonly Requirement[] = [
  { kind: 'merchant', scope: 'fulfilment:read' },
  { kind: 'channel', scope: 'fulfilment:read' },
]

/** Converts a request with one kind of key to a draft. */
interface Intake {
  readonly body: SchemaObject
  readonly issuesOf: ReturnType<typeof compileBody>
  readonly draft: (body: never, channelId: number) => FulfilmentDraft
}

function intakeOf(body: SchemaObject, draft: Intake['draft']): Intake {
  return { body, issuesOf: compileBody(body), draft }
}

/** The routes of one kind of record. */
interface Resource {
  readonly kind: Kind
  readonly path: string
  readonly response: SchemaObject
  readonly merchant: Intake
  /** Set if channels can create records of this kind, too. */
  readonly channel?: Intake
}

const RESOURCES: readonly Resource[] = [
  {
    kind: 'shipment',
    path: '/shipments',
    response: ShipmentResponse,
    merchant: intakeOf(ShipmentRequest, draftShipment),
  },
  {
    kind: 'cancellation',
    path: '/cancellations',
    response: CancellationResponse,
    merchant: intakeOf(CancellationRequest, draftCancellation),
    channel: intakeOf(ChannelCancellationRequest, draftChannelCancellation),
  },
  {
    kind: 'backorder',
    path: '/backorders',
    response: BackorderResponse,
    merchant: intakeOf(BackorderRequest, draftBackorder),
  },
  {
    kind: 'return',
    path: '/returns',
    response: ReturnResponse,
    merchant: intakeOf(ReturnRequest, draftReturn),
    channel: intakeOf(ChannelReturnRequest, draftChannelReturn),
  },
]

/** The routes of /shipments, /cancellations, /backorders and /returns. */
export function fulfilmentRoutes(fastify: FastifyInstance, database: Database): void {
  const fulfil = createFulfilment(database)
  for (const resource of RESOURCES) {
    addCreate(fastify, fulfil, resource)
    addReads(fastify, database, resource)
  }
  addShipmentChanges(fastify, database)
  addReturnDecisions(fastify, database)
}

function addCreate(fastify: FastifyInstance, fulfil: Fulfil, resource: Resource): void {
  const { kind, path, response, merchant, channel: ofChannels } = resource
  const refusals = CREATE_REFUSALS[kind]
  const body = ofChannels ? { anyOf: [merchant.body, ofChannels.body] } : merchant.body
  const { requires } = CREATING[kind]

  fastify.post(
    path,
    {
      config: { requires, refusals, document: { body, answers: CREATED } },
      schema: { ...documentCreate(kind), response: { 200: response, 201: response } },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { channel } = principal
      const { issuesOf, draft } = channel && ofChannels ? ofChannels : merchant
      const issues = issuesOf(request.body)
      if (issues.length > 0) return refuseIssues(issues)
      const recorded = await fulfil(principal, draft(request.body as never, channelIdOf(channel)))
      if (isRefusal(recorded)) return recorded
      return reply
        .code(recorded.created ? 201 : 200)
        .send(toFulfilmentResponse(recorded.row, principal))
    },
  )
}

function addReads(fastify: FastifyInstance, database: Database, resource: Resource): void {
  const { kind, path, response } = resource
  const config = { requires: READ }

  fastify.get<{ Querystring: ReturnsQuery }>(
    path,
    {
      config,
      schema: {
        ...documentList(kind),
        querystring: kind === 'return' ? ReturnsQuery : FulfilmentsQuery,
        response: { 200: { type: 'array', items: response } },
      },
    },
    async (request, reply) => {
      const { cursor, pageSize = PAGE_SIZE, ...query } = request.query
      const after = placeOf(cursor)
      if (isRefusal(after)) return after
      const filter = { ...query, kind, ...(after && { after }) }
      const principal = principalOf(request)
      const page = await listFulfilments(database, principal, filter, pageSize)
      if (page.next) linkNext(request, reply, page.next)
      return page.rows.map((row) => toFulfilmentResponse(row, principal))
    },
  )

  fastify.get<{ Params: FulfilmentPath }>(
    `${path}/:reference`,
    {
      config: { ...config, refusals: ['MARKET_NOT_FOUND'] },
      schema: { ...documentGet(kind), params: FulfilmentPath, response: { 200: response } },
    },
    async (request) => {
      const { reference } = request.params
      const principal = principalOf(request)
      return answer(await getFulfilment(database, principal, kind, reference), principal)
    },
  )
}

function addShipmentChanges(fastify: FastifyInstance, database: Database): void {
  fastify.put<{ Params: FulfilmentPath; Body: ShipmentChange }>(
    '/shipments/:reference',
    {
      config: {
        requires: SHIPMENT_ACTIONS.change.requires,
        refusals: ['MARKET_NOT_FOUND', 'MARKET_SHIPMENT_VOIDED'],
      },
      schema: {
        ...CHANGE_SHIPMENT,
        params: FulfilmentPath,
        body: ShipmentChange,
        response: { 200: ShipmentResponse },
      },
    },
    async (request) => {
      const { reference } = request.params
      const principal = principalOf(request)
      const row = await changeShipment(database, principal, reference, request.body)
      return answer(row, principal)
    },
  )

  fastify.post<{ Params: FulfilmentPath }>(
    '/shipments/:reference/void',
    {
      config: {
        requires: SHIPMENT_ACTIONS.void.requires,
        refusals: ['MARKET_NOT_FOUND', 'MARKET_QUANTITY_EXCEEDED'],
      },
      schema: { ...VOID_SHIPMENT, params: FulfilmentPath, response: { 200: ShipmentResponse } },
    },
    async (request) => {
      const { reference } = request.params
      const principal = principalOf(request)
      return answer(await voidShipment(database, principal, reference), principal)
    },
  )
}

function addReturnDecisions(fastify: FastifyInstance, database: Database): void {
  fastify.put<{ Params: FulfilmentPath; Body: ReturnDecision }>(
    '/returns/:reference',
    {
      config: { requires: RETURN_ACTIONS.decide.requires, refusals: DECISION_REFUSALS },
      schema: {
        ...DECIDE_RETURN,
        params: FulfilmentPath,
        body: ReturnDecision,
        response: { 200: ReturnResponse },
      },
    },
    async (request) => {
      const { reference } = request.params
      const principal = principalOf(request)
      const row = await decideReturn(database, principal, reference, request.body)
      return answer(row, principal)
    },
  )

  fastify.post<{ Params: FulfilmentPath; Body: ReturnDecision }>(
    '/returns/:reference/preview',
    {
      config: { requires: RETURN_ACTIONS.decide.requires, refusals: DECISION_REFUSALS },
      schema: {
        ...PREVIEW_DECISION,
        params: FulfilmentPath,
        body: ReturnDecision,
        response: { 200: ReturnRecord },
      },
    },
    async (request) => {
      const { reference } = request.params
      const row = await previewDecision(database, principalOf(request), reference, request.body)
      return isRefusal(row) ? row : toFulfilmentRecord(row)
    },
  )
}

function answer(row: FulfilmentRow | Refusal, reader: Principal) {
  return isRefusal(row) ? row : toFulfilmentResponse(row, reader)
}

function channelIdOf(channel: Channel | null): number {
  return channel?.channelId ?? 0
}
