/** The metrics of a connector, in the text format of Prometheus. */
import type { RunReport } from '../records/report.ts'

export interface ConnectorMetrics {
  /** Counts a run. */
  add(report: RunReport): void
  countHint(outcome: 'accepted' | 'refused'): void
  /** @param connections how many are served, by shop */
  render(connections: ReadonlyMap<string, number>): string
}

interface Series {
  readonly labels: Readonly<Record<string, string>>
  value: number
}

/** Creates the metrics. They count from the start of the process, by shop and step: not by connection, of which there can be many. */
export function createMetrics(): ConnectorMetrics {
  const counters = new Map<
    string,
    { readonly help: string; readonly series: Map<string, Series> }
  >()
  function count(
    name: string,
    help: string,
    labels: Readonly<Record<string, string>>,
    value: number,
  ): void {
    const counter = counters.get(name) ?? { help, series: new Map<string, Series>() }
    counters.set(name, counter)
    const key = JSON.stringify(labels)
    const series = counter.series.get(key) ?? { labels, value: 0 }
    counter.series.set(key, series)
    series.value += value
  }
  return {
    add(report) {
      const { shop, outcome, trigger, steps, calls, failure } = report
      count('entrepot_connector_runs_total', 'Runs.', { shop, outcome, trigger }, 1)
      if (failure !== undefined) {
        const labels = { shop, kind: failure.kind }
        count('entrepot_connector_failures_total', 'Runs that failed.', labels, 1)
      }
      for (const { step, read, written, unchanged, failed, milliseconds } of steps) {
        for (const [result, value] of Object.entries({ read, written, unchanged, failed })) {
          const labels = { shop, step, result }
          count('entrepot_connector_records_total', 'Records of steps.', labels, value)
        }
        const help = 'Time of steps.'
        count('entrepot_connector_step_seconds_total', help, { shop, step }, milliseconds / 1_000)
      }
      count('entrepot_connector_shop_calls_total', 'Requests to shops.', { shop }, calls.shop)
      const help = 'Calls of the hub.'
      count('entrepot_connector_hub_calls_total', help, { kind: 'read' }, calls.hubReads)
      count('entrepot_connector_hub_calls_total', help, { kind: 'write' }, calls.hubWrites)
    },
    countHint(outcome) {
      count('entrepot_connector_hints_total', 'Hints of shops.', { outcome }, 1)
    },
    render(connections) {
      const gauges = [...connections].map(([shop, value]) => ({ labels: { shop }, value }))
      const name = 'entrepot_connector_connections'
      return [
        ...toText(name, 'gauge', 'Connections that this process serves.', gauges),
        ...[...counters].flatMap(([counter, { help, series }]) =>
          toText(counter, 'counter', help, [...series.values()]),
        ),
        '',
      ].join('\n')
    },
  }
}

function toText(
  name: string,
  type: string,
  help: string,
  series: readonly Series[],
): readonly string[] {
  const lines = series.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${quoted(text)}"`)
    return `${name}{${pairs.join(',')}} ${value}`
  })
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines]
}

const quoted = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
