import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadChart } from './charts.ts';

/** Highlights states and scrolls them into view within the frame only. */
function highlight(frame: HTMLElement, states: readonly string[], transitions: readonly string[]): void {
  for (const part of frame.querySelectorAll<SVGGElement>('[data-state]')) {
    part.classList.toggle('lit', states.includes(part.dataset['state'] ?? ''));
  }
  for (const part of frame.querySelectorAll<SVGGElement>('[data-transition]')) {
    part.classList.toggle('taken', transitions.includes(part.dataset['transition'] ?? ''));
  }
  const lastLit = [...frame.querySelectorAll('.lit')].at(-1)?.getBoundingClientRect();
  if (!lastLit) return;
  const frameBox = frame.getBoundingClientRect();
  frame.scrollLeft += lastLit.x + lastLit.width / 2 - frameBox.x - frameBox.width / 2;
  frame.scrollTop += lastLit.y + lastLit.height / 2 - frameBox.y - frameBox.height / 2;
}

/** The exported chart of a machine, with an actor's current states and last transitions highlighted. */
export function Chart({
  name,
  states,
  taken,
  placement,
}: {
  readonly name: string;
  readonly states: readonly string[];
  readonly taken: readonly string[];
  /** The edge of the panel: the chart scrolls again when it changes. */
  readonly placement: string;
}) {
  const frame = useRef<HTMLElement>(null);
  const [loadedChart, setLoadedChart] = useState<{ readonly name: string; readonly svg: string | null }>();
  const [isWhole, setIsWhole] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    loadChart(name).then((svg) => {
      if (isCurrent) setLoadedChart({ name, svg });
    });
    return () => {
      isCurrent = false;
    };
  }, [name]);

  useLayoutEffect(() => {
    if (!frame.current || !loadedChart?.svg) return;
    const { documentElement } = new DOMParser().parseFromString(loadedChart.svg, 'image/svg+xml');
    frame.current.replaceChildren(documentElement);
  }, [loadedChart]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chart, size or edge moves the highlighted states
  useLayoutEffect(() => {
    if (frame.current) highlight(frame.current, states, taken);
  }, [loadedChart, isWhole, placement, states.join(), taken.join()]);

  return (
    <div className="chart">
      <div className="tools">
        <button type="button" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
          Whole chart
        </button>
      </div>
      {loadedChart?.name === name && loadedChart.svg === null ? (
        <p>There is no chart of "{name}" in docs/flows: run "npm run charts".</p>
      ) : (
        <section
          ref={frame}
          className="paper"
          data-whole={isWhole}
          aria-label={`Chart: ${name}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by the keyboard
          tabIndex={0}
        />
      )}
    </div>
  );
}
