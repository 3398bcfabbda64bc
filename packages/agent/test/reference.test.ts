/** The reference of the tools is made from their declarations. `npx vitest run packages/agent/test/reference.test.ts -u` writes it. */
import { expect, test } from 'vitest'
import { TOOLSETS, type Tool } from '../src/kit/tool.ts'
import { TOOLS } from '../src/tools.ts'

const INTRODUCTION = `# The tools of the MCP endpoint

Generated from the declarations of the tools. \`npx vitest run packages/agent/test/reference.test.ts -u\` writes it.

A client chooses toolsets in the address: \`/mcp?toolsets=orders,returns\`, or \`all\`. Without a choice it gets \`orders\` and \`fulfilment\`.
\`&readonly\` leaves out the tools that write. A client sees the tools for which its token has all scopes. [The guide](../guides/mcp.md) says
how to connect one.
`

const EFFECTS = { read: 'reads', write: 'writes', destructive: 'takes away' } as const

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function rowOf(tool: Tool): string {
  const { name, description, effect, scopes } = tool
  const undo = effect === 'read' ? '' : (tool as Tool & { readonly undo: string }).undo
  const cells = [`\`${name}\``, cell(description), EFFECTS[effect], cell(undo), scopes.join(', ')]
  return `| ${cells.join(' | ')} |`
}

test('the reference has every tool as it is declared', async () => {
  const sections = TOOLSETS.map(
    (toolset) => [toolset, TOOLS.filter((tool) => tool.toolset === toolset)] as const,
  ).filter(([, tools]) => tools.length > 0)
  const text = sections.map(([toolset, tools]) =>
    [
      `## ${toolset}`,
      '',
      '| tool | for the model | effect | undo | scopes |',
      '|---|---|---|---|---|',
      ...tools.map(rowOf),
      '',
    ].join('\n'),
  )
  const path = '../../../docs/reference/tools.md'
  await expect([INTRODUCTION, ...text].join('\n')).toMatchFileSnapshot(path)
})
