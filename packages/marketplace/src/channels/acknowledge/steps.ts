/** Converts an acknowledgement to one step for each reference. Pure functions. */
import { Type } from 'typebox'
import { cleanReference } from '../../kit/shared/clean-text.ts'
import { type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { Block, MAX_REFERENCE, Reference } from '../../kit/shared/wire.ts'
import { forEachYielding } from '../../kit/yielding/for-each-yielding.ts'
import type { Step } from '../copy/apply.ts'
import type { ProcessedChanges, Rejection } from '../copy/schema.ts'

/** The references of an acknowledgement, each once, and the malformed ones. */
export interface Steps {
  readonly steps: readonly Step[]
  readonly failures: readonly Failure[]
  readonly rejections: readonly Rejection[]
}

/** A product that the channel could not process, and why. */
export interface Failure {
  readonly reference: string
  readonly detail: string
}

/** Checks for references of the channel and of the merchant. */
const channelIssues = compileBody(Reference(250, 'Channel reference'))
const merchantIssues = compileBody(Reference(MAX_REFERENCE, 'Merchant reference'))
const detailIssues = compileBody(
  Type.Unsafe<string>({ ...Block(1_000, 'Why the channel failed'), minLength: 1 }),
)

/** Maximum number of characters of a malformed reference that its rejection repeats. */
const MAX_REPEATED = 250

type Created = NonNullable<NonNullable<ProcessedChanges>['Created']>[number]

type FailedItem = NonNullable<NonNullable<ProcessedChanges>['Failed']>[number]

/** Parses an acknowledgement of data. Refuses a reference that is both created and removed. */
export async function readProcessed(processed: ProcessedChanges): Promise<Steps | Refusal> {
  const rejections: Rejection[] = []
  const created = await readCreated(processed?.Created ?? [], rejections)
  const updated = await readListed('Updated', processed?.Updated ?? [], rejections)
  const removed = await readListed('Removed', processed?.Removed ?? [], rejections)
  const gone = new Set(removed.map((step) => step.channelReference))
  const both = created.find((step) => gone.has(step.channelReference))?.channelReference
  if (both !== undefined) {
    const index = processed?.Created?.findIndex((pair) => pair.ChannelReference === both)
    const message =
      'is in Removed too: to use a reference again, acknowledge its removal in a call before'
    return refuseIssues([{ path: `/Created/${index}/ChannelReference`, message }])
  }
  // Removed has priority over Updated. A created product needs no update.
  const taken = new Set(created.map((step) => step.channelReference))
  const rest = updated.filter(
    ({ channelReference }) => !gone.has(channelReference) && !taken.has(channelReference),
  )
  const failures = await readFailed(processed?.Failed ?? [], rejections)
  return { steps: [...created, ...rest, ...removed], failures, rejections }
}

/** Parses the failed products. The last reason of each product counts. */
async function readFailed(
  items: readonly FailedItem[],
  rejections: Rejection[],
): Promise<readonly Failure[]> {
  const failures = new Map<string, Failure>()
  await forEachYielding(items, ({ MerchantReference: given, Detail }) => {
    const MerchantReference = cleanReference(given)
    const [issue] = merchantIssues(MerchantReference, false)
    const [detailIssue] = detailIssues(Detail, false)
    const reject = (detail: string) =>
      rejections.push(rejectionOf('Failed', MerchantReference, detail))
    if (issue) reject(`MerchantReference ${issue.message}.`)
    else if (detailIssue) reject(`Detail ${detailIssue.message}.`)
    else {
      const reference = MerchantReference as string
      failures.set(reference, { reference, detail: Detail as string })
    }
  })
  return [...failures.values()]
}

/** Parses an acknowledgement of offers. */
export async function readOffers(references: readonly (string | null)[] | null): Promise<Steps> {
  const rejections: Rejection[] = []
  const steps = await readListed('Offers', references ?? [], rejections)
  return { steps, failures: [], rejections }
}

/** Parses references of the channel, each once. */
async function readListed(
  list: 'Updated' | 'Removed' | 'Offers',
  references: readonly (string | null)[],
  rejections: Rejection[],
): Promise<readonly Step[]> {
  const steps: Step[] = []
  const known = new Set<string | null>()
  await forEachYielding(references, (given) => {
    const reference = cleanReference(given)
    if (known.has(reference)) return
    known.add(reference)
    const [issue] = channelIssues(reference, false)
    if (issue) rejections.push(rejectionOf(list, reference, `The reference ${issue.message}.`))
    else steps.push({ list, channelReference: reference as string })
  })
  return steps
}

/** Parses the created products, each pair once. */
async function readCreated(
  pairs: readonly Created[],
  rejections: Rejection[],
): Promise<readonly Step[]> {
  const steps: Step[] = []
  const known = new Set<string>()
  await forEachYielding(pairs, (given) => {
    const MerchantReference = cleanReference(given.MerchantReference)
    const ChannelReference = cleanReference(given.ChannelReference)
    const pair = JSON.stringify([MerchantReference, ChannelReference])
    if (known.has(pair)) return
    known.add(pair)
    const reject = (detail: string) =>
      rejections.push(rejectionOf('Created', MerchantReference, detail))
    const [merchantIssue] = merchantIssues(MerchantReference, false)
    const [channelIssue] = channelIssues(ChannelReference, false)
    if (merchantIssue) reject(`MerchantReference ${merchantIssue.message}.`)
    else if (channelIssue) reject(`ChannelReference ${channelIssue.message}.`)
    else {
      steps.push({
        list: 'Created',
        channelReference: ChannelReference as string,
        merchantReference: MerchantReference as string,
      })
    }
  })
  return steps
}

function rejectionOf(list: Rejection['List'], reference: string | null, detail: string): Rejection {
  return {
    List: list,
    Reference: reference?.slice(0, MAX_REPEATED).toWellFormed() ?? null,
    Code: 'MARKET_INVALID_INPUT',
    Detail: detail,
  }
}
