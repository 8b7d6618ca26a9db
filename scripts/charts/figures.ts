import { detailedScreens, detailFigure } from '#scripts/charts/drawing/detail-figure.ts';
import type { Figure } from '#scripts/charts/drawing/figure.ts';
import { machineFigure } from '#scripts/charts/drawing/machine-figure.ts';
import { overviewFigure } from '#scripts/charts/drawing/overview-figure.ts';
import { isLarge } from '#scripts/charts/model/screens.ts';
import type { ChartMachine } from '#scripts/charts/model/types.ts';

/**
 * The charts of a machine. A large one has an overview, named as the machine, and a chart of each screen, named as
 * its state; together they show every state and every transition.
 */
export const figuresOf = (machine: ChartMachine): readonly Figure[] =>
  isLarge(machine)
    ? [overviewFigure(machine), ...detailedScreens(machine).map((screen) => detailFigure(machine, screen))]
    : [machineFigure(machine)];
