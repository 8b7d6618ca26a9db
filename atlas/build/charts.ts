import { UNPAINTED } from '#atlas/charts/drawing/paint.ts';
import { styleOf } from '#atlas/charts/drawing/style.ts';

/** The style of the charts, for those inside `.chart` alone. */
export const chartStyle = (): string => `.chart {\n${styleOf(UNPAINTED)}\n}\n`;
