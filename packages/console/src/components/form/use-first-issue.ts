import { useEffect, useRef } from 'react'

/**
 * Leads to what is wrong with a long form: gives the focus to the first field with an issue, after each attempt and each refusal, or shows
 * what failed if it is no field. Returns the ref of the form.
 */
export function useFirstIssue(attempts: number, error: unknown) {
  const ref = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt and each refusal has issues of its own
  useEffect(() => {
    const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector)
    const field = find('[aria-invalid=true]')
    if (field) field.focus()
    else if (error) find('[role=alert]')?.scrollIntoView({ block: 'center' })
  }, [attempts, error])
  return ref
}
