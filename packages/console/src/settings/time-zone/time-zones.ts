/** The time zones to choose from. Pure. */

/** The names of the IANA database that the browser knows, and one that is chosen already. */
export function timeZones(chosen: string): readonly string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])]
}

/** The zone of the browser, if it can be chosen: some browsers know only an offset. */
export function zoneOfBrowser(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZones('UTC').includes(timeZone) ? timeZone : undefined
}
