/**
 * Writes `admin.graphql`: the part of Shopify's published schema that the queries of the adapter use, so that a test can check them without the
 * whole schema, which has 11 MB. Run it after a change of a query, or for a new version of the API:
 *
 *     npm pack @shopify/dev-mcp && tar xzf shopify-dev-mcp-*.tgz && gunzip package/dist/data/admin_2026-10.json.gz
 *     node packages/connectors/test/shopify/reduce-schema.ts package/dist/data/admin_2026-10.json
 */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  buildClientSchema,
  type GraphQLArgument,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  parse,
  specifiedScalarTypes,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { DOCUMENTS } from './documents.ts'

type Fields = Map<string, Set<string>>
type PrintedInput = Pick<GraphQLArgument, 'name' | 'type' | 'deprecationReason'>

/** The fields of each object and interface that the queries name. */
function fieldsOf(schema: GraphQLSchema): Fields {
  const fields: Fields = new Map()
  const add = (type: string, field: string) =>
    fields.set(type, (fields.get(type) ?? new Set()).add(field))
  const info = new TypeInfo(schema)
  for (const [, text] of DOCUMENTS) {
    const visitor = {
      Field() {
        const [parent, field] = [info.getParentType(), info.getFieldDef()]
        if (parent && field && !field.name.startsWith('__')) add(parent.name, field.name)
      },
    }
    visit(parse(text), visitWithTypeInfo(info, visitor))
  }
  // Objects have the fields of their interfaces, too.
  for (const [name, used] of [...fields]) {
    const type = schema.getType(name)
    if (!isInterfaceType(type)) continue
    for (const object of schema.getPossibleTypes(type)) {
      if (fields.has(object.name)) for (const field of used) add(object.name, field)
    }
  }
  return fields
}

function reduce(schema: GraphQLSchema): string {
  const fields = fieldsOf(schema)
  const parts: string[] = []
  const others = new Set<string>()
  for (const [name, used] of [...fields].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const type = schema.getType(name)
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    const interfaces = type
      .getInterfaces()
      .filter((one) => [...(fields.get(one.name) ?? ['*'])].every((field) => used.has(field)))
    const lines = [...used].toSorted().map((field) => {
      const definition = type.getFields()[field]
      if (!definition) throw new Error(`${name} has no field ${field}`)
      const { args, deprecationReason } = definition
      for (const { type: argument } of args) others.add(getNamedType(argument).name)
      const result = getNamedType(definition.type)
      if (!fields.has(result.name)) others.add(result.name)
      return `  ${field}${printArguments(args)}: ${definition.type}${printDeprecation(deprecationReason)}`
    })
    const head = `${isObjectType(type) ? 'type' : 'interface'} ${name}`
    const suffix = interfaces.length ? ` implements ${interfaces.join(' & ')}` : ''
    parts.push(`${head}${suffix} {\n${lines.join('\n')}\n}`)
  }
  return [
    'schema { query: QueryRoot mutation: Mutation }',
    'directive @idempotent(key: String!) on FIELD',
    ...parts,
    ...printOthers(schema, others),
  ].join('\n\n')
}

/** Inputs with everything that they can contain, enums and scalars. */
function printOthers(schema: GraphQLSchema, names: Set<string>): string[] {
  const parts = new Map<string, string>()
  for (const name of names) {
    const type = schema.getType(name)
    if (isInputObjectType(type)) {
      const lines = Object.values(type.getFields()).map((field) => {
        names.add(getNamedType(field.type).name)
        return `  ${printInput(field)}`
      })
      parts.set(name, `input ${name}${type.isOneOf ? ' @oneOf' : ''} {\n${lines.join('\n')}\n}`)
    } else if (isEnumType(type)) {
      const values = type.getValues().map((value) => value.name)
      parts.set(name, `enum ${name} {\n  ${values.join('\n  ')}\n}`)
    } else if (isScalarType(type) && !specifiedScalarTypes.some((one) => one.name === name)) {
      parts.set(name, `scalar ${name}`)
    }
  }
  return [...parts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text)
}

function printArguments(args: readonly GraphQLArgument[]): string {
  return args.length === 0 ? '' : `(${args.map(printInput).join(', ')})`
}

/** Without defaults: none of those that the adapter leaves out belongs to an input that is required. */
function printInput({ name, type, deprecationReason }: PrintedInput): string {
  return `${name}: ${type}${printDeprecation(deprecationReason)}`
}

function printDeprecation(reason: string | null | undefined): string {
  return reason ? ` @deprecated(reason: ${JSON.stringify(reason.split('\n')[0])})` : ''
}

const [path = ''] = process.argv.slice(2)
const { data } = JSON.parse(readFileSync(path, 'utf8'))
const schema = buildClientSchema(data, { assumeValid: true })
writeFileSync(new URL('admin.graphql', import.meta.url), `${reduce(schema)}\n`)
