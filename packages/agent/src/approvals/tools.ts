/** The tool with which an agent learns what became of a call that needs a person. */
import { Type } from 'typebox'
import { readTool, type Tool } from '../kit/tool.ts'

const HINTS: Readonly<Record<string, string>> = {
  PENDING:
    'Nobody has decided yet. Show the link to the person, and call get_approval again later.',
  APPROVED: 'It was approved and is being made. Call get_approval again.',
  REJECTED: 'It was rejected, and nothing was changed. Do not try again.',
  EXPIRED: 'Nobody has decided in time, and nothing was changed.',
  DONE: 'It was made.',
  FAILED: 'It was approved, but the hub refused it. The answer says why.',
}

const getApproval = readTool({
  name: 'get_approval',
  title: 'Get an approval',
  description:
    'What became of a call that answered approval_required. When a person has approved it, the hub makes the call itself: do not repeat it.',
  toolset: 'orders',
  isShared: true,
  scopes: [],
  input: Type.Object({
    id: Type.Integer({ minimum: 1, description: 'approval.id of that call.' }),
    waitSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 20, description: 'Wait for the decision. Default 20.' }),
    ),
  }),
  output: Type.Object({
    status: Type.String({
      description: 'PENDING, APPROVED, REJECTED, EXPIRED, DONE or FAILED.',
    }),
    summary: Type.String(),
    expiresAt: Type.String(),
    link: Type.String(),
    hint: Type.String(),
  }),
  async run({ hub, linkTo, say }, { id, waitSeconds = 20 }) {
    const approval = await hub.getAgentApproval({ id: String(id), waitSeconds } as never)
    const { Status, Summary, ExpiresAt, DecidedBy, Reason, Answer } = approval
    return {
      ...{ status: Status, summary: Summary, expiresAt: ExpiresAt },
      ...{ link: linkTo(`/agents/approvals/${id}`), hint: say(HINTS[Status] ?? '') },
      ...(DecidedBy && { decidedBy: DecidedBy.Label }),
      ...(Reason && { reason: Reason }),
      ...(Answer && { answer: { httpStatus: Answer.Status, body: Answer.Body } }),
    }
  },
})

/** All tools of approvals. */
export const approvalTools: readonly Tool[] = [getApproval]
