/** All SQL of the questions that clients show to the person of an agent. */
import { type Connection, execute, sql } from '@entrepot/database'

/** Which approval of which agent a client is asked about. */
export interface Asked {
  readonly agentKey: string
  readonly customerId: string
  readonly approvalId: string
}

/** Stores that a client shows the question. Returns whether the approval waits. An earlier question counts no more. */
export async function askQuestion(
  connection: Connection,
  { agentKey, customerId, approvalId }: Asked,
  questionId: string,
): Promise<boolean> {
  const asked = await execute(
    connection,
    sql`
    update hub.agent_approvals set question_id = ${questionId}, client_answer = null
    where customer_id = ${customerId}::bigint and approval_id = ${approvalId}::bigint and agent_key = ${agentKey}
      and status = 'PENDING' and expires_at > now() and needs = 'PERSON' and user_id is not null`,
  )
  return asked > 0
}

/** Stores what the client answered, once. Returns whether it was asked: by the same agent, for an approval that waits. */
export async function answerQuestion(
  connection: Connection,
  agent: { readonly clientId: string; readonly userId: string },
  questionId: string,
  answer: 'accept' | 'cancel',
): Promise<boolean> {
  const answered = await execute(
    connection,
    sql`
    update hub.agent_approvals set client_answer = ${answer}
    where question_id = ${questionId} and client_id = ${agent.clientId} and user_id = ${agent.userId}::bigint
      and client_answer is null and status = 'PENDING' and expires_at > now()`,
  )
  return answered > 0
}
