/** What a tool is. Loads no SDK: see `scopes.ts`. */
import type { Client, RequestOptions } from '@entrepot/client'
import type { Static, TObject } from 'typebox'

/** The groups in which clients choose tools, with `?toolsets=`. */
export const TOOLSETS = ['orders', 'fulfilment', 'returns', 'products', 'insight'] as const

/** A group of tools. */
export type Toolset = (typeof TOOLSETS)[number]

/** What a tool calls the hub with. */
export interface ToolContext {
  /** Acts as the caller, at the customer of the call. Refusals are thrown as `HubError`. */
  readonly hub: Client
  /** The address of a page of the console, for people. */
  linkTo(path: string): string
  /** A sentence of the tool itself, which the answer does not mark as a text of others. */
  say(sentence: string): string
  /** Options of each call that writes: the key by which the hub recognises a repeated call of the tool. */
  readonly write: RequestOptions
  /** Whether the caller has sent an idempotency key of its own: an equal call with it is a repeat, and has no second effect. */
  readonly isKeyed: boolean
  /**
   * A reference for a record that the tool creates. It follows from the content, the caller and the idempotency key of the call if it has one, so
   * that an equal call finds the record instead of creating another.
   */
  referenceFor(content: object): string
}

/** The input of a tool cannot be used. The text says what to change. */
export interface InputRefusal {
  readonly refusal: string
}

interface AnyTool<Input extends TObject, Output extends TObject> {
  readonly name: string
  readonly title: string
  /** For the model that chooses a tool. */
  readonly description: string
  readonly toolset: Toolset
  /** Whether each toolset has it that has tools which write. */
  readonly isShared?: boolean
  /** What the caller must be allowed to do: the scopes of the operations that the tool uses. */
  readonly scopes: readonly string[]
  /** The arguments. The endpoint adds those that many tools have, and refuses others. */
  readonly input: Input
  /** The result. */
  readonly output: Output
  /** What to do after a refusal of the hub, by its code: names the tool to call next. */
  readonly hints?: Readonly<Record<string, string>>
  run(context: ToolContext, input: Static<Input>): Promise<Answered<Static<Output>> | InputRefusal>
}

/** Answers of the API are read-only, also within. */
type Answered<T> = T extends object ? { readonly [Name in keyof T]: Answered<T[Name]> } : T

/** A tool that only reads. */
export interface ReadTool<Input extends TObject = TObject, Output extends TObject = TObject>
  extends AnyTool<Input, Output> {
  readonly effect: 'read'
  /** The member of the result with the records from which `fields` picks. */
  readonly records?: keyof Static<Output> & string
  /** What the records have if the call names no `fields`: the members that most jobs need. */
  readonly brief?: readonly string[]
}

/** A tool that writes. */
export interface WriteTool<Input extends TObject = TObject, Output extends TObject = TObject>
  extends AnyTool<Input, Output> {
  /** `destructive` if it takes something away that another call cannot bring back. */
  readonly effect: 'write' | 'destructive'
  /** How the effect is undone, or that it is not. */
  readonly undo: string
  /** What the call would change, as it is now. A dry run shows it before and after. */
  readState(context: ToolContext, input: Static<Input>): Promise<object>
}

/** A tool. */
export type Tool = ReadTool | WriteTool

/** Keeps the types of the arguments while a tool is defined. */
export function readTool<Input extends TObject, Output extends TObject>(
  tool: Omit<ReadTool<Input, Output>, 'effect'>,
): ReadTool {
  return { ...tool, effect: 'read' } as unknown as ReadTool
}

/** Keeps the types of the arguments while a tool is defined. */
export function writeTool<Input extends TObject, Output extends TObject>(
  tool: WriteTool<Input, Output>,
): WriteTool {
  return tool as unknown as WriteTool
}

/** Whether a tool refused its input. */
export function isInputRefusal(value: object): value is InputRefusal {
  return 'refusal' in value
}
