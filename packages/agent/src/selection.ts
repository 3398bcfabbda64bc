/** Which tools a client gets: those of its toolsets that the caller may use. Pure. */
import type { McpCaller } from './kit/host.ts'
import { TOOLSETS, type Tool, type Toolset } from './kit/tool.ts'
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
    return `${JSON.stringify(unknown.slice(0, 40))} is no toolset. Choose of ${TOOLSETS.join(', ')}, or all.`
  }
  const toolsets = names.includes('all') ? TOOLSETS : (names as readonly Toolset[])
  const readonly = searchParams.get('readonly')
  return { toolsets, isReadOnly: readonly !== null && readonly !== 'false' }
}

/** The tools of a selection that the caller may use at one of its customers at least. */
export function selectTools(
  { toolsets, isReadOnly }: Selection,
  { customers }: McpCaller,
): readonly Tool[] {
  return TOOLS.filter(
    ({ toolset, effect, isShared, scopes: needed }) =>
      (isShared || toolsets.includes(toolset)) &&
      ((effect === 'read' && !isShared) || !isReadOnly) &&
      customers.some(({ scopes }) => needed.every((scope) => scopes.includes(scope))),
  )
}
