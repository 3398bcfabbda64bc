/** What `entrepot doctor` finds. */

/** One finding. */
export interface Finding {
  /** What was checked, such as `database`. */
  readonly check: string
  /** `warning`: the hub works, but something should be changed; `failure`: something does not work. */
  readonly state: 'ok' | 'warning' | 'failure'
  /** What was found. Contains no secret. */
  readonly detail: string
  /** What to change; null if nothing. */
  readonly fix: string | null
}

/** Makes a finding without anything to change. */
export function ok(check: string, detail: string): Finding {
  return { check, state: 'ok', detail, fix: null }
}

/** Makes a finding with something that should be changed. */
export function warning(check: string, detail: string, fix: string): Finding {
  return { check, state: 'warning', detail, fix }
}

/** Makes a finding with something that does not work. */
export function failure(check: string, detail: string, fix: string): Finding {
  return { check, state: 'failure', detail, fix }
}

/** Makes a failure of a message that says first what happened, and then what to change. */
export function failureOf(check: string, message: string): Finding {
  const [, detail = message, fix = 'See above.'] = /^(.*?[.)]) ([A-Z].*)$/s.exec(message) ?? []
  return failure(check, detail, fix)
}
