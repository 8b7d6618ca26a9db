import type { KeyboardEvent, PointerEvent } from 'react';

/** The edge of the page at which the panel is docked. */
export type Side = 'bottom' | 'right';

const MIN_SIZE = 200;
const STEP = 32;
/** Pixels of the page that stay visible. */
const LEFT_FREE = 48;

const KEYS: Readonly<Record<Side, Readonly<Record<string, number>>>> = {
  bottom: { ArrowUp: STEP, ArrowDown: -STEP },
  right: { ArrowLeft: STEP, ArrowRight: -STEP },
};

const maxSizeOf = (page: Window, side: Side): number =>
  Math.max(MIN_SIZE, (side === 'bottom' ? page.innerHeight : page.innerWidth) - LEFT_FREE);

/** The inner edge of the docked panel: dragged, or moved by the arrow keys. */
export function Edge({
  page,
  side,
  size,
  onChange,
}: {
  readonly page: Window;
  readonly side: Side;
  /** Pixels from the edge of the page. */
  readonly size: number;
  readonly onChange: (size: number) => void;
}) {
  const most = maxSizeOf(page, side);
  const resize = (to: number) => onChange(Math.min(most, Math.max(MIN_SIZE, Math.round(to))));
  const drag = ({ buttons, clientX, clientY }: PointerEvent) => {
    if (buttons > 0) resize(side === 'bottom' ? page.innerHeight - clientY : page.innerWidth - clientX);
  };
  const press = (event: KeyboardEvent) => {
    const by = KEYS[side][event.key];
    if (by === undefined) return;
    event.preventDefault();
    resize(size + by);
  };
  return (
    <hr
      className="edge"
      tabIndex={0}
      aria-label="Size of the inspector"
      aria-orientation={side === 'bottom' ? 'horizontal' : 'vertical'}
      aria-valuenow={size}
      aria-valuemin={MIN_SIZE}
      aria-valuemax={most}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}
