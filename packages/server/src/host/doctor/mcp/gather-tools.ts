/** The list of tools in each revision, with a token. */
import { REVISIONS, type Revision } from './clients.ts'
import { isAnswer, type ListedTool, membersOf, type Session } from './facts.ts'
import type { Ask } from './http.ts'
import {
  envelope,
  initializeMessage,
  type Message,
  postMessage,
  resultOf,
  type Sending,
} from './message.ts'

/** More pages than a list that a model can use. */
const MAX_PAGES = 50

/** Opens a conversation in each revision, and lists the tools. */
export async function listTools(
  ask: Ask,
  url: string,
  token: string | undefined,
): Promise<readonly Session[]> {
  return await Promise.all(REVISIONS.map(async (revision) => await open(ask, url, revision, token)))
}

async function open(
  ask: Ask,
  url: string,
  revision: Revision,
  token: string | undefined,
): Promise<Session> {
  const isStateless = revision === '2026-07-28'
  const meta = isStateless ? { _meta: envelope(revision) } : {}
  const opening = isStateless
    ? await ask(
        postMessage(url, { method: 'server/discover', params: meta, id: 1 }, { token, revision }),
      )
    : await ask(postMessage(url, initializeMessage(revision), { token }))
  const opened = resultOf(opening)
  if (typeof opened === 'string') {
    return { revision, opening, chosen: undefined, tools: undefined, problem: opened }
  }
  const chosen = isStateless ? revision : String(opened.protocolVersion)
  const session = isAnswer(opening) ? opening.headers['mcp-session-id'] : undefined
  const sending = { token, revision: chosen, session }
  if (!isStateless) {
    await ask(postMessage(url, { method: 'notifications/initialized' }, sending))
  }
  const tools = await readPages(
    async (message) => await ask(postMessage(url, message, sending)),
    meta,
  )
  if (session !== undefined) await end(ask, url, sending)
  const isListed = typeof tools !== 'string'
  return {
    ...{ revision, opening, chosen },
    tools: isListed ? tools : undefined,
    problem: isListed ? undefined : tools,
  }
}

async function readPages(
  send: (message: Message) => ReturnType<Ask>,
  meta: object,
): Promise<readonly ListedTool[] | string> {
  const tools: ListedTool[] = []
  let cursor: unknown
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = { ...meta, ...(cursor !== undefined && { cursor }) }
    const result = resultOf(await send({ method: 'tools/list', params, id: page + 2 }))
    if (typeof result === 'string') return result
    if (!Array.isArray(result.tools)) return 'the result has no list of tools'
    tools.push(...result.tools.map(membersOf))
    cursor = result.nextCursor
    if (cursor === undefined || cursor === null) return tools
  }
  return `the list has more than ${MAX_PAGES} pages`
}

async function end(ask: Ask, url: string, { token, session = '', revision = '' }: Sending) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'mcp-session-id': session, 'mcp-protocol-version': revision, ...authorization }
  await ask({ method: 'DELETE', baseURL: url, headers })
}
