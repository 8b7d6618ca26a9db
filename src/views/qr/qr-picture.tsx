import { useLayoutEffect, useRef } from 'react';
import { drawQrCode } from './draw.ts';
import styles from './qr.module.css';

/** The picture of a code. It is drawn here from its text: no picture travels. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useLayoutEffect(() => {
    if (canvas.current) drawQrCode(canvas.current, text, window.devicePixelRatio || 1);
  }, [text]);

  return <canvas ref={canvas} className={styles['picture']} role="img" aria-label={label} />;
}
