import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Lines of a message that are shown. */
const LINES = 12

/** A reporter for vitest that lists the tests that passed only when they were repeated. Each of them is a fault to mend. */
export default class FlakyTests implements Reporter {
  readonly #flaky: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#flaky.push(test)
  }

  onTestRunEnd(_modules: readonly TestModule[]): void {
    if (this.#flaky.length === 0) return
    const lines = this.#flaky.map((test) => {
      const { fullName, module } = test
      const [error] = test.result().errors ?? []
      // The reason of a process that has ended comes last.
      const reason = (error?.message ?? '').split('\n').slice(-LINES).join('\n    ')
      return `  ${relative(process.cwd(), module.moduleId)}: ${fullName}\n    ${reason}\n`
    })
    process.stdout.write(
      `\nThese tests passed only when they were repeated. Mend them:\n${lines.join('')}`,
    )
  }
}
