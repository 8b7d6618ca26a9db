import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTexts } from './labels.ts';
import { isScreenMessage, type ScreenMessage, type ScreenView, screenAddress } from './screen-address.ts';

/** The sizes of a phone and of a screen on paper, in pixels. */
const PHONE_SIZE = { width: 360, height: 720 };
const PAPER_SIZE = { width: 360, height: 540 };

/** Screens are shown in the reader's own colour scheme. */
export const THEME = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

/** Receives the messages of a screen. */
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

/** Gives the focus back when a screen focuses its first field, which it does although its frame is inert. */
window.addEventListener('blur', () => {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLIFrameElement && activeElement.inert)) return;
  activeElement.blur();
  lastFocused?.focus({ preventScroll: true });
});

type ScreenProps = {
  readonly view: ScreenView;
  readonly name: string;
  /** Link of the name. */
  readonly href?: string;
  readonly isPaper?: boolean;
};

/** A screen in a frame, scaled down to fit; on paper also in its height. */
export function Screen({ view, name, href, isPaper = false }: ScreenProps) {
  const { text } = useTexts();
  const holder = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [available, setAvailable] = useState(0);
  const [content, setContent] = useState<number | null>(null);
  useScreenMessages(frame, (message) => setContent(message.height));
  useEffect(() => {
    if (!holder.current) return;
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? 0));
    observer.observe(holder.current);
    return () => observer.disconnect();
  }, []);
  const { width, height } = isPaper ? PAPER_SIZE : PHONE_SIZE;
  const contentHeight = isPaper ? Math.max(height, content ?? 0) : height;
  const scale = Math.min(1, available / width);
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
        ref={holder}
        className="holder"
        data-fitted={content === null ? undefined : ''}
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

/** The screen of a moment in both languages side by side. */
export function Screens({ view }: { readonly view: Pick<ScreenView, 'moment' | 'refusal'> }) {
  const { text } = useTexts();
  return (
    <div className="screens">
      <Screen view={{ ...view, theme: THEME, language: 'ko' }} name={text('korean')} />
      <Screen view={{ ...view, theme: THEME, language: 'en' }} name={text('english')} />
    </div>
  );
}
