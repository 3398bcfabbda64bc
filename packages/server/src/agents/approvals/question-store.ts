/** All SQL of the questions that clients show to the person of an agent. */
import { type Connection, execute, queryFirst, sql } from '@entrepot/database'

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

/** The agent of a person that answers. */
export interface AnsweringAgent {
  readonly clientId: string
  readonly userId: string
}

/** The approval about which a client was asked: the same agent. */
export async function findQuestion(
  connection: Connection,
  { clientId, userId }: AnsweringAgent,
  questionId: string,
): Promise<Asked | undefined> {
  return await queryFirst<Asked>(
    connection,
    sql`
    select customer_id::text as "customerId", agent_key as "agentKey", approval_id::text as "approvalId" from hub.agent_approvals
    where question_id = ${questionId} and client_id = ${clientId} and user_id = ${userId}::bigint`,
  )
}

/** Stores what the client answered, once, if it was asked: the same agent, for an approval that waits. */
export async function answerQuestion(
  connection: Connection,
  { clientId, userId }: AnsweringAgent,
  questionId: string,
  answer: 'accept' | 'cancel',
): Promise<void> {
  await execute(
    connection,
    sql`
    update hub.agent_approvals set client_answer = ${answer}
    where question_id = ${questionId} and client_id = ${clientId} and user_id = ${userId}::bigint
      and client_answer is null and status = 'PENDING' and expires_at > now()`,
  )
}
