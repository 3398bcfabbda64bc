import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const COUNT = 10

/** A reporter for vitest that lists the slowest files at the end, with the time of their hooks and tests in seconds. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules
      .map((module) => ({ file: module.moduleId, milliseconds: module.diagnostic().duration }))
      .sort((one, other) => other.milliseconds - one.milliseconds)
      .slice(0, COUNT)
    const lines = slowest.map(({ file, milliseconds }) => {
      const seconds = (milliseconds / 1000).toFixed(1).padStart(7)
      return `${seconds} s  ${relative(process.cwd(), file)}\n`
    })
    process.stdout.write(`\nThe slowest files:\n${lines.join('')}`)
  }
}
