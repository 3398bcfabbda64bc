/** What the endpoint needs of the application to ask clients that answer in another request (elicitation of MCP 2025-11-25). */
import type { CallFacts, McpCaller } from './host.ts'

/** What a client answered to a question. */
export type ClientAnswer = 'accept' | 'decline' | 'cancel'

/** An approval about which a client is asked. */
export type AskedCall = CallFacts & { readonly approvalId: number }

/** Keeps the questions where each node finds them. */
export interface McpQuestions {
  /** Stores that the client is asked about an approval. Returns false if the approval does not wait any more. */
  ask(caller: McpCaller, call: AskedCall, questionId: string): Promise<boolean>
  /** Stores what a client answered. An answer to a question that it was not asked is left out. */
  answer(caller: McpCaller, questionId: string, answer: ClientAnswer): Promise<void>
  /** What became of the question. `over`: the approval does not wait any more. */
  read(caller: McpCaller, call: AskedCall): Promise<ClientAnswer | 'waits' | 'over'>
}
