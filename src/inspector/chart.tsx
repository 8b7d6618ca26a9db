import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadChart } from './charts.ts';

/** Highlights states and scrolls them into view within the frame only. */
function highlight(frame: HTMLElement, states: readonly string[], taken: readonly string[]): void {
  for (const part of frame.querySelectorAll<SVGGElement>('[data-state]')) {
    part.classList.toggle('lit', states.includes(part.dataset['state'] ?? ''));
  }
  for (const part of frame.querySelectorAll<SVGGElement>('[data-transition]')) {
    part.classList.toggle('taken', taken.includes(part.dataset['transition'] ?? ''));
  }
  const lit = [...frame.querySelectorAll('.lit')].at(-1)?.getBoundingClientRect();
  if (!lit) return;
  const around = frame.getBoundingClientRect();
  frame.scrollLeft += lit.x + lit.width / 2 - around.x - around.width / 2;
  frame.scrollTop += lit.y + lit.height / 2 - around.y - around.height / 2;
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
  const [shown, setShown] = useState<{ readonly name: string; readonly svg: string | null }>();
  const [isWhole, setIsWhole] = useState(false);

  useEffect(() => {
    let isWanted = true;
    loadChart(name).then((svg) => {
      if (isWanted) setShown({ name, svg });
    });
    return () => {
      isWanted = false;
    };
  }, [name]);

  useLayoutEffect(() => {
    if (!frame.current || !shown?.svg) return;
    const { documentElement } = new DOMParser().parseFromString(shown.svg, 'image/svg+xml');
    frame.current.replaceChildren(documentElement);
  }, [shown]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chart, size or place moves what is lit
  useLayoutEffect(() => {
    if (frame.current) highlight(frame.current, states, taken);
  }, [shown, isWhole, placement, states.join(), taken.join()]);

  return (
    <div className="chart">
      <div className="tools">
        <button type="button" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
          Whole chart
        </button>
      </div>
      {shown?.name === name && shown.svg === null ? (
        <p>There is no chart of "{name}" in docs/flows: run "npm run charts".</p>
      ) : (
        <section
          ref={frame}
          className="paper"
          data-whole={isWhole}
          aria-label={`Chart: ${name}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
          tabIndex={0}
        />
      )}
    </div>
  );
}
