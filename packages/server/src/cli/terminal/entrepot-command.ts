/** What all commands have in common: required options reported together, aliases of options, examples, `--json`. */
import type { Database } from '@entrepot/database'
import type { Customer, Refusal } from '@entrepot/marketplace'
import { Command, Option } from 'commander'
import { type OfCustomer, ofCustomer } from './of-customer.ts'
import { parseId } from './parse.ts'
import { printOutcome, type RowSource } from './print.ts'
import type { Terminal } from './terminal.ts'
import { withDatabase } from './with-database.ts'

/** A command of `entrepot`. */
export class EntrepotCommand extends Command {
  readonly terminal: Terminal
  /** Arguments after `entrepot`, as a person types them, for the help and for its test. */
  readonly examples: string[] = []
  readonly #required: Option[] = []

  constructor(name: string | undefined, terminal: Terminal) {
    super(name)
    this.terminal = terminal
  }

  override createCommand(name?: string): EntrepotCommand {
    return new EntrepotCommand(name, this.terminal)
  }

  /** Runs work with the database ({@link withDatabase}), and ends with its outcome ({@link printOutcome}). */
  async report<T>(
    work: (database: Database) => Promise<T>,
    rowOf?: (source: RowSource<T>) => object,
  ): Promise<boolean> {
    return printOutcome(this, await withDatabase(this.terminal, work), rowOf)
  }

  /** {@link report} of work for the customer that the option names ({@link ofCustomer}). */
  async reportOf<T>(
    work: (database: Database, customer: Customer) => Promise<T>,
    rowOf?: (source: RowSource<T | Refusal>) => object,
  ): Promise<boolean> {
    const { customer: customerId } = this.opts<OfCustomer>()
    return await this.report(
      (database) => ofCustomer(database, customerId, (customer) => work(database, customer)),
      rowOf,
    )
  }

  /** Adds an option that must be given. Commander would report missing options one by one, and before misspelled ones. */
  needs<T>(flags: string, description: string, parse?: (text: string) => T): this {
    const option = new Option(flags, `${description} (required)`)
    if (parse !== undefined) option.argParser(parse)
    this.#required.push(option)
    return this.addOption(option)
  }

  /** Adds the option that names the customer. */
  needsCustomer(): this {
    return this.needs(
      '--customer <id>',
      'id of the customer (see entrepot customers list)',
      parseId,
    )
  }

  /** Creates a command below this one about the records of a customer. */
  ofCustomer(name: string, description: string): EntrepotCommand {
    return this.command(name).description(description).needsCustomer().printsJson()
  }

  /** Ends with an error that names all required options which are missing. */
  checkRequired(): void {
    const missing = this.#required.filter(
      (option) => this.getOptionValue(option.attributeName()) === undefined,
    )
    if (missing.length === 0) return
    const names = missing.map(({ flags }) => `'${flags}'`).join(', ')
    const what = missing.length === 1 ? `option ${names} is` : `options ${names} are`
    this.error(`error: required ${what} missing`, {
      code: 'commander.missingMandatoryOptionValue',
    })
  }

  /** Lets an earlier spelling of an option work, such as `--currency` for `--base-currency`. The help does not list it. */
  formerly(earlier: string, name: string): this {
    const target = this.options.find(({ long }) => long === `--${name}`)
    if (target === undefined) throw new Error(`there is no option --${name}`)
    const hidden = new Option(target.flags.replace(`--${name}`, `--${earlier}`)).hideHelp()
    if (target.parseArg !== undefined) hidden.argParser(target.parseArg)
    this.addOption(hidden)
    const [from, to] = [hidden.attributeName(), target.attributeName()]
    // After the listener of commander, which has parsed the value.
    return this.on(`option:${earlier}`, () => {
      this.setOptionValueWithSource(to, this.getOptionValue(from), 'cli')
    })
  }

  /** Adds `--json`. */
  printsJson(): this {
    return this.option('--json', 'print one line of JSON per row')
  }

  /** Adds examples to the help, without `entrepot` at their beginning. */
  example(...examples: readonly string[]): this {
    this.examples.push(...examples)
    const title = examples.length === 1 ? 'Example' : 'Examples'
    const lines = examples.map((line) => `  entrepot ${line}`)
    return this.addHelpText('after', `\n${title}:\n${lines.join('\n')}`)
  }
}
