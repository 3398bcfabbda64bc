/** Which tools a client gets: those of its toolsets that the caller may use. Pure. */
import { type McpCaller, NO_CUSTOMER } from './kit/host.ts'
import { TOOLSETS, type Tool, type Toolset } from './kit/tool.ts'
import { markText } from './kit/untrusted.ts'
import { TOOLS } from './tools.ts'

/** What a client chooses in the address of the endpoint. */
export interface Selection {
  readonly toolsets: readonly Toolset[]
  readonly isReadOnly: boolean
}

/** The toolsets of a client that chooses none. */
const DEFAULT_TOOLSETS: readonly Toolset[] = ['orders', 'fulfilment']

/**
 * Reads `?toolsets=orders,returns`, `?toolsets=all` and `?readonly`. Returns a text for an unknown toolset.
 *
 * @example readSelection(new URL('https://hub.example.com/mcp?toolsets=insight&readonly'))
 */
export function readSelection({ searchParams }: URL): Selection | string {
  const written = searchParams.get('toolsets')
  const names: readonly string[] = written?.split(',').filter(Boolean) ?? DEFAULT_TOOLSETS
  const unknown = names.find((name) => name !== 'all' && !TOOLSETS.includes(name as Toolset))
  if (unknown !== undefined) {
    return `${markText(unknown, 40)} is no toolset. Choose of ${TOOLSETS.join(', ')}, or all.`
  }
  const toolsets = names.includes('all') ? TOOLSETS : (names as readonly Toolset[])
  const readonly = searchParams.get('readonly')
  return { toolsets, isReadOnly: readonly !== null && readonly !== 'false' }
}

/** All tools of a selection. */
export function toolsOf({ toolsets, isReadOnly }: Selection): readonly Tool[] {
  return TOOLS.filter(
    ({ toolset, effect, isShared }) =>
      (isShared || toolsets.includes(toolset)) && ((effect === 'read' && !isShared) || !isReadOnly),
  )
}

/** The tools of a selection that the caller may use at one of its customers at least. */
export function selectTools(selection: Selection, { customers }: McpCaller): readonly Tool[] {
  return toolsOf(selection).filter(({ scopes: needed }) =>
    customers.some(({ scopes }) => needed.every((scope) => scopes.includes(scope))),
  )
}

/** Why a tool is not among those of {@link selectTools}. */
export function explainMissing(
  name: string,
  selection: Selection,
  caller: McpCaller,
): { readonly isKnown: boolean; readonly text: string } {
  const tool = TOOLS.find((one) => one.name === name)
  if (tool === undefined) {
    const names = selectTools(selection, caller).map((one) => one.name)
    return { isKnown: false, text: `There is no such tool. Tools: ${names.join(', ') || 'none'}.` }
  }
  return { isKnown: true, text: reasonFor(tool, selection, caller) }
}

function reasonFor(tool: Tool, selection: Selection, { customers }: McpCaller): string {
  const { name, toolset, scopes } = tool
  if (customers.length === 0) return NO_CUSTOMER
  if (!toolsOf(selection).includes(tool)) {
    return `${name} is not among the tools that this client has chosen. The address of the endpoint chooses them: ?toolsets=${toolset}, without readonly. The person can change it in the client.`
  }
  return `${name} needs ${scopes.join(' and ')}, which you do not have at any customer: the role of the person, or the access that was given to you, does not include it. Tell the person. Do not try again.`
}
