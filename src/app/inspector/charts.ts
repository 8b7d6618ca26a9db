const CHARTS = import.meta.glob<string>('/docs/flows/*.svg', { query: '?raw', import: 'default' });

/** Loads an exported chart (`docs/flows`) by its name; null where there is none. */
export const loadChart = async (name: string): Promise<string | null> =>
  (await CHARTS[`/docs/flows/${name}.svg`]?.()) ?? null;
