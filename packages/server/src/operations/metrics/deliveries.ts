/** Counters of the deliveries of webhooks. */
import type { DeliveryReport } from '@entrepot/marketplace'
import type { HubMetrics } from './metrics.ts'

/** Adds the counters. Returns the function that counts an attempt. */
export function countDeliveries(metrics: HubMetrics | undefined): (report: DeliveryReport) => void {
  const outcomes = { delivered: 0, retried: 0, failed: 0 }
  const lag = { seconds: 0, events: 0 }
  const none = {}
  metrics?.addCounters('Attempts to deliver events to webhooks.', () =>
    Object.entries(outcomes).map(([outcome, value]) => ({
      name: 'entrepot_webhook_attempts_total',
      labels: { outcome },
      value,
    })),
  )
  metrics?.addCounters('Time from events to the ends of their first attempts.', () => [
    { name: 'entrepot_webhook_lag_seconds_total', labels: none, value: lag.seconds },
  ])
  metrics?.addCounters('Events with a first attempt.', () => [
    { name: 'entrepot_webhook_events_total', labels: none, value: lag.events },
  ])
  return ({ outcome, lagSeconds }) => {
    outcomes[outcome] += 1
    if (lagSeconds === undefined) return
    lag.seconds += lagSeconds
    lag.events += 1
  }
}
