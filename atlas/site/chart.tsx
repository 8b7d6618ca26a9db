import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { NO_CHANGE_MARKS } from '#atlas/charts/drawing/marks.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { layoutOf } from './chart-svg.ts';
import { useTexts } from './labels.ts';
import { findState } from './model.ts';
import { linkTo } from './route.ts';

/** The link of a node in a chart; null for a node that is not a state. */
export const hrefOf = (id: string): string | null => (findState(id) ? linkTo({ state: id }) : null);

const NO_STATES: readonly string[] = [];

/**
 * A chart whose states are links. It has a readable size, and it is scrolled to the open state, or to the first state
 * if none is open.
 */
export function Chart({
  chart,
  state,
  activeStates = NO_STATES,
}: {
  readonly chart: string;
  readonly state: string | null;
  readonly activeStates?: readonly string[];
}) {
  const { text, language } = useTexts();
  const container = useRef<HTMLDivElement>(null);
  const [isFitted, setIsFitted] = useState(false);
  const layout = layoutOf(chart, language);
  const markup = useMemo(() => {
    const view = { hrefOf, open: state, active: activeStates, part: null };
    return { __html: layout ? drawSvg(layout, NO_CHANGE_MARKS, view) : '' };
  }, [layout, state, activeStates]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the open state again after a change of chart, state or width
  useEffect(() => {
    const containerRect = container.current?.getBoundingClientRect();
    const open = container.current?.querySelector('[aria-current]');
    // A box of the class `entrance` lists the transitions into the chart; it is not a state.
    const stateRect = (
      open ?? container.current?.querySelector('.box:not(.entrance)')
    )?.getBoundingClientRect();
    if (!containerRect || !stateRect) return;
    const offset = open ? stateRect.y + stateRect.height / 2 - containerRect.y - containerRect.height / 2 : 0;
    container.current?.scrollBy(
      stateRect.x + stateRect.width / 2 - containerRect.x - containerRect.width / 2,
      offset,
    );
  }, [markup, isFitted]);

  return (
    <section aria-label={text('chart')}>
      <button type="button" onClick={() => setIsFitted(!isFitted)} aria-pressed={isFitted}>
        {text('fit')}
      </button>
      <div
        ref={container}
        className={isFitted ? 'chart fit' : 'chart'}
        style={{ '--chart-width': `${layout?.width ?? 0}px` } as CSSProperties}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the chart is drawn from the machines and contains no user input
        dangerouslySetInnerHTML={markup}
      />
    </section>
  );
}
