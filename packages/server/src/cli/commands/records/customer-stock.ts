/** The options of `entrepot customers` about the stock. */
import {
  COUNTS_EXCLUDE,
  type CustomerChange,
  type NewCustomer,
  STOCK_KEEPERS,
} from '@entrepot/marketplace'
import { Option } from 'commander'
import { definedOf } from '../../terminal/defined.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { parseNumber } from '../../terminal/parse.ts'

/** The options of the stock as commander returns them. */
export interface StockOptions {
  readonly stockKeeper?: NewCustomer['stockKeeper']
  readonly countsExclude?: (typeof COUNTS_EXCLUDE)[number] | 'nothing'
  readonly stockLag?: number
  readonly restockReturns?: boolean
}

/** Adds the options of the stock. */
export function addStockOptions(command: EntrepotCommand): EntrepotCommand {
  return command
    .addOption(
      new Option(
        '--stock-keeper <who>',
        'who keeps the stock: the system of the merchant, which sends counts; the hub; or none, so that it is offered as it is',
      ).choices(STOCK_KEEPERS),
    )
    .addOption(
      new Option(
        '--counts-exclude <orders>',
        'orders that the counts of the merchant do not contain any more',
      ).choices([...COUNTS_EXCLUDE, 'nothing']),
    )
    .option(
      '--stock-lag <minutes>',
      'how long units that have left are held back if no count comes, up to 10080 (7 days)',
      parseNumber,
    )
    .option('--restock-returns', 'put accepted returns back into stock, if the hub keeps it')
    .option('--no-restock-returns', 'do not put them back, where a return does not say so')
}

/** The settings of the stock that are given. */
export function stockSettings(options: StockOptions): CustomerChange {
  const { stockKeeper, countsExclude, stockLag, restockReturns } = options
  return definedOf<CustomerChange>({
    ...{ stockKeeper, stockLag, restockReturns },
    countsExclude: countsExclude === 'nothing' ? null : countsExclude,
  })
}
