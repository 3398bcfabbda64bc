/** Judges the conversation, and the list of tools. Pure. */
import type { McpClient } from './clients.ts'
import { isAnswer, type ListedTool, type McpFacts, membersOf, type Session } from './facts.ts'
import { failing, findingsOf, type McpFinding, type Problem, warning } from './finding.ts'
import { hasListWithoutItems, propertyNamesOf } from './schemas.ts'

type Clients = readonly McpClient[]

/** Characters of JSON for each token, on average. */
const PER_TOKEN = 4

/** Tokens that a list may take before people notice it in each conversation. */
const MANY_TOKENS = 12_000

/** What all providers of models accept as the name of a tool. */
const TOOL_NAME = /^[\w-]{1,64}$/

/** Whether the clients can speak with the server. */
export function judgeSession({ sessions }: McpFacts, clients: Clients): readonly McpFinding[] {
  if (sessions.length === 0) return []
  if (sessions.every(({ opening }) => isAnswer(opening) && opening.status === 401)) {
    const detail = 'The server refuses the token (401).'
    const fix = 'Get a token of its authorization server for this resource, and try again.'
    return findingsOf('session', clients, '', [failing(clients, detail, fix)])
  }
  const working = sessions.filter(({ tools }) => tools !== undefined)
  const spoken = [...new Set(working.map(({ chosen }) => chosen))].join(', ')
  const detail = `The server speaks ${spoken}.`
  const problems = clients.map((client) => silent(client, sessions))
  return findingsOf('session', clients, detail, problems)
}

/** A client that knows none of the revisions with which the server answers. */
function silent(client: McpClient, sessions: readonly Session[]): Problem {
  const own = sessions.filter(({ revision }) => client.revisions.includes(revision))
  const isFine = own.some(({ tools }) => tools !== undefined)
  const reasons = own.map(({ revision, problem }) => `${revision}: ${problem}`).join('; ')
  const detail = `The client gets no list of tools (${reasons}).`
  const fix = 'Answer initialize and tools/list of one of these revisions.'
  return failing(isFine ? [] : [client], detail, fix)
}

/** Whether the clients and their models can use the tools. */
export function judgeTools({ sessions }: McpFacts, clients: Clients): readonly McpFinding[] {
  const tools = sessions.findLast((session) => session.tools !== undefined)?.tools
  if (tools === undefined) return []
  const tokens = Math.ceil(JSON.stringify(tools).length / PER_TOKEN)
  const detail = `${tools.length} tools take about ${tokens} tokens.`
  return findingsOf('tools', clients, detail, [
    ...sizeProblems(tools, tokens, clients),
    ...nameProblems(tools, clients),
    ...annotationProblems(tools, clients),
    ...inputProblems(tools, clients),
    ...outputProblems(tools, clients),
  ])
}

function sizeProblems(
  tools: readonly ListedTool[],
  tokens: number,
  clients: Clients,
): readonly Problem[] {
  if (tools.length === 0) {
    const detail = 'The list of tools is empty.'
    const fix = 'Check what the token may do: its scopes, and the role of the person.'
    return [warning(clients, detail, fix)]
  }
  const problems: Problem[] = []
  if (tokens > MANY_TOKENS) {
    const detail = `The list takes about ${tokens} tokens of each conversation.`
    const fix = `Shorten descriptions and schemas, or let clients choose some of the tools: below ${MANY_TOKENS} tokens.`
    problems.push(warning(clients, detail, fix))
  }
  const limited = clients.filter(
    ({ maxTools }) => maxTools !== undefined && tools.length > maxTools,
  )
  const detail = `There are ${tools.length} tools, more than VS Code sends to a model (128).`
  problems.push(failing(limited, detail, 'Let clients choose some of the tools.'))
  return problems
}

