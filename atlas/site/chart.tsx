import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { NO_MARKS } from '#atlas/charts/drawing/marks.ts';
import { drawSvg } from '#atlas/charts/drawing/svg.ts';
import { layoutOf } from './chart-svg.ts';
import { useTexts } from './labels.ts';
import { stateOf } from './model.ts';
import { linkTo } from './route.ts';

/** The link of a node; null for a node that is not a state. */
export const hrefOf = (id: string): string | null => (stateOf(id) ? linkTo({ state: id }) : null);

const NO_STATES: readonly string[] = [];

/** A chart whose states are links. It opens at a readable size, scrolled to the open state or else to the first one. */
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
  const holder = useRef<HTMLDivElement>(null);
  const [isFitted, setIsFitted] = useState(false);
  const layout = layoutOf(chart, language);
  const markup = useMemo(() => {
    const view = { hrefOf, open: state, active: activeStates, part: null };
    return { __html: layout ? drawSvg(layout, NO_MARKS, view) : '' };
  }, [layout, state, activeStates]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chart, state or width moves the box in view
  useEffect(() => {
    const around = holder.current?.getBoundingClientRect();
    const open = holder.current?.querySelector('[aria-current]');
    const box = (open ?? holder.current?.querySelector('.box:not(.entrance)'))?.getBoundingClientRect();
    if (!around || !box) return;
    const offset = open ? box.y + box.height / 2 - around.y - around.height / 2 : 0;
    holder.current?.scrollBy(box.x + box.width / 2 - around.x - around.width / 2, offset);
  }, [markup, isFitted]);

  return (
    <section aria-label={text('chart')}>
      <button type="button" onClick={() => setIsFitted(!isFitted)} aria-pressed={isFitted}>
        {text('fit')}
      </button>
      <div
        ref={holder}
        className={isFitted ? 'chart fit' : 'chart'}
        style={{ '--chart-width': `${layout?.width ?? 0}px` } as CSSProperties}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the chart is drawn from the machines, nothing that somebody has typed
        dangerouslySetInnerHTML={markup}
      />
    </section>
  );
}
