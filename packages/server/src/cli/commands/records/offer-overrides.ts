/** `entrepot offers overrides`. */
import { exportOverrides, importOverrides, isRefusal } from '@entrepot/marketplace'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { readInput } from '../../terminal/files.ts'
import { printOutcome } from '../../terminal/print.ts'
import { toPrintableLines } from '../../terminal/printable.ts'
import { ofChannel, withChannel } from '../../terminal/with-channel.ts'

/** Adds `entrepot offers overrides`. */
export function addOverrideCommands(offers: EntrepotCommand): void {
  const overrides = offers
    .command('overrides')
    .description('import and export prices, stock and times of single products')

  ofChannel(overrides.command('import'))
    .description('store the overrides of a CSV file')
    .argument('<file>', 'CSV, such as one that export has written')
    .printsJson()
    .addHelpText(
      'after',
      `
Columns: MerchantProductReference, Price, StockPercent, StockBuffer, StockMax,
StockFixed, StockHideBelow, Hidden, From, Until; all but the first may be left
out. The first line says whether commas, semicolons or tabs separate them; with
semicolons or tabs, numbers may have a decimal comma. An override replaces one
of the same product with the same From; others stay. A bad line does not
prevent others from being stored: the exit code is 1.`,
    )
    .example('offers overrides import sale.csv --customer 2 --channel 3')
    .action(async (file: string, _: object, command: EntrepotCommand) => {
      const text = await readInput(file, command)
      const imported = await withChannel(command, (database, ids) =>
        importOverrides(database, ids, text),
      )
      const isDone = printOutcome(command, imported, ({ AcceptedCount, RejectedCount }) => ({
        AcceptedCount,
        RejectedCount,
      }))
      if (!isDone || isRefusal(imported) || imported.Errors.length === 0) return
      command.terminal.stderr.write(`${toPrintableLines(imported.Errors.join('\n'))}\n`)
      command.terminal.exitCode = 1
    })

  ofChannel(overrides.command('export'))
    .description('write the overrides of a channel as CSV')
    .example('offers overrides export --customer 2 --channel 3')
    .action(async (_: object, command: EntrepotCommand) => {
      const refusal = await withChannel(command, async (database, ids) => {
        for await (const text of exportOverrides(database, ids)) {
          command.terminal.stdout.write(toPrintableLines(text))
        }
        return undefined
      })
      if (isRefusal(refusal)) printOutcome(command, refusal)
    })
}
