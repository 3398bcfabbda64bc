/** The colours of the series of charts in their order: variables, whose values each theme sets. */
export const CHART_COLORS: readonly string[] = [1, 2, 3, 4, 5].map(
  (series) => `var(--chart-${series})`,
)
