import type { KeyboardEvent, PointerEvent } from 'react';

/** The edge of the page at which the panel is docked. */
export type Side = 'bottom' | 'right';

const MIN_SIZE = 200;
const STEP = 32;
/** Pixels of the page that stay visible. */
const MIN_VISIBLE_PAGE = 48;

const KEY_STEPS: Readonly<Record<Side, Readonly<Record<string, number>>>> = {
  bottom: { ArrowUp: STEP, ArrowDown: -STEP },
  right: { ArrowLeft: STEP, ArrowRight: -STEP },
};

const maxSizeOf = (pageWindow: Window, side: Side): number =>
  Math.max(MIN_SIZE, (side === 'bottom' ? pageWindow.innerHeight : pageWindow.innerWidth) - MIN_VISIBLE_PAGE);

/** The inner edge of the docked panel: dragged, or moved by the arrow keys. */
export function Edge({
  pageWindow,
  side,
  size,
  onChange,
}: {
  readonly pageWindow: Window;
  readonly side: Side;
  /** Pixels from the edge of the page. */
  readonly size: number;
  readonly onChange: (size: number) => void;
}) {
  const maxSize = maxSizeOf(pageWindow, side);
  const resize = (to: number) => onChange(Math.min(maxSize, Math.max(MIN_SIZE, Math.round(to))));
  const drag = ({ buttons, clientX, clientY }: PointerEvent) => {
    if (buttons > 0)
      resize(side === 'bottom' ? pageWindow.innerHeight - clientY : pageWindow.innerWidth - clientX);
  };
  const press = (event: KeyboardEvent) => {
    const change = KEY_STEPS[side][event.key];
    if (change === undefined) return;
    event.preventDefault();
    resize(size + change);
  };
  return (
    <hr
      className="edge"
      tabIndex={0}
      aria-label="Size of the inspector"
      aria-orientation={side === 'bottom' ? 'horizontal' : 'vertical'}
      aria-valuenow={size}
      aria-valuemin={MIN_SIZE}
      aria-valuemax={maxSize}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}
