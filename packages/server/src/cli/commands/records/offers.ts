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
import { type OfChannel, ofChannel, withChannel } from '../../terminal/with-channel.ts'
import { addOverrideCommands } from './offer-overrides.ts'

/** Adds `entrepot offers`. */
export function addOfferCommands(program: EntrepotCommand): void {
  const offers = program
    .command('offers')
    .description('preview and change what a channel is offered, and at what price')
  addPreview(offers)
  addRules(offers.command('rules').description('read and replace the rules of a channel'))
  addOverrideCommands(offers)
}

function addPreview(offers: EntrepotCommand): void {
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
    .action(async (file: string, _: object, command: EntrepotCommand) => {
      const rules = await readRules(file, command)
      const preview = await withChannel(command, (database, ids) =>
        previewOfferRules(database, ids, rules),
      )
      if (isRefusal(preview) || command.opts<{ json?: boolean }>().json) {
        printOutcome(command, preview)
      } else printPreview(command, preview)
    })
}

function printPreview(command: EntrepotCommand, preview: OfferPreview): void {
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
    if (index > 0) command.terminal.stdout.write('\n')
    printRows(command, rows)
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

function addRules(rules: EntrepotCommand): void {
  ofChannel(rules.command('get'))
    .description('write the rules of a channel as JSON')
    .example('offers rules get --customer 2 --channel 3')
    .action(async (_: object, command: EntrepotCommand) => {
      const found = await withChannel(command, getOfferRules)
      if (isRefusal(found)) printOutcome(command, found)
      else command.terminal.stdout.write(`${toPrintableJson(found)}\n`)
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
      const stored = await withChannel(command, async (database, { channelId }) => {
        const [customer] = await getCustomers(database, [options.customer])
        // Its channel was found.
        if (customer === undefined) throw new Error(`customer ${options.customer} is gone`)
        return await putOfferRules(database, customer, channelId, request)
      })
      printOutcome(command, stored, ({ Version, ChangedAt }) => ({ Version, ChangedAt }))
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
