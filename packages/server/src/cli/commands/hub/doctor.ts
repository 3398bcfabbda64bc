import type { Finding } from '../../../host/doctor/finding.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { printRows } from '../../terminal/print.ts'
import { toPrintable } from '../../terminal/printable.ts'
import { wrap } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { addDoctorMcpCommand } from './doctor-mcp.ts'

/** Adds `entrepot doctor`. */
export function addDoctorCommand(program: EntrepotCommand, terminal: Terminal): void {
  const doctor = program
    .command('doctor')
    .description('check what the hub needs, and say how to fix what is wrong')
    .printsJson()
    .addHelpText(
      'after',
      `
Checks the configuration, the disk, the database with its migrations and its
clock, the public address, and the discovery of identity providers. Changes
nothing. The exit code is 1 if there is a failure.`,
    )
    .example('doctor', 'doctor --json')
    .action(async ({ json }: { json?: boolean }, command: EntrepotCommand) => {
      const { examineHub } = await import('../../../host/doctor/doctor.ts')
      const findings = await examineHub(terminal.env)
      if (findings.some(({ state }) => state === 'failure')) terminal.exitCode = 1
      if (json) return printRows(terminal, command, findings)
      terminal.stdout.write(findings.map(toLines).join(''))
    })
  addDoctorMcpCommand(doctor, terminal)
}

/** Width of the column with the states, and of the rest of a line. */
const [STATE, REST] = [9, 71]

function toLines({ check, state, detail, fix }: Finding): string {
  return [
    ...wrap(toPrintable(`${check}: ${detail}`), REST),
    ...(fix === null ? [] : wrap(toPrintable(fix), REST)),
  ]
    .map((line, index) => `${(index === 0 ? state : '').padEnd(STATE)}${line}\n`)
    .join('')
}
