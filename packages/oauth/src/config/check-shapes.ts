/** Checks options against their schema. */
import { compileSettings, type Issue, isPlainObject, type Path } from '@entrepot/config'
import { FileOptions } from './schema.ts'

/** Checks the shapes of the options that a file can hold. */
export const checkShapes = compileSettings<FileOptions>(FileOptions)

/** Returns the options without their faulty parts, so that the rules can be applied to the rest. */
export function soundPart(value: unknown, issues: readonly Issue[]): FileOptions {
  let rest = without(value, pathsOf(issues))
  // A group that lacks a required setting is removed as well.
  for (
    let { issues: more } = checkShapes(rest);
    more.length > 0;
    { issues: more } = checkShapes(rest)
  ) {
    rest = without(rest, pathsOf(more))
  }
  return rest as FileOptions
}

function pathsOf(issues: readonly Issue[]): readonly Path[] {
  return issues.map(({ path }) => path)
}

/** A copy without the settings at these paths. A list, and a group that lacks a setting, are removed as a whole. */
function without(group: unknown, paths: readonly Path[]): Record<string, unknown> {
  if (!isPlainObject(group)) return {}
  const kept = Object.entries(group).flatMap(([key, item]) => {
    const inner = paths.filter(([first]) => first === key).map((path) => path.slice(1))
    if (inner.length === 0) return [[key, item]]
    const isFaulty = !isPlainObject(item) || inner.some((path) => isItsOwn(item, path))
    return isFaulty ? [] : [[key, without(item, inner)]]
  })
  return Object.fromEntries(kept)
}

/** Whether a problem concerns a group itself: the path ends there, or the next part is a setting that the group lacks. */
function isItsOwn(group: Record<string, unknown>, [name, ...rest]: Path): boolean {
  return name === undefined || (rest.length === 0 && !Object.hasOwn(group, name))
}
