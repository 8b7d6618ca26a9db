import { useEffect, useRef, useState } from 'react';
import { useTexts } from './labels.ts';
import { isSize, type ScreenView, screenAddress } from './screen-address.ts';

/** The size of a phone, and of a screen on paper, in pixels. */
const PHONE = { width: 360, height: 720 };
const PAPER = { width: 360, height: 540 };

/** Screens are shown in the reader's own colour scheme. */
export const THEME = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

/** A screen in a frame, scaled down to fit; on paper also in its height. Only the page of the frame reacts to input. */
export function Screen({
  view,
  name,
  href,
  isPaper = false,
}: {
  readonly view: ScreenView;
  readonly name: string;
  /** Link of the name. */
  readonly href?: string;
  readonly isPaper?: boolean;
}) {
  const { text } = useTexts();
  const holder = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [available, setAvailable] = useState(0);
  const [content, setContent] = useState<number | null>(null);
  useEffect(() => {
    if (!holder.current) return;
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? 0));
    observer.observe(holder.current);
    const listen = ({ source, data: message }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && isSize(message)) setContent(message.height);
    };
    window.addEventListener('message', listen);
    let last: EventTarget | null = document.activeElement;
    const remember = ({ target }: FocusEvent) => {
      last = target;
    };
    // The screen focuses its first field when it is drawn, although the frame is inert.
    const keepFocus = () => {
      if (document.activeElement !== frame.current) return;
      if (last instanceof HTMLElement) last.focus({ preventScroll: true });
      else frame.current?.blur();
    };
    document.addEventListener('focusin', remember);
    window.addEventListener('blur', keepFocus);
    return () => {
      observer.disconnect();
      window.removeEventListener('message', listen);
      document.removeEventListener('focusin', remember);
      window.removeEventListener('blur', keepFocus);
    };
  }, []);
  const { width, height } = isPaper ? PAPER : PHONE;
  const whole = isPaper ? Math.max(height, content ?? 0) : height;
  const fitted = Math.min(1, available / width);
  const scale = (fitted * height) / whole;
  const address = screenAddress(view);
  return (
    <figure className="screen">
      <figcaption>
        {href ? <a href={href}>{name}</a> : <span>{name}</span>}{' '}
        <a href={address} target="_blank" rel="noopener">
          {text('openSeparately')}
          <span className="unseen"> ({name})</span>
        </a>
      </figcaption>
      <div
        ref={holder}
        className="holder"
        data-fitted={content === null ? undefined : ''}
        style={{ height: height * fitted }}
      >
        <iframe
          ref={frame}
          title={name}
          src={address}
          inert
          width={width}
          height={whole}
          style={{ transform: `scale(${scale})` }}
        />
      </div>
    </figure>
  );
}

/** The screen of a moment in both languages side by side. */
export function Screens({ view }: { readonly view: Omit<ScreenView, 'language' | 'theme'> }) {
  const { text } = useTexts();
  return (
    <div className="screens">
      <Screen view={{ ...view, theme: THEME, language: 'ko' }} name={text('korean')} />
      <Screen view={{ ...view, theme: THEME, language: 'en' }} name={text('english')} />
    </div>
  );
}
