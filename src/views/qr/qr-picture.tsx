import { useLayoutEffect, useRef } from 'react';
import { useIsServerRendered } from '#src/ui/server-rendered.ts';
import { drawQrCode, qrCodePath } from './draw.ts';
import styles from './qr.module.css';

type QrPictureProps = { readonly text: string; readonly label: string };

/** A QR code that is drawn from its text: on a canvas, or as an SVG if the server renders the page. */
export function QrPicture(props: QrPictureProps) {
  return useIsServerRendered() ? <QrSvg {...props} /> : <QrCanvas {...props} />;
}

function QrCanvas({ text, label }: QrPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useLayoutEffect(() => {
    if (canvas.current) drawQrCode(canvas.current, text, window.devicePixelRatio || 1);
  }, [text]);

  return <canvas ref={canvas} className={styles['picture']} role="img" aria-label={label} />;
}

function QrSvg({ text, label }: QrPictureProps) {
  const { side, path } = qrCodePath(text);
  return (
    <svg className={styles['picture']} role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
