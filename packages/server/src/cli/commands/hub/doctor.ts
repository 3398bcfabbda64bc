import type { Finding } from '../../../host/doctor/finding.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { printRows } from '../../terminal/print.ts'
import { addDoctorMcpCommand, findingLines } from './doctor-mcp.ts'

/** Adds `entrepot doctor`. */
export function addDoctorCommand(program: EntrepotCommand): void {
  const { terminal } = program
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
      if (json) return printRows(command, findings)
      terminal.stdout.write(findings.map(toText).join(''))
    })
  addDoctorMcpCommand(doctor)
}

function toText({ check, state, detail, fix }: Finding): string {
  const lines = findingLines(state, `${check}: ${detail}`, fix)
  return lines.map((line) => `${line}\n`).join('')
}
