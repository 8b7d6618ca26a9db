import type { KeyboardEvent, PointerEvent } from 'react';

/** The edge of the page at which the panel is docked. */
export type Side = 'bottom' | 'right';

const MIN_SIZE_PX = 200;
/** The number of pixels by which an arrow key changes the size. */
const STEP_PX = 32;
/** The number of pixels of the page that always stay visible. */
const MIN_VISIBLE_PAGE_PX = 48;

/** The change of the size by the key that is pressed, for each side. */
const KEY_STEPS: Readonly<Record<Side, Readonly<Record<string, number>>>> = {
  bottom: { ArrowUp: STEP_PX, ArrowDown: -STEP_PX },
  right: { ArrowLeft: STEP_PX, ArrowRight: -STEP_PX },
};

const maxSizeOf = (pageWindow: Window, side: Side): number =>
  Math.max(
    MIN_SIZE_PX,
    (side === 'bottom' ? pageWindow.innerHeight : pageWindow.innerWidth) - MIN_VISIBLE_PAGE_PX,
  );

/** The inner edge of the docked panel. A person drags it, or moves it with the arrow keys, to change the size. */
export function Edge({
  pageWindow,
  side,
  size,
  onChange,
}: {
  readonly pageWindow: Window;
  readonly side: Side;
  /** The size of the panel in pixels. */
  readonly size: number;
  readonly onChange: (size: number) => void;
}) {
  const maxSize = maxSizeOf(pageWindow, side);
  const resize = (newSize: number) => onChange(Math.min(maxSize, Math.max(MIN_SIZE_PX, Math.round(newSize))));
  const drag = ({ buttons, clientX, clientY }: PointerEvent) => {
    if (buttons > 0)
      resize(side === 'bottom' ? pageWindow.innerHeight - clientY : pageWindow.innerWidth - clientX);
  };
  const pressKey = (event: KeyboardEvent) => {
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
      aria-valuemin={MIN_SIZE_PX}
      aria-valuemax={maxSize}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={pressKey}
    />
  );
}
