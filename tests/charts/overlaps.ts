import type { ChartLayout } from '#atlas/charts/drawing/layout.ts';

/** The pairs of nodes of a chart that overlap, by their ids. */
export const overlaps = ({ nodes }: ChartLayout): readonly string[] =>
  nodes.flatMap(({ node, box: a }, index) =>
    nodes
      .slice(index + 1)
      .filter(
        ({ box: b }) =>
          a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      )
      .map((other) => `${node.id} and ${other.node.id}`),
  );
