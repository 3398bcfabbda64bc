/** Tells the hub what a run did. */
import type { Hub } from '../records/hub.ts'
import type { RunReport } from '../records/report.ts'
import { toLine } from '../records/texts.ts'
import type { StepPlan } from './steps.ts'

/** Longest texts that the hub takes, and most of them. */
const TEXT = 1_000
const MAX_FINDINGS = 100

/** Whether a run is worth a record: it did something, it failed, or a person waits for it. */
export function isWorthRecording(
  report: RunReport,
  { endsFailure, isFirst }: { readonly endsFailure: boolean; readonly isFirst: boolean },
): boolean {
  const { steps, failure, trigger, changesTotal } = report
  const didSomething = steps.some(({ written, failed }) => written + failed > 0)
  return (
    didSomething ||
    failure !== undefined ||
    changesTotal > 0 ||
    trigger === 'request' ||
    ((endsFailure || isFirst) && steps.length > 0)
  )
}

/**
 * Whether a run has asked the shop anything. A run without, such as one that found no refunds at the hub, does not show that the shop works.
 * Adapters that do not use HTTP have no count of calls: for them, the steps count that always read the shop.
 */
export function hasAskedShop(
  { calls, steps }: Pick<RunReport, 'calls' | 'steps'>,
  plans: readonly Pick<StepPlan, 'step' | 'readsShop'>[],
): boolean {
  const readers = new Set(plans.filter(({ readsShop }) => readsShop).map(({ step }) => step))
  return calls.shop > 0 || steps.some(({ step }) => readers.has(step))
}

/** Stores a run. It closes the request that it answers. */
export async function recordRun(
  hub: Hub,
  lease: number,
  report: RunReport,
  requestId: number | undefined,
): Promise<void> {
  const { failure, isDryRun } = report
  const body = {
    Lease: lease,
    StartedAt: report.startedAt.toISOString(),
    FinishedAt: report.finishedAt.toISOString(),
    Trigger: report.trigger,
    ...(requestId !== undefined && { RequestId: requestId }),
    IsDryRun: isDryRun,
    Outcome: report.outcome === 'skipped' ? ('failed' as const) : report.outcome,
    Failure:
      failure === undefined || failure.kind === 'hub'
        ? null
        : {
            Kind: failure.kind,
            Message: toText(failure.message),
            Remedy: toText(failure.remedy),
          },
    Steps: report.steps.map((step) => ({
      Step: step.step,
      Read: step.read,
      Written: step.written,
      Unchanged: step.unchanged,
      Failed: step.failed,
      Milliseconds: step.milliseconds,
    })),
    ...(isDryRun && {
      Changes: report.changes.map(({ step, action, hubId, shopId, text }) => ({
        Step: step,
        Action: action,
        HubId: hubId || null,
        ShopId: shopId || null,
        Text: toText(text),
      })),
      ChangesTotal: report.changesTotal,
    }),
    ...(report.findings.length > 0 && {
      Findings: report.findings.slice(0, MAX_FINDINGS).map(({ level, message, remedy }) => ({
        Level: level,
        Message: toText(message),
        Remedy: remedy === undefined ? null : toText(remedy),
      })),
    }),
  }
  await hub.call('recordConnectionRun', { id: report.connectionId, body } as never)
}

const toText = (text: string) => toLine(text, TEXT) || 'Unknown.'
