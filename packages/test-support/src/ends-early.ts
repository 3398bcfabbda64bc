/** Processes whose last output comes after their end, as it does on a busy machine: the system reports the end first. */

/** Ends the process, and lets another one write into its outputs when it is gone. */
function script(stdout: string, stderr: string): string {
  const late = `
    let looks = 0
    setInterval(() => {
      if (process.ppid === Number(process.argv[1]) || (looks += 1) < 20) return
      process.stdout.write(${JSON.stringify(stdout)})
      process.stderr.write(${JSON.stringify(stderr)})
      process.exit()
    }, 10)`
  return `
    import { spawn } from 'node:child_process'
    spawn(process.execPath, ['-e', ${JSON.stringify(late)}, String(process.pid)], { env: {}, stdio: ['ignore', 'inherit', 'inherit'] })
    process.exit(3)`
}

/**
 * A value of `NODE_OPTIONS` with which any program of Node ends at once, with the code 3.
 *
 * @param late what its outputs get afterwards
 */
export function endsEarly({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) {
  return `--import data:text/javascript,${encodeURIComponent(script(stdout, stderr))}`
}
