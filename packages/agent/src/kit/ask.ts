/** Makes calls that may need a person: asks in the client if it can, and otherwise says who has to approve. */
import type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server'
import {
  type Approval,
  approvalOf,
  askPerson,
  canAsk,
  type GivenAnswer,
  type Questions,
} from './approval.ts'
import { elicitApproval } from './elicitation.ts'
import type { CallFacts, McpCaller, McpHost } from './host.ts'
import { answerOf, failureOf } from './results.ts'
import { markText } from './untrusted.ts'

/** A call that may need a person. */
export interface AskingCall {
  readonly host: McpHost
  readonly caller: McpCaller
  readonly facts: CallFacts
  readonly context: ServerContext
  readonly questions: Questions
  /** With which the call is made, also after an approval, so that no part of it is done twice. */
  readonly idempotencyKey: string
  /** What the person has answered to the question about this call. */
  readonly given: GivenAnswer | undefined
}

/** Makes the call, with an approval if there is one. */
type Run = (approvalId: number | undefined) => Promise<CallToolResult>

/** What came of an attempt: an answer, or the approval that the call needs. */
type Outcome = { readonly answer: CallToolResult } | { readonly approval: Approval }

/** Makes a call, and asks the person if it needs an approval. */
export async function callOrAsk(
  call: AskingCall,
  run: Run,
): Promise<CallToolResult | InputRequiredResult> {
  const { host, facts, given } = call
  if (given?.answer === 'decline') return await decline(call, given.approvalId)
  // A person who has closed the question has decided nothing.
  const isClosed = given?.answer === 'cancel'
  const outcome = await attempt(run, isClosed ? undefined : given?.approvalId)
  if ('answer' in outcome) return outcome.answer
  const { approval } = outcome
  if (isClosed || approval.needsMember || call.caller.person === undefined) {
    return waiting(approval, host)
  }
  if (canAsk(call.context)) {
    return await askPerson(call.questions, approval, call.idempotencyKey, call.context)
  }
  const asked = { ...facts, approvalId: approval.id }
  const answer = await elicitApproval(host, call.caller, asked, approval, call.context)
  if (answer === 'decline') return await decline(call, approval.id)
  const approved = answer === 'accept' ? await attempt(run, approval.id) : outcome
  return 'answer' in approved ? approved.answer : waiting(approved.approval, host)
}

async function attempt(run: Run, approvalId: number | undefined): Promise<Outcome> {
  try {
    return { answer: await run(approvalId) }
  } catch (error) {
    const approval = approvalOf(error)
    if (approval === undefined) throw error
    return { approval }
  }
}

async function decline(
  { host, caller, facts }: AskingCall,
  approvalId: number,
): Promise<CallToolResult> {
  await host.reject(caller, { ...facts, approvalId })
  return failureOf('TOOL_DECLINED', 'The person declined. Nothing was changed. Do not try again.')
}

/** What a client gets that cannot ask the person: the call waits, and is not made without an approval. */
function waiting({ id, summary, expiresAt }: Approval, { publicUrl }: McpHost): CallToolResult {
  const link = `${publicUrl}/console/agents/approvals/${id}`
  const approval = { id, summary: markText(summary), expiresAt, link }
  return answerOf({}, { own: { status: 'approval_required', approval, hint: WAIT } })
}

const WAIT =
  'A member must approve this. Show the link to the person, and read the outcome with get_approval. Do not repeat the call.'
