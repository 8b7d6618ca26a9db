import { useEffect, useRef, useState } from 'react';
import { addressOf, type Picture } from './picture.ts';
import { type TextKey, useText } from './texts.ts';

const SIZES = { phone: { width: 360, height: 720 }, desktop: { width: 1120, height: 760 } } as const;
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

/** One screen in a page of its own, made small enough to fit. It is looked at; alone it can be used. */
function Screen({
  picture,
  device,
  name,
  folder,
}: {
  readonly folder: string;
  readonly picture: Picture;
  readonly device: Device;
  readonly name: TextKey;
}) {
  const text = useText();
  const [holder, room] = useWidth();
  const { width, height } = SIZES[device];
  const scale = Math.min(1, room / width);
  const address = `${folder}${addressOf(picture)}`;
  return (
    <figure className="screen">
      <figcaption>
        <span>{text(name)}</span>{' '}
        <a href={address} target="_blank" rel="noopener">
          {text('alone')}
          <span className="unseen"> ({text(name)})</span>
        </a>
      </figcaption>
      <div ref={holder} className="holder" style={{ height: height * scale }}>
        <iframe
          title={text(name)}
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
  picture,
  device,
  folder = '',
}: {
  readonly picture: Omit<Picture, 'language'>;
  readonly device: Device;
  readonly folder?: string;
}) {
  return (
    <div className={`screens ${device}`}>
      <Screen folder={folder} picture={{ ...picture, language: 'ko' }} device={device} name="korean" />
      <Screen folder={folder} picture={{ ...picture, language: 'en' }} device={device} name="english" />
    </div>
  );
}
