/** Approvals that the person of an agent gives in its client. */
import type { AskedCall, McpCaller, McpHost } from '@entrepot/agent'
import type { Database } from '@entrepot/database'
import { agentKeyOf } from '../../agents/agent-key.ts'
import { rejectInClient } from '../../agents/approvals/approvals.ts'
import {
  type Asked,
  answerQuestion,
  askQuestion,
  findQuestion,
} from '../../agents/approvals/question-store.ts'
import { selectApproval } from '../../agents/approvals/store.ts'

/** The part of the host that asks people in their clients. */
export function clientApprovals(
  database: Database,
): Required<Pick<McpHost, 'reject' | 'questions'>> {
  return {
    reject: async (caller, call) => await rejectInClient(database, askedOf(caller, call)),
    questions: {
      ask: async (caller, call, questionId) =>
        await askQuestion(database, askedOf(caller, call), questionId),
      async answer({ clientId, person: userId = '0' }, questionId, answer) {
        const agent = { clientId, userId }
        if (answer !== 'decline') return await answerQuestion(database, agent, questionId, answer)
        const asked = await findQuestion(database, agent, questionId)
        if (asked !== undefined) await rejectInClient(database, asked)
      },
      async read(caller, call) {
        const { customerId, approvalId, agentKey } = askedOf(caller, call)
        const approval = await selectApproval(database, customerId, approvalId)
        if (approval?.agentKey !== agentKey) return 'over'
        if (approval.status === 'REJECTED') return 'decline'
        if (approval.status !== 'PENDING' || approval.expiresAt <= new Date()) return 'over'
        return approval.clientAnswer ?? 'waits'
      },
    },
  }
}

function askedOf({ clientId, person }: McpCaller, { customerId, approvalId }: AskedCall): Asked {
  const agentKey = agentKeyOf({
    id: clientId,
    ...(person !== undefined && { person: { id: person, label: '' } }),
  })
  return { customerId: String(customerId), agentKey, approvalId: String(approvalId) }
}
