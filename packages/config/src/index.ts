/** Settings from files and the environment. Pure: no file, no clock, no network; the environment is passed in. */
export {
  type CheckedSettings,
  type CheckSettings,
  type CompileSettingsOptions,
  compileSettings,
} from './compile-settings.ts'
export type { Format } from './describe-errors.ts'
export type { Issue, Path } from './issue.ts'
export { isPlainObject } from './map-texts.ts'
export { omitIncomplete, type Substituted, substitute } from './substitute.ts'
