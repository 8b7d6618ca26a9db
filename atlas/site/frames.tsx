import { useEffect, useRef, useState } from 'react';
import { useText } from './interface-texts.ts';
import { type ScreenView, screenAddress } from './screen-address.ts';

const SIZES = {
  phone: { width: 360, height: 720 },
  desktop: { width: 1120, height: 760 },
  paper: { width: 360, height: 540 },
} as const;
export type Device = keyof typeof SIZES;

/** The width of an element, in pixels. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}

/** A screen in a frame, scaled down to fit; only the page of the frame itself reacts to input. */
export function Screen({
  view,
  device,
  name,
  href,
  folder = '',
}: {
  readonly folder?: string;
  /** Link of the name. */
  readonly href?: string;
  readonly view: ScreenView;
  readonly device: Device;
  readonly name: string;
}) {
  const text = useText();
  const [holder, available] = useWidth();
  const { width, height } = SIZES[device];
  const scale = Math.min(1, available / width);
  const address = `${folder}${screenAddress(view)}`;
  return (
    <figure className="screen">
      <figcaption>
        {href ? <a href={href}>{name}</a> : <span>{name}</span>}{' '}
        <a href={address} target="_blank" rel="noopener">
          {text('openSeparately')}
          <span className="unseen"> ({name})</span>
        </a>
      </figcaption>
      <div ref={holder} className="holder" style={{ height: height * scale }}>
        <iframe
          title={name}
          src={address}
          inert
          width={width}
          height={height}
          style={{ transform: `scale(${scale})` }}
        />
      </div>
    </figure>
  );
}

/**
 * The screen of a moment in both languages side by side.
 * @param folder of another atlas whose screens are shown, with its slash
 */
export function Screens({
  view,
  device,
  folder = '',
}: {
  readonly view: Omit<ScreenView, 'language'>;
  readonly device: Device;
  readonly folder?: string;
}) {
  const text = useText();
  return (
    <div className={`screens ${device}`}>
      <Screen folder={folder} view={{ ...view, language: 'ko' }} device={device} name={text('korean')} />
      <Screen folder={folder} view={{ ...view, language: 'en' }} device={device} name={text('english')} />
    </div>
  );
}
