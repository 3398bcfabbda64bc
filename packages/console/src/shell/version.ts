/** Whether the hub has another console than this one, after an update. */

let isOld = false
const listeners = new Set<() => void>()

/** Whether a check has found another console. */
export function isVersionOld(): boolean {
  return isOld
}

/** Calls a function after each change; returns what ends that. */
export function onVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets whether the person is notified. */
export function setVersionOld(next: boolean): void {
  isOld = next
  for (const listener of listeners) listener()
}

/** Asks the hub whether its page starts with another script. False if the hub is not reached. */
export async function checkVersion(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  const answer = await fetch('/console/', { cache: 'no-store' }).catch(() => undefined)
  if (!own || !answer?.ok) return false
  const page = await answer.text()
  const isOther = page.includes('type="module"') && !page.includes(own)
  if (isOther) setVersionOld(true)
  return isOther
}
