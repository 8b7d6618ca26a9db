import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { MAP } from '#atlas/build/page-names.ts';
import { COVERAGE_MARKS, type CoverageLevel } from '#atlas/coverage/coverage.ts';
import type { Language } from '#atlas/words/types.ts';
import { ExportButtons } from './chart-export.tsx';
import { chartIn } from './chart-svg.ts';
import { coverage } from './data.ts';
import { useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { stateOf } from './model.ts';
import { goTo, linkTo } from './route.ts';

type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const MAP_NAME = { ko: '모든 화면', en: 'Every screen' } as const;

const ZOOMS = [0.25, 0.35, 0.5, 0.7, 1, 1.4] as const;

/** Minimum scale of `readable`; the text has 12 pixels at scale 1. */
const READABLE = 0.85;

/** Right end of the main path, as a fraction of the width; it is in view when a chart opens. */
const MAIN_PATH_END = 0.68;

/** The scale of a chart: the width of its container, the same but never unreadably small, or a factor. */
type Zoom = 'fit' | 'readable' | number;

const boxesIn = (svg: SVGSVGElement): readonly SVGGElement[] => [
  ...svg.querySelectorAll<SVGGElement>('g.box[data-state]'),
];

const middleOf = (box: SVGGElement): { readonly x: number; readonly y: number } => {
  const { x, y, width, height } = box.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

/** The nearest box in a direction; sideways distance counts twice. */
function nearest(boxes: readonly SVGGElement[], from: SVGGElement, direction: Direction): SVGGElement | null {
  const start = middleOf(from);
  const sign = direction === 'ArrowUp' || direction === 'ArrowLeft' ? -1 : 1;
  const isVertical = direction === 'ArrowUp' || direction === 'ArrowDown';
  const far = boxes.flatMap((box) => {
    const { x, y } = middleOf(box);
    const along = (isVertical ? y - start.y : x - start.x) * sign;
    const across = Math.abs(isVertical ? x - start.x : y - start.y);
    return box === from || along <= 1 ? [] : [{ box, distance: along + 2 * across }];
  });
  return far.toSorted((a, b) => a.distance - b.distance)[0]?.box ?? null;
}

const LEVELS = Object.keys(COVERAGE_MARKS) as readonly CoverageLevel[];

const coverageClass = (level: CoverageLevel): string => `coverage-${level}`;

/** Marks each state and transition with its coverage, by a symbol and a colour. */
function showCoverage(svg: SVGSVGElement, levels: NonNullable<typeof coverage>, language: Language): void {
  for (const part of svg.querySelectorAll<SVGGElement>('[data-state], [data-transition]')) {
    const level = levels[part.dataset['state'] ?? part.dataset['transition'] ?? ''];
    const anchor = part.querySelector('text');
    if (!level || !anchor) continue;
    const mark = document.createElementNS('http://www.w3.org/2000/svg', 'tspan');
    mark.setAttribute('class', coverageClass(level));
    mark.textContent = `${COVERAGE_MARKS[level].symbol} `;
    mark.setAttribute('aria-label', COVERAGE_MARKS[level].meaning[language]);
    anchor.prepend(mark);
    if (part.dataset['state']) part.classList.add(coverageClass(level));
  }
  for (const arrow of svg.querySelectorAll<SVGGElement>('[data-lines]')) {
    const level = levels[arrow.dataset['lines'] ?? ''];
    if (level) arrow.classList.add(coverageClass(level));
  }
}

function hideCoverage(svg: SVGSVGElement): void {
  for (const mark of svg.querySelectorAll('tspan[class^="coverage-"]')) mark.remove();
  for (const part of svg.querySelectorAll('[data-state], [data-lines]'))
    part.classList.remove(...LEVELS.map(coverageClass));
}

/** A chart whose states are links; the arrow keys go from one to the nearest. */
export function Chart({
  chart,
  state,
  activeStates,
  showsCoverage,
}: {
  readonly chart: string;
  readonly state: string | null;
  /** Ids of the active states of the current step. */
  readonly activeStates: readonly string[];
  readonly showsCoverage: boolean;
}) {
  const text = useText();
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<Zoom>('readable');
  const markup = useMemo(() => ({ __html: chartIn(chart, language) }), [chart, language]);

  // A layout effect: the chart is usable by keyboard from the first frame on.
  useLayoutEffect(() => {
    const svg = frame.current?.querySelector('svg');
    if (!svg) return;
    svg.setAttribute('role', 'group');
    svg.setAttribute('aria-label', chart === MAP ? MAP_NAME[language] : labelsIn(language).state(chart));
    const boxes = boxesIn(svg).filter((box) => stateOf(box.dataset['state'] ?? ''));
    const current = boxes.find((box) => box.dataset['state'] === state) ?? boxes[0];
    for (const box of boxes) {
      box.setAttribute('role', 'link');
      box.setAttribute('tabindex', box === current ? '0' : '-1');
      box.toggleAttribute('aria-current', false);
      box.classList.toggle('selected', box.dataset['state'] === state);
      box.classList.toggle('active', activeStates.includes(box.dataset['state'] ?? ''));
    }
    if (state) current?.setAttribute('aria-current', 'true');
  }, [chart, language, state, activeStates]);

  // biome-ignore lint/correctness/useExhaustiveDependencies(chart): another chart is another element
  useEffect(() => {
    const svg = frame.current?.querySelector('svg');
    if (!svg || !showsCoverage || !coverage) return;
    showCoverage(svg, coverage, language);
    return () => hideCoverage(svg);
  }, [chart, showsCoverage, language]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chart has another size
  useEffect(() => {
    const svg = frame.current?.querySelector('svg');
    const [, , width = 0, height = 0] = (svg?.getAttribute('viewBox') ?? '').split(' ').map(Number);
    if (!svg) return;
    svg.style.width = typeof zoom === 'string' ? '100%' : `${width * zoom}px`;
    svg.style.height = typeof zoom === 'string' ? 'auto' : `${height * zoom}px`;
    svg.style.minWidth = zoom === 'readable' ? `${width * READABLE}px` : '';
    const holder = frame.current;
    if (!holder) return;
    const { scrollWidth, clientWidth } = holder;
    const middle = (scrollWidth - clientWidth) / 2;
    holder.scrollTo({ left: Math.max(0, Math.min(middle, scrollWidth * MAIN_PATH_END - clientWidth)) });
  }, [chart, language, zoom]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chart, state or zoom moves the selected box on the page
  useEffect(() => {
    const holder = frame.current;
    const selected = holder?.querySelector('.selected');
    if (!holder || !selected) return;
    const box = selected.getBoundingClientRect();
    const around = holder.getBoundingClientRect();
    holder.scrollBy(
      box.x + box.width / 2 - around.x - around.width / 2,
      box.y + box.height / 2 - around.y - around.height / 2,
    );
  }, [chart, state, zoom]);

  const open = (target: EventTarget) => {
    const id = (target as Element).closest<SVGGElement>('g.box[data-state]')?.dataset['state'] ?? '';
    if (stateOf(id)) goTo(linkTo({ state: id }));
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const svg = frame.current?.querySelector('svg');
    const from = (event.target as Element).closest<SVGGElement>('g.box[data-state]');
    if (!svg || !from) return;
    if (event.key === 'Enter') return open(from);
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const to = nearest(
      boxesIn(svg).filter((box) => box.hasAttribute('tabindex')),
      from,
      event.key as Direction,
    );
    if (!to) return;
    from.setAttribute('tabindex', '-1');
    to.setAttribute('tabindex', '0');
    to.focus();
  };
  const change = (by: 1 | -1) => {
    const svg = frame.current?.querySelector('svg');
    const now = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    const next =
      by > 0 ? ZOOMS.find((each) => each > now * 1.01) : ZOOMS.findLast((each) => each < now * 0.99);
    if (next !== undefined) setZoom(next);
  };
  return (
    <section className="chart-part" aria-label={text('chart')}>
      <div className="chart-tools">
        <p className="hint">{text(chart === 'map' ? 'mapHint' : 'chartHint')}</p>
        <div className="tools">
          <button type="button" onClick={() => change(-1)}>
            {text('smaller')}
          </button>
          <button type="button" onClick={() => setZoom('fit')} aria-pressed={zoom === 'fit'}>
            {text('fit')}
          </button>
          <button type="button" onClick={() => change(1)}>
            {text('larger')}
          </button>
          <ExportButtons chart={chart} />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside it are the controls */}
      <div
        ref={frame}
        className="chart"
        onClick={(event) => open(event.target)}
        onKeyDown={press}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the chart is drawn by the build from the machines, nothing that somebody has typed
        dangerouslySetInnerHTML={markup}
      />
    </section>
  );
}
