import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects all garbage now, which V8 alone would do when it has the time. */
export const collectGarbage: () => void = runInNewContext('gc')
