/** What the endpoint needs of the application that serves it. */
import type { Client } from '@entrepot/client'

/** A customer for which a caller acts. */
export interface ServedCustomer {
  readonly customerId: number
  readonly name: string
  /** What the token and the role there allow. */
  readonly scopes: readonly string[]
}

/** The caller, as verified by the application. */
export interface McpCaller {
  /** The OAuth client id of the agent. */
  readonly clientId: string
  /** The person for whom it acts. Undefined for an agent that acts for itself. */
  readonly person: string | undefined
  /** For whom it acts now. */
  readonly customers: readonly ServedCustomer[]
}

/** What a caller learns that acts for nobody. */
export const NO_CUSTOMER =
  'You act for no customer of this hub. The operator of the hub can change that: entrepot members add <email> --customer <id>'

/** One call of a tool, for what the hub records and checks. */
export interface CallFacts {
  readonly tool: string
  readonly customerId: number
  /** The approval that the person has given in the client. */
  readonly approvalId?: number | undefined
  /** By which the client says that it repeats a call. */
  readonly idempotencyKey?: string | undefined
}

/** What a client answered to a question. */
export type ClientAnswer = 'accept' | 'decline' | 'cancel'

/** An approval about which a client is asked. */
export type AskedCall = CallFacts & { readonly approvalId: number }

/** Asks clients that answer in another request (elicitation of MCP 2025-11-25): keeps the questions where each node finds them. */
export interface McpQuestions {
  /** Stores that the client is asked about an approval. Returns false if the approval does not wait any more. */
  ask(caller: McpCaller, call: AskedCall, questionId: string): Promise<boolean>
  /** Stores what a client answered. An answer to a question that it was not asked is left out. */
  answer(caller: McpCaller, questionId: string, answer: ClientAnswer): Promise<void>
  /** What became of the question. `over`: the approval does not wait any more. */
  read(caller: McpCaller, call: AskedCall): Promise<ClientAnswer | 'waits' | 'over'>
}

/** The application. */
export interface McpHost {
  /** The origin that people open. */
  readonly publicUrl: string
  /** Signs what clients keep between two requests: at least 32 bytes, the same on each node. */
  readonly stateKey: Uint8Array
  /** A client of the hub that acts as the caller. Nothing goes over the network. */
  hubFor(caller: McpCaller, call: CallFacts): Client
  /** Runs work of a caller whose changes of the database are undone at its end. */
  rehearse<T>(caller: McpCaller, work: () => Promise<T>): Promise<T>
  /** Ends an approval that the person has refused in the client. */
  reject(caller: McpCaller, call: CallFacts & { readonly approvalId: number }): Promise<void>
  /** Asks clients that answer in another request. @default such clients are not asked, and calls wait for a member */
  readonly questions?: McpQuestions
  /**
   * Called with unexpected errors, of which the client only learns that the call failed, and with invalid MCP requests, which are answered
   * with the reason.
   */
  onError(error: unknown): void
}
