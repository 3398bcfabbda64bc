/** Asks the person for what the rules of the customer say that no agent does alone. */
import { createHash } from 'node:crypto'
import { isProblem } from '@entrepot/client'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { McpCaller } from './host.ts'

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
  if (!isProblem(error) || String(error.code) !== 'SERVER_APPROVAL_REQUIRED') {
    return undefined
  }
  return error.problem.approval as Approval
}

/** Whether the client shows questions to the person (elicitation; MCP 2026-07-28, multi-round-trip requests). */
export function canAsk({ mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
  return capabilities?.elicitation !== undefined
}

/** The questions about one call: bound to the caller, the tool and the arguments, and valid for ten minutes. */
export type Questions = RequestStateCodec<{ readonly approvalId: number }>

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

/** Asks the person in the client. */
export async function askPerson(
  questions: Questions,
  { id, summary }: Approval,
  context: ServerContext,
): Promise<InputRequiredResult> {
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: summary,
        requestedSchema: {
          type: 'object',
          properties: { approve: { type: 'boolean', title: 'Do this' } },
          required: ['approve'],
        },
      }),
    },
    requestState: await questions.mint({ approvalId: id }, context),
  })
}

/** What the person has answered. Undefined if this request brings no answer. @throws if the answer belongs to another question */
export async function readAnswer(
  questions: Questions,
  context: ServerContext,
): Promise<{ readonly approvalId: number; readonly isApproved: boolean } | undefined> {
  const state = context.mcpReq.requestState<string>()
  if (state === undefined) return undefined
  const { approvalId } = await questions.verify(state, context)
  const answer = inputResponse(context.mcpReq.inputResponses, QUESTION)
  if (answer.kind !== 'elicit') return undefined
  return {
    approvalId,
    isApproved: answer.action === 'accept' && answer.content?.approve === true,
  }
}
