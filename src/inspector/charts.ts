const CHARTS = import.meta.glob<string>('/docs/flows/*.svg', { query: '?raw', import: 'default' });

/** Loads an exported chart (`docs/flows`) by its name; null where there is none. */
export const loadChart = async (name: string): Promise<string | null> =>
  (await CHARTS[`/docs/flows/${name}.svg`]?.()) ?? null;

/** The content of a chart: the actor's current screen, or its whole machine. */
export const VIEWS = { screen: 'Current screen', machine: 'Whole machine' } as const;
export type View = keyof typeof VIEWS;

const hasChart = (name: string): boolean => `/docs/flows/${name}.svg` in CHARTS;

/** The existing charts of an actor in these states; small machines have only one. */
export function chartsOf(
  machine: string,
  states: readonly string[],
): Readonly<Partial<Record<View, string>>> {
  const screen = states.findLast((state) => state !== machine && hasChart(state));
  return { ...(screen && { screen }), machine };
}
