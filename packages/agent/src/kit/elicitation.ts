/**
 * Asks the person in clients of MCP 2025-11-25 (elicitation). The question goes out on the stream of the call, and the answer arrives in another
 * request, at any node. What the client has declared in `initialize` is in its session id, sealed, so that no node keeps sessions.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createRequestStateCodec,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { APPROVAL_FORM, type Approval } from './approval.ts'
import { showsForms } from './capabilities.ts'
import type { AskedCall, ClientAnswer, McpCaller, McpHost } from './host.ts'

const SESSION_HEADER = 'mcp-session-id'

/** Clients that are open for longer start again. */
const SESSION_SECONDS = 30 * 24 * 60 * 60

/** How long a call waits for the person. Many clients give a call up after 60 seconds. */
const WAIT_MS = 50_000

const POLL_MS = 500

const QUESTION_ID = /^approval-[0-9a-f-]{36}$/

/** A caller whose client shows questions to the person. */
export interface AskingCaller extends McpCaller {
  /** Sends a question on the stream of a call. */
  readonly send?: (question: object, context: ServerContext) => Promise<void>
}

/** What the headers and the body of a request say of questions. */
export interface Exchange {
  /** Whether the client shows questions to the person. */
  readonly canAsk: boolean
  /** The answer to a request that only brings answers of the person. */
  readonly response?: Response
  /** Adds the session id to the answer to `initialize`. */
  complete(response: Response): Response
}

const NOTHING: Exchange = { canAsk: false, complete: (response) => response }

/** Reads what a request of a client of MCP 2025-11-25 says of questions, and stores the answers that it brings. */
export async function readExchange(
  host: McpHost,
  request: Request,
  caller: McpCaller,
): Promise<Exchange> {
  if (host.questions === undefined || caller.person === undefined) return NOTHING
  // Clients of 2026-07-28 name the method in a header, and bring answers with the call itself.
  if (request.method !== 'POST' || request.headers.has('mcp-method')) return NOTHING
  const sessions = sessionsOf(host.stateKey, caller)
  const sessionId = request.headers.get(SESSION_HEADER)
  const messages = parse(await request.clone().text())
  if (sessionId === null) return await begin(sessions, messages)
  if (!(await isSession(sessions, sessionId))) return NOTHING
  const answers = messages.flatMap((message) => readAnswer(message) ?? [])
  if (answers.length === 0 || answers.length < messages.length) return { ...NOTHING, canAsk: true }
  for (const { id, answer } of answers) await host.questions.answer(caller, id, answer)
  return { ...NOTHING, canAsk: true, response: new Response(null, { status: 202 }) }
}

/** The caller, who can be asked through a server. */
export function askingCaller(caller: McpCaller, { server }: McpServer): AskingCaller {
  return {
    ...caller,
    async send(question, { mcpReq: { id } }) {
      await server.transport?.send(question as never, { relatedRequestId: id })
    },
  }
}

/** Asks the person about an approval. Undefined if the client cannot be asked, or if there is no answer in time. */
export async function elicitApproval(
  host: McpHost,
  caller: AskingCaller,
  call: AskedCall,
  { summary }: Approval,
  context: ServerContext,
): Promise<ClientAnswer | undefined> {
  const { questions } = host
  if (questions === undefined || caller.send === undefined) return undefined
  const id = `approval-${randomUUID()}`
  if (!(await questions.ask(caller, call, id))) return undefined
  const params = { message: summary, requestedSchema: APPROVAL_FORM }
  await caller.send({ jsonrpc: '2.0', id, method: 'elicitation/create', params }, context)
  const { signal } = context.mcpReq
  const until = performance.now() + WAIT_MS
  while (performance.now() < until && !signal.aborted) {
    await delay(POLL_MS)
    const state = await questions.read(caller, call)
    if (state === 'over') return undefined
    if (state !== 'waits') return state
  }
  return undefined
}

type Sessions = RequestStateCodec<{ readonly elicitation: true }>

/** Sessions of a caller. The id of one is of no use to another caller. */
function sessionsOf(key: Uint8Array, { clientId, person }: McpCaller): Sessions {
  const bound = JSON.stringify(['session', clientId, person ?? null])
  return createRequestStateCodec({ key, ttlSeconds: SESSION_SECONDS, bind: () => bound })
}

/** The codec passes the context only to `bind`, which does not need it. */
const NO_CONTEXT = {} as never

async function begin(sessions: Sessions, messages: readonly Message[]): Promise<Exchange> {
  const [first] = messages
  if (first?.method !== 'initialize' || !showsForms(first.params?.capabilities)) return NOTHING
  const sessionId = await sessions.mint({ elicitation: true }, NO_CONTEXT)
  return {
    canAsk: true,
    complete(response) {
      const headers = new Headers(response.headers)
      if (response.ok) headers.set(SESSION_HEADER, sessionId)
      const { status, statusText } = response
      return new Response(response.body, { status, statusText, headers })
    },
  }
}

async function isSession(sessions: Sessions, sessionId: string): Promise<boolean> {
  try {
    return (await sessions.verify(sessionId, NO_CONTEXT)).elicitation
  } catch {
    return false
  }
}

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly capabilities?: unknown }
  readonly result?: { readonly action?: unknown; readonly content?: { readonly approve?: unknown } }
  readonly error?: unknown
}

/** The messages of a body. None if it is no JSON-RPC, which the SDK answers. */
function parse(text: string): readonly Message[] {
  try {
    const messages = [JSON.parse(text)].flat()
    return messages.every((one) => typeof one === 'object' && one !== null) ? messages : []
  } catch {
    return []
  }
}

/** The answer to a question. Undefined for other messages. */
function readAnswer({
  id,
  method,
  result,
  error,
}: Message): { readonly id: string; readonly answer: ClientAnswer } | undefined {
  if (method !== undefined || typeof id !== 'string' || !QUESTION_ID.test(id)) return undefined
  if (result === undefined && error === undefined) return undefined
  const isAccepted = result?.action === 'accept'
  if (isAccepted) return { id, answer: result.content?.approve === true ? 'accept' : 'decline' }
  return { id, answer: result?.action === 'decline' ? 'decline' : 'cancel' }
}
