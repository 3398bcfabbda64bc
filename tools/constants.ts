import { type ESTree, parseSync } from 'vite'

const UPPER_SNAKE_CASE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/

/** A constant of a module whose name is not in UPPER_SNAKE_CASE. */
export interface MisspeltConstant {
  readonly name: string
  /** From 1. */
  readonly line: number
}

/**
 * Finds the constants of a module that are not in UPPER_SNAKE_CASE: each `const` at module level whose value consists of literals, regular
 * expressions and other constants, alone, calculated, or in a list, table, `Set` or `Map`. Empty lists and tables do not count, because they
 * are filled at run time. A table with a function or a schema does not count either.
 *
 * @param file the name of the file, for the kind of its syntax and for errors
 * @throws Error if the code cannot be parsed
 * @example
 * findMisspeltConstants('wait.ts', 'const waitMs = 5') // [{ name: 'waitMs', line: 1 }]
 */
export function findMisspeltConstants(file: string, code: string): readonly MisspeltConstant[] {
  const found = new Map<string, number>()
  for (const { id, init } of constDeclarations(file, code)) {
    if (id.type !== 'Identifier' || UPPER_SNAKE_CASE.test(id.name)) continue
    if (init !== null && isConstant(init, found)) found.set(id.name, id.start)
  }
  return [...found].map(([name, start]) => ({
    name,
    line: code.slice(0, start).split('\n').length,
  }))
}

function constDeclarations(file: string, code: string): readonly ESTree.VariableDeclarator[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return program.body.flatMap((statement) => {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    const isConst = declaration?.type === 'VariableDeclaration' && declaration.kind === 'const'
    return isConst ? declaration.declarations : []
  })
}

type Known = ReadonlyMap<string, number>

function isConstant(node: ESTree.Node, known: Known): boolean {
  switch (node.type) {
    case 'Literal':
      return true
    case 'TemplateLiteral':
      return node.expressions.every((part) => isConstant(part, known))
    case 'Identifier':
      return UPPER_SNAKE_CASE.test(node.name) || known.has(node.name)
    case 'MemberExpression':
      return node.object.type !== 'Literal' && isConstant(node.object, known)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return isConstant(node.expression, known)
    default:
      return areConstants(partsOf(node), known)
  }
}

/** Whether there are parts, and all are constant. */
function areConstants(parts: readonly (ESTree.Node | null)[], known: Known): boolean {
  return parts.length > 0 && parts.every((part) => part !== null && isConstant(part, known))
}

/** The values of which a calculation, list or table consists. Empty for all other expressions. */
function partsOf(node: ESTree.Node): readonly (ESTree.Node | null)[] {
  switch (node.type) {
    case 'UnaryExpression':
    case 'SpreadElement':
      return [node.argument]
    case 'BinaryExpression':
      return [node.left, node.right]
    case 'ArrayExpression':
      return node.elements
    case 'ObjectExpression':
      return node.properties.map((part) => ('argument' in part ? part.argument : part.value))
    case 'NewExpression':
      return isCollection(node.callee) ? node.arguments : []
    default:
      return []
  }
}

function isCollection(callee: ESTree.Node): boolean {
  return callee.type === 'Identifier' && ['Set', 'Map'].includes(callee.name)
}
