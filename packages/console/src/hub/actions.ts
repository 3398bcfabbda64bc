/** What the hub lets the person do with a record. Pure. */

/** A record with its actions, as the hub answers it. */
interface Acted<Name extends string> {
  readonly Actions: readonly {
    readonly Name: Name
    readonly IsAllowed: boolean
    readonly Reason: { readonly Code: string; readonly Message: string } | null
  }[]
}

/** Whether the person may do an action with a record now. */
export function allows<Name extends string>({ Actions }: Acted<Name>, action: NoInfer<Name>) {
  return Actions.some(({ Name, IsAllowed }) => Name === action && IsAllowed)
}

/** Whether the role of the person never permits an action, whatever the state of the record. */
export function isForbidden<Name extends string>({ Actions }: Acted<Name>, action: NoInfer<Name>) {
  return Actions.some(({ Name, Reason }) => Name === action && Reason?.Code === 'MARKET_FORBIDDEN')
}

/** Why the person may not do an action with a record now. The hub leaves out what would change nothing. */
export function whyNot<Name extends string>({ Actions }: Acted<Name>, action: NoInfer<Name>) {
  const given = Actions.find(({ Name }) => Name === action)
  return given?.Reason?.Message ?? 'This is not possible now, or would change nothing.'
}
