/** The suites that record what running machines do, the weakest proof first. */
export const LAYERS = ['model', 'walk', 'browser'] as const;
export type Layer = (typeof LAYERS)[number];
