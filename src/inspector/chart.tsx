import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadChart } from './charts.ts';

/** Highlights states and transitions, and scrolls the frame to the last highlighted state. */
function highlight(frame: HTMLElement, states: readonly string[], transitions: readonly string[]): void {
  for (const part of frame.querySelectorAll<SVGGElement>('[data-state]')) {
    part.classList.toggle('highlighted', states.includes(part.dataset['state'] ?? ''));
  }
  for (const part of frame.querySelectorAll<SVGGElement>('[data-transition]')) {
    part.classList.toggle('taken', transitions.includes(part.dataset['transition'] ?? ''));
  }
  const lastHighlighted = [...frame.querySelectorAll('.highlighted')].at(-1)?.getBoundingClientRect();
  if (!lastHighlighted) return;
  const frameBox = frame.getBoundingClientRect();
  frame.scrollLeft += lastHighlighted.x + lastHighlighted.width / 2 - frameBox.x - frameBox.width / 2;
  frame.scrollTop += lastHighlighted.y + lastHighlighted.height / 2 - frameBox.y - frameBox.height / 2;
}

/** A chart from `docs/flows`, in which the current states and the last transitions of an actor are highlighted. */
export function Chart({
  name,
  states,
  transitions,
  placement,
}: {
  /** The name of the chart. */
  readonly name: string;
  /** The ids of the current states. */
  readonly states: readonly string[];
  /** The ids of the transitions that the last event has caused. */
  readonly transitions: readonly string[];
  /** Where the panel is. When this changes, the chart has another size and scrolls again. */
  readonly placement: string;
}) {
  const frame = useRef<HTMLElement>(null);
  const [loadedChart, setLoadedChart] = useState<{ readonly name: string; readonly svg: string | null }>();
  const [isFitted, setIsFitted] = useState(false);

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame scrolls again after a change of the chart, its size or the place of the panel
  useLayoutEffect(() => {
    if (frame.current) highlight(frame.current, states, transitions);
  }, [loadedChart, isFitted, placement, states.join(), transitions.join()]);

  return (
    <div className="chart">
      <div className="tools">
        <button type="button" aria-pressed={isFitted} onClick={() => setIsFitted(!isFitted)}>
          Whole chart
        </button>
      </div>
      {loadedChart?.name === name && loadedChart.svg === null ? (
        <p>There is no chart of "{name}" in docs/flows: run "npm run charts".</p>
      ) : (
        <section
          ref={frame}
          className="paper"
          data-whole={isFitted}
          aria-label={`Chart: ${name}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by the keyboard
          tabIndex={0}
        />
      )}
    </div>
  );
}
