import { NO_MARKS } from '#atlas/charts/drawing/marks.ts';
import { styleOf } from '#atlas/charts/drawing/style.ts';

/** The style of the charts, for those inside `.chart` alone. */
export const chartStyle = (): string => `.chart {\n${styleOf(NO_MARKS)}\n}\n`;
