/** What a caller may do with a record now, in answers. The calls refuse by the same rules. */
import { type TSchema, Type } from 'typebox'
import type { Refusal } from '../shared/errors.ts'
import { OneOf } from '../shared/wire.ts'
import { refuseAccess } from './authorize.ts'
import type { Principal, Requirement, Requirements } from './principal.ts'
import type { KeyKind } from './scopes.ts'

/** The rule of one action on records with these facts. */
export interface ActionRule<Facts> {
  /** What the call of the action requires. */
  readonly requires: Requirements
  /** Why the state of the record does not allow the action. Undefined if it does; the call can still refuse its input. */
  readonly refuse?: (facts: Facts, kind: KeyKind) => Refusal | undefined
  /** Whether the action would change nothing, because the record is already as the action would leave it. */
  readonly isDone?: (facts: Facts) => boolean
}

/** The rules of the actions on a record, by name. */
export type ActionRules<Facts, Name extends string = string> = Readonly<
  Record<Name, ActionRule<Facts>>
>

/** An action on a record, as a caller may or may not do it now. */
export interface Action<Name extends string = string> {
  readonly Name: Name
  readonly IsAllowed: boolean
  /** Why not: what the call would answer. */
  readonly Reason: { readonly Code: string; readonly Message: string } | null
}

const Reason = Type.Unsafe<Action['Reason']>({
  ...Type.Object({
    Code: Type.String({ description: 'The code with which the call would be refused.' }),
    Message: Type.String({ description: 'What prevents the action, and what to do.' }),
  }),
  type: ['object', 'null'],
  default: null,
  description: 'Why the action is not allowed. Null if it is.',
})

/**
 * The wire shape of the actions on a record.
 *
 * @example
 * Actions('OrderAction', ORDER_ACTIONS)
 */
export function Actions<Name extends string>(
  title: string,
  rules: Readonly<Record<Name, unknown>>,
) {
  const names = Object.keys(rules) as Name[]
  const action = Type.Object(
    {
      Name: OneOf(names, 'The action.'),
      IsAllowed: Type.Boolean({ description: 'Whether the caller may do it now.' }),
      Reason,
    },
    { title },
  )
  return Type.Unsafe<Action<Name>[]>({
    ...Type.Array(action as TSchema),
    description:
      'What the caller may do with the record at the moment of the answer: the actions that its kind of key has a call for, without those that would change nothing.',
  })
}

/**
 * Returns the actions that a caller may do with a record, and those that it may not, with the reason. Actions of other kinds of principals
 * are left out, as are those that would change nothing.
 *
 * @example
 * actionsOf(ORDER_ACTIONS, principal, facts) // [{ Name: 'ship', IsAllowed: true, Reason: null }, ...]
 */
export function actionsOf<Facts, Name extends string>(
  rules: ActionRules<Facts, Name>,
  principal: Principal,
  facts: Facts,
): Action<Name>[] {
  const actions: Action<Name>[] = []
  for (const [name, rule] of Object.entries<ActionRule<Facts>>(rules)) {
    if (!isFor(principal, rule)) continue
    const refused = rule.refuse?.(facts, principal.kind)
    if (refused === undefined && rule.isDone?.(facts)) continue
    actions.push(toAction(name as Name, refuseAccess(principal, rule.requires) ?? refused))
  }
  return actions
}

function isFor({ kind }: Principal, { requires }: ActionRule<never>): boolean {
  return ([requires].flat() as readonly Requirement[]).some((one) => one.kind === kind)
}

function toAction<Name extends string>(name: Name, refusal: Refusal | undefined): Action<Name> {
  const Reason = refusal === undefined ? null : { Code: refusal.code, Message: refusal.detail }
  return { Name: name, IsAllowed: refusal === undefined, Reason }
}