function nameProblems(tools: readonly ListedTool[], clients: Clients): readonly Problem[] {
  const names = tools.map(({ name }) => String(name))
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  const nameless = names.filter((name) => !TOOL_NAME.test(name))
  const mute = named(tools, ({ description }) => !description)
  const describe = 'Say in a description when to use the tool: models choose by it.'
  const shorten = 'Use at most 64 letters, digits, underscores and hyphens.'
  return [
    ...about(twice, 'These names are listed twice', clients, 'Give each tool a name of its own.'),
    ...about(nameless, 'Models refuse these names', clients, shorten),
    ...about(mute, 'These tools have no description', clients, describe, warning),
  ]
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const

function annotationProblems(tools: readonly ListedTool[], clients: Clients): readonly Problem[] {
  const strict = clients.filter(({ needsAnnotations }) => needsAnnotations)
  const bare = named(tools, ({ annotations }) =>
    HINTS.some((hint) => typeof membersOf(annotations)[hint] !== 'boolean'),
  )
  const text = `ChatGPT does not show these tools, which lack one of ${HINTS.join(', ')}`
  return about(bare, text, strict, 'Set all three annotations of each tool to true or false.')
}

const NEEDS_OBJECT = 'Write "type": "object" at the root.'

function inputProblems(tools: readonly ListedTool[], clients: Clients): readonly Problem[] {
  const shapeless = named(tools, ({ inputSchema }) => membersOf(inputSchema).type !== 'object')
  const text = 'The input schemas of these tools are not of type object'
  const lists = named(tools, ({ inputSchema }) => hasListWithoutItems(inputSchema))
  const ofLists = 'Lists in the input schemas of these tools have no items'
  const strictLists = clients.filter(({ needsItems }) => needsItems)
  return [
    ...about(shapeless, text, clients, NEEDS_OBJECT),
    ...about(lists, ofLists, strictLists, 'Write items for each schema of type array.'),
    ...rootProblems(tools, clients),
    ...propertyProblems(tools, clients),
  ]
}

function rootProblems(tools: readonly ListedTool[], clients: Clients): readonly Problem[] {
  const strict = clients.filter(({ refusedAtRoot }) => refusedAtRoot.length > 0)
  const refused = strict[0]?.refusedAtRoot ?? []
  const unions = named(tools, ({ inputSchema }) =>
    refused.some((keyword) => keyword in membersOf(inputSchema)),
  )
  const text = `The input schemas of these tools have ${refused.join(', ')} at the root`
  return about(unions, text, strict, 'Write one object with optional properties instead.')
}

function propertyProblems(tools: readonly ListedTool[], clients: Clients): readonly Problem[] {
  const strict = clients.filter(({ propertyName }) => propertyName !== undefined)
  const pattern = strict[0]?.propertyName
  const odd = named(tools, ({ inputSchema }) =>
    propertyNamesOf(inputSchema).some((name) => pattern?.test(name) === false),
  )
  const text = 'Properties in the input schemas of these tools have refused names'
  const fix = 'Use at most 64 letters, digits, underscores, dots and hyphens.'
  return about(odd, text, strict, fix)
}

function outputProblems(tools: readonly ListedTool[], clients: Clients): readonly Problem[] {
  const strict = clients.filter(({ checksOutput }) => checksOutput)
  const odd = named(
    tools,
    ({ outputSchema }) => outputSchema !== undefined && membersOf(outputSchema).type !== 'object',
  )
  const text =
    'The output schemas of these tools are not of type object, so the whole list is refused'
  return about(odd, text, strict, NEEDS_OBJECT)
}

function named(tools: readonly ListedTool[], isOdd: (tool: ListedTool) => boolean) {
  return tools.filter(isOdd).map(({ name }) => String(name))
}

/** Names so many that a person sees what they have in common. */
const SHOWN = 5

function about(
  names: readonly string[],
  text: string,
  clients: Clients,
  fix: string,
  make: typeof failing = failing,
): readonly Problem[] {
  if (names.length === 0) return []
  const rest = names.length > SHOWN ? `, and ${names.length - SHOWN} more` : ''
  return [make(clients, `${text}: ${names.slice(0, SHOWN).join(', ')}${rest}.`, fix)]
}
