/** The properties that answers may leave out. */
import type { OpenApiDocument, Schema } from '@entrepot/marketplace/openapi'
import { resolveReference } from './schema-changes.ts'

interface Shape {
  readonly $ref?: string
  readonly items?: Shape
  readonly additionalProperties?: Shape | boolean
  readonly anyOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
}

/** Their names, such as `Problem.errors`: the nearest shape with a name, and the path in it. Pure. */
export function optionalProperties(document: OpenApiDocument): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<string>()

  function visit(shape: Shape, path: string): void {
    const { $ref, properties = {}, required = [] } = shape
    if ($ref !== undefined && !seen.has($ref)) {
      seen.add($ref)
      visit(resolveReference(shape, document), $ref.split('/').at(-1) as string)
    }
    for (const part of partsOf(shape)) visit(part, path)
    for (const [name, property] of Object.entries(properties)) {
      if (!required.includes(name)) found.add(`${path}.${name}`)
      visit(property, `${path}.${name}`)
    }
  }

  for (const { operationId, responses } of Object.values(document.paths).flatMap(Object.values)) {
    for (const answer of Object.values(responses as Readonly<Record<string, Answer>>)) {
      const { content = {} } = resolveReference(answer, document)
      for (const { schema } of Object.values(content)) visit(schema as Shape, operationId)
    }
  }
  return found
}

interface Answer {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

/** The shapes that a shape has without a name of their own. */
function partsOf({ items, additionalProperties, anyOf = [], allOf = [] }: Shape): readonly Shape[] {
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : []
  return [...(items ? [items] : []), ...values, ...anyOf, ...allOf]
}
