/** Asks the person for what the rules of the customer say that no agent does alone. */
import { createHash } from 'node:crypto'
import { isProblem } from '@entrepot/client'
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { showsForms } from './capabilities.ts'
import type { ClientAnswer, McpCaller } from './host.ts'

/** What must be approved, as the hub says it. */
export interface Approval {
  readonly id: number
  /** What would happen, in a sentence for people. */
  readonly summary: string
  readonly expiresAt: string
  /** Whether a member of the customer must approve in the console or by the API: the person of the agent does not suffice. */
  readonly needsMember: boolean
}

/** Seconds for which a question in a client is valid. */
const QUESTION_SECONDS = 600

const QUESTION = 'approval'

/** The approval that a refused call needs. Undefined for other errors. */
export function approvalOf(error: unknown): Approval | undefined {
  if (!isProblem(error) || String(error.code) !== 'SERVER_APPROVAL_REQUIRED') return undefined
  return error.problem.approval as Approval
}

/** Whether the client shows questions to the person (elicitation; MCP 2026-07-28, multi-round-trip requests). */
export function canAsk({ mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  return showsForms(envelope?.[CLIENT_CAPABILITIES_META_KEY])
}

/** What is asked about: an approval, and the key with which the call is made again. */
interface Asked {
  readonly approvalId: number
  readonly idempotencyKey: string
}

/** The questions about one call: bound to the caller, the tool and the arguments, and valid for ten minutes. */
export type Questions = RequestStateCodec<Asked>

/** Makes the {@link Questions} of a call. */
export function questionsOf(
  key: Uint8Array,
  { clientId, person }: McpCaller,
  tool: string,
  input: unknown,
): Questions {
  const digest = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
  const bound = JSON.stringify([clientId, person ?? null, tool, digest])
  return createRequestStateCodec({ key, ttlSeconds: QUESTION_SECONDS, bind: () => bound })
}

/** The form that the person answers. */
export const APPROVAL_FORM = {
  type: 'object',
  properties: { approve: { type: 'boolean', title: 'Do this' } },
  required: ['approve'],
} as const

/** Asks the person in the client. */
export async function askPerson(
  questions: Questions,
  { id, summary }: Approval,
  idempotencyKey: string,
  context: ServerContext,
): Promise<InputRequiredResult> {
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: summary,
        requestedSchema: { ...APPROVAL_FORM, required: [...APPROVAL_FORM.required] },
      }),
    },
    requestState: await questions.mint({ approvalId: id, idempotencyKey }, context),
  })
}

/** What the person has answered. */
export interface GivenAnswer extends Asked {
  readonly answer: ClientAnswer
}

/** Reads what the person has answered. Undefined if this request brings no answer. @throws if the answer belongs to another question */
export async function readAnswer(
  questions: Questions,
  context: ServerContext,
): Promise<GivenAnswer | undefined> {
  const state = context.mcpReq.requestState<string>()
  if (state === undefined) return undefined
  const asked = await questions.verify(state, context)
  const given = inputResponse(context.mcpReq.inputResponses, QUESTION)
  if (given.kind !== 'elicit') return undefined
  if (given.action === 'cancel') return { ...asked, answer: 'cancel' }
  const isApproved = given.action === 'accept' && given.content?.approve === true
  return { ...asked, answer: isApproved ? 'accept' : 'decline' }
}
