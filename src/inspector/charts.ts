const CHARTS = import.meta.glob<string>('/docs/flows/*.svg', { query: '?raw', import: 'default' });

/** Loads the chart with this name from `docs/flows`. Resolves to null if the chart does not exist. */
export const loadChart = async (name: string): Promise<string | null> =>
  (await CHARTS[`/docs/flows/${name}.svg`]?.()) ?? null;

/** The charts between which a person can choose: of the current screen of the actor, or of its whole machine. */
export const VIEWS = { screen: 'Current screen', machine: 'Whole machine' } as const;
export type View = keyof typeof VIEWS;

const hasChart = (name: string): boolean => `/docs/flows/${name}.svg` in CHARTS;

/** The names of the charts of an actor. A small machine has no separate charts of its screens. */
export function chartsOf(
  machine: string,
  states: readonly string[],
): Readonly<Partial<Record<View, string>>> {
  const screen = states.findLast((state) => state !== machine && hasChart(state));
  return { ...(screen && { screen }), machine };
}
