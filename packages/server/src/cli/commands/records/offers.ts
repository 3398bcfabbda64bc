/** `entrepot offers`: what a channel is offered. */
import {
  getCustomers,
  getOfferRules,
  isRefusal,
  type OfferPreview,
  previewOfferRules,
  putOfferRules,
} from '@entrepot/marketplace'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { readInput } from '../../terminal/files.ts'
import { printOutcome, printRows } from '../../terminal/print.ts'
import { toPrintableJson } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type OfChannel, ofChannel, withChannel } from '../../terminal/with-channel.ts'
import { addOverrideCommands } from './offer-overrides.ts'

/** Adds `entrepot offers`. */
export function addOfferCommands(program: EntrepotCommand, terminal: Terminal): void {
  const offers = program
    .command('offers')
    .description('preview and change what a channel is offered, and at what price')
  addPreview(offers, terminal)
  addRules(offers.command('rules').description('read and replace the rules of a channel'), terminal)
  addOverrideCommands(offers, terminal)
}

function addPreview(offers: EntrepotCommand, terminal: Terminal): void {
  ofChannel(offers.command('preview'))
    .description('show what new rules would change, without storing them')
    .argument('<file>', 'rules as JSON, as PUT /v2/channels/<id>/offer-rules takes them')
    .printsJson()
    .addHelpText(
      'after',
      `
Compares all products of the customer by the rules of the file and by those
that hold. Prints the numbers, the problems, and the 50 largest changes. With
--json, it prints the answer of POST /v2/channels/<id>/offer-rules/preview.`,
    )
    .example("offers preview rules.json --customer 2 --channel 'Web shop'")
    .action(async (file: string, options: OfChannel, command: EntrepotCommand) => {
      const rules = await readRules(file, command)
      const preview = await withChannel(
        terminal,
        options,
        async (database, ids) => await previewOfferRules(database, ids, rules),
      )
      if (isRefusal(preview) || command.opts<{ json?: boolean }>().json) {
        printOutcome(terminal, command, preview, (done) => done)
      } else printPreview(terminal, command, preview)
    })
}

function printPreview(terminal: Terminal, command: EntrepotCommand, preview: OfferPreview): void {
  const { PriceChange, PriceChangePercent, Problems, Largest, ...counts } = preview
  const spreads = { PriceChange, PriceChangePercent }
  const sections: readonly (readonly object[])[] = [
    Object.entries(counts).map(([Products, Count]) => ({ Products, Count })),
    Object.entries(spreads).flatMap(([Of, spread]) => (spread ? { Of, ...spread } : [])),
    Problems.map(({ Code, Count, MerchantProductReferences }) => ({
      Problem: Code,
      Count,
      Products: MerchantProductReferences,
    })),
    Largest.map((change) => ({
      Product: change.MerchantProductReference,
      Before: offerText(change.Before),
      After: offerText(change.After),
      Percent: change.PriceChangePercent,
      Reason: change.UnwantedReason ?? change.Explanation.Hold?.Code ?? null,
    })),
  ]
  for (const [index, rows] of sections.filter(({ length }) => length > 0).entries()) {
    if (index > 0) terminal.stdout.write('\n')
    printRows(terminal, command, rows)
  }
}

function offerText({
  Price,
  Currency,
  Stock,
  IsOffered,
}: OfferPreview['Largest'][number]['After']) {
  return IsOffered ? `${Price ?? 'no price'} ${Currency}, ${Stock} units` : 'not offered'
}

function addRules(rules: EntrepotCommand, terminal: Terminal): void {
  ofChannel(rules.command('get'))
    .description('write the rules of a channel as JSON')
    .example('offers rules get --customer 2 --channel 3')
    .action(async (options: OfChannel, command: EntrepotCommand) => {
      const found = await withChannel(terminal, options, getOfferRules)
      if (isRefusal(found)) printOutcome(terminal, command, found, () => ({}))
      else terminal.stdout.write(`${toPrintableJson(found)}\n`)
    })

  ofChannel(rules.command('set'))
    .description('replace the rules of a channel by those of a file')
    .argument('<file>', 'rules as JSON, such as those that get has written')
    .printsJson()
    .addHelpText(
      'after',
      `
If the file has a Version, as those of get, and the rules have been changed
since, nothing is stored. The products are compared with the rules during the
next polls of the channel.`,
    )
    .example('offers rules set rules.json --customer 2 --channel 3')
    .action(async (file: string, options: OfChannel, command: EntrepotCommand) => {
      const request = await readRules(file, command)
      const stored = await withChannel(terminal, options, async (database, { channelId }) => {
        const [customer] = await getCustomers(database, [options.customer])
        // Its channel was found.
        if (customer === undefined) throw new Error(`customer ${options.customer} is gone`)
        return await putOfferRules(database, customer, channelId, request)
      })
      printOutcome(terminal, command, stored, ({ Version, ChangedAt }) => ({ Version, ChangedAt }))
    })
}

/** Reads rules. Their values are checked by the functions that take them. */
async function readRules(file: string, command: EntrepotCommand) {
  const text = await readInput(file, command)
  try {
    return JSON.parse(text)
  } catch (error) {
    return command.error(`error: ${file} is not JSON: ${(error as Error).message}`)
  }
}
