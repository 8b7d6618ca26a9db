import Elk from 'elkjs/lib/elk.bundled.js';
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { Arrow, Box, Figure, PlacedFigure, Point } from '#scripts/charts/drawing/figure.ts';
import { contentOf, labelOf, PAD } from '#scripts/charts/drawing/measure.ts';

/** Top to bottom, in the order of the source where nothing else decides; the same input gives the same places. */
const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.randomSeed': '1',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.padding': '[top=24,left=24,bottom=24,right=24]',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '14',
  'elk.spacing.edgeLabel': '6',
  'elk.spacing.labelNode': '8',
  'elk.spacing.labelLabel': '8',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.thoroughness': '40',
  'elk.layered.layering.strategy': 'LONGEST_PATH_SOURCE',
} as const;

const isPartOf = (parent: string | null) => (box: Box) => box.parent === parent;

/**
 * Whether an arrow leads to something earlier in the source. ELK is given such an arrow the other way round,
 * so that the order of the source, and no guess at where a circle begins, decides what is on top.
 */
function leadsBack(figure: Figure, { source, target }: Arrow): boolean {
  const rank = (id: string) => figure.boxes.findIndex((box) => box.id === id);
  return rank(source) > rank(target);
}

/** The ends of an arrow from top to bottom. */
const endsOf = (figure: Figure, arrow: Arrow): readonly [string, string] =>
  leadsBack(figure, arrow) ? [arrow.target, arrow.source] : [arrow.source, arrow.target];

/** Whether an arrow crosses the upper edge of a box: the text of the box then stands beside its parts. */
const isCrossed = (figure: Figure, id: string): boolean => {
  const isInside = (other: string) => other.startsWith(`${id}.`) || other.startsWith(`${id}/`);
  return figure.arrows.some((arrow) => {
    const [upper, lower] = endsOf(figure, arrow);
    return isInside(lower) && !isInside(upper);
  });
};

/** The boxes inside a box, as ELK wants them: sizes of the innermost, room for the text of the others. */
function elkNodes(figure: Figure, parent: string | null): ElkNode[] {
  return figure.boxes.filter(isPartOf(parent)).map((box): ElkNode => {
    const { width, height } = contentOf(box);
    const children = elkNodes(figure, box.id);
    if (children.length === 0) {
      const isFirst = box.shape === 'start' || box.shape === 'anytime';
      return {
        id: box.id,
        width,
        height,
        ...(isFirst ? { layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' } } : {}),
      };
    }
    return {
      id: box.id,
      children,
      layoutOptions: {
        ...OPTIONS,
        'elk.padding': isCrossed(figure, box.id)
          ? `[top=28,left=${width + PAD},bottom=20,right=20]`
          : `[top=${height + PAD},left=20,bottom=20,right=20]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width},${height})`,
      },
    };
  });
}

const elkEdge = (figure: Figure) => (arrow: Arrow) => {
  const { id, lines } = arrow;
  const { width, height } = labelOf(lines);
  const [source, target] = endsOf(figure, arrow);
  return {
    id,
    sources: [source],
    targets: [target],
    labels:
      lines.length === 0
        ? []
        : [
            {
              id: `${id}/label`,
              text: ' ',
              width,
              height,
              layoutOptions: { 'elk.edgeLabels.placement': 'CENTER', 'elk.edgeLabels.inline': 'true' },
            },
          ],
  };
};

const everyNode = (node: ElkNode): readonly ElkNode[] => [node, ...(node.children ?? []).flatMap(everyNode)];

/** Whole pixels: a reader of a diff sees what moved, not how it was rounded. */
const whole = (value = 0): number => Math.round(value);

const placeOf = ({ x, y, width, height }: { x?: number; y?: number; width?: number; height?: number }) => ({
  x: whole(x),
  y: whole(y),
  width: whole(width),
  height: whole(height),
});

/** Finds a place for everything. */
export async function place(figure: Figure): Promise<PlacedFigure> {
  const graph: ElkNode = {
    id: `${figure.id}/chart`,
    layoutOptions: OPTIONS,
    children: elkNodes(figure, null),
    edges: figure.arrows.map(elkEdge(figure)),
  };
  const root: ElkNode = await new Elk().layout(graph);
  const nodes = new Map(everyNode(root).map((node) => [node.id, node]));
  const edges = new Map((root.edges ?? []).map((edge) => [edge.id, edge]));
  return {
    figure,
    width: whole(root.width),
    height: whole(root.height),
    boxes: figure.boxes.map((box) => ({ box, place: placeOf(nodes.get(box.id) ?? {}) })),
    arrows: figure.arrows.map((arrow) => {
      const edge = edges.get(arrow.id);
      const [section] = edge?.sections ?? [];
      const points: readonly Point[] = section
        ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint]
        : [];
      const [label] = edge?.labels ?? [];
      return {
        arrow,
        points: (leadsBack(figure, arrow) ? points.toReversed() : points).map(({ x, y }) => ({
          x: whole(x),
          y: whole(y),
        })),
        label: label ? placeOf(label) : null,
      };
    }),
  };
}
