import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from './labels.ts';
import { isScreenMessage, type ScreenMessage, type ScreenView, screenAddress } from './screen-address.ts';

/** Sizes of a screen in the browser and of a screen on paper, in pixels. */
const PHONE_SIZE = { width: 360, height: 720 };
const PAPER_SIZE = { width: 360, height: 540 };

/** The colour scheme that the browser of the reader prefers, which is used for screens as well. */
export const THEME = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

/** Calls `onMessage` for each message of the screen in a frame. */
export function useScreenMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  onMessage: (message: ScreenMessage) => void,
): void {
  const receive = useEffectEvent(({ source, data }: MessageEvent<unknown>) => {
    if (source === frame.current?.contentWindow && isScreenMessage(data)) onMessage(data);
  });
  useEffect(() => {
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, []);
}

let lastFocused: HTMLElement | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) lastFocused = target;
});

/** Returns the focus to the atlas when a screen focuses its first field. A screen does so even in an inert frame. */
window.addEventListener('blur', () => {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLIFrameElement && activeElement.inert)) return;
  activeElement.blur();
  lastFocused?.focus({ preventScroll: true });
});

type ScreenProps = {
  readonly view: ScreenView;
  readonly name: string;
  /** Link of the name above the screen. */
  readonly href?: string;
  readonly isPaper?: boolean;
};

/** A screen in a frame. It is scaled down to the available width, and on paper also to a fixed height. */
export function Screen({ view, name, href, isPaper = false }: ScreenProps) {
  const { text } = useTexts();
  const container = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [availableWidth, setAvailableWidth] = useState(0);
  const [screenHeight, setScreenHeight] = useState<number | null>(null);
  useScreenMessages(frame, (message) => setScreenHeight(message.height));
  useEffect(() => {
    if (!container.current) return;
    const observer = new ResizeObserver(([entry]) => setAvailableWidth(entry?.contentRect.width ?? 0));
    observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  const { width, height } = isPaper ? PAPER_SIZE : PHONE_SIZE;
  const contentHeight = isPaper ? Math.max(height, screenHeight ?? 0) : height;
  const scale = Math.min(1, availableWidth / width);
  const address = screenAddress(view);
  return (
    <figure className="screen">
      <figcaption>
        <a href={href}>{name}</a>{' '}
        <a href={address} target="_blank" rel="noopener">
          {text('openSeparately')}
          <span className="unseen"> ({name})</span>
        </a>
      </figcaption>
      <div
        ref={container}
        className="holder"
        data-fitted={screenHeight === null ? undefined : ''}
        style={{ height: height * scale }}
      >
        <iframe
          ref={frame}
          title={name}
          src={address}
          inert
          width={width}
          height={contentHeight}
          style={{ transform: `scale(${(scale * height) / contentHeight})` }}
        />
      </div>
    </figure>
  );
}

/** The screen at a moment, in both languages side by side. */
export function Screens({ view }: { readonly view: Pick<ScreenView, 'moment' | 'refusal'> }) {
  const { text } = useTexts();
  return (
    <div className="screens">
      <Screen view={{ ...view, theme: THEME, language: 'ko' }} name={text('korean')} />
      <Screen view={{ ...view, theme: THEME, language: 'en' }} name={text('english')} />
    </div>
  );
}
