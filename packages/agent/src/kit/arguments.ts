/** The arguments and the results of tools as clients see them: those of the tool, with what all tools have in common. Pure. */
import { type TObject, type TSchema, Type } from 'typebox'
import type { ReadTool, Tool, WriteTool } from './tool.ts'

/** What the endpoint reads itself. */
export interface CommonArguments {
  readonly customerId?: number
  readonly fields?: readonly string[]
  readonly dryRun?: boolean
  readonly idempotencyKey?: string
}

const CUSTOMER = {
  customerId: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The merchant, from the instructions.',
    }),
  ),
}

const READ = {
  fields: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 40,
      description: 'Members of records to return, such as Id, Lines.Quantity or * for all.',
    }),
  ),
}

const WRITE = {
  dryRun: Type.Optional(Type.Boolean({ description: 'Only show the state before and after.' })),
  idempotencyKey: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 200,
      description: 'A repeat with the same key has no second effect.',
    }),
  ),
}

/** The schema of the arguments. @param hasChoice whether the caller acts for several customers */
export function argumentsOf(tool: Tool, hasChoice: boolean): TObject {
  const key = `${tool.name} ${hasChoice}`
  const schema = schemas.get(key) ?? makeArguments(tool, hasChoice)
  schemas.set(key, schema)
  return schema
}

/** Made once: each call is compared with them. */
const schemas = new Map<string, TObject>()

function makeArguments(tool: Tool, hasChoice: boolean): TObject {
  const properties: Record<string, TSchema> = {
    ...tool.input.properties,
    ...(tool.effect === 'read' ? (tool.records === undefined ? {} : READ) : WRITE),
    ...(hasChoice && CUSTOMER),
  }
  return Type.Object(properties, { additionalProperties: false })
}

/**
 * The schema of the result. That of a write says what became of the call. Records have the members that the caller picks. No member of the
 * result itself is required: clients of SDK 1.x compare refusals with this schema, too, and hide those that do not fit.
 */
export function resultOf(tool: Tool): TObject {
  const { required: _, ...schema } = tool.effect === 'read' ? readOf(tool) : writeOf(tool)
  return schema as TObject
}

function readOf({ output, records }: ReadTool): TObject {
  if (records === undefined) return output
  const properties = output.properties as Record<string, TSchema>
  const picked = withoutRequired(properties[records] as TSchema) as TSchema
  return Type.Object({ ...properties, [records]: picked })
}

function writeOf(tool: WriteTool): TObject {
  return Type.Object({
    status: Type.Unsafe({ enum: WRITE_STATUSES }),
    result: Type.Optional(tool.output),
    before: Type.Optional(Type.Unsafe({ type: 'object' })),
    after: Type.Optional(Type.Unsafe({ type: 'object' })),
    approval: Type.Optional(Type.Object({ id: Type.Integer(), link: Type.String() })),
  })
}

/** What became of a call that writes. */
const WRITE_STATUSES = ['done', 'dry_run', 'approval_required']

function withoutRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRequired)
  if (typeof schema !== 'object' || schema === null) return schema
  const { required: _, ...rest } = schema as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, withoutRequired(value)]),
  )
}
