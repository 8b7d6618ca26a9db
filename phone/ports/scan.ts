import type { CameraProblem, ScanResult } from '#machines/phone/phone.types.ts';

/** Finds the text of a QR code in a picture; null when there is none. */
type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;

/** The detector of the browser (Shape Detection API), where it has one. */
type Detector = { detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> };

declare global {
  interface Window {
    readonly BarcodeDetector?: {
      new (options: { readonly formats: readonly string[] }): Detector;
      getSupportedFormats(): Promise<readonly string[]>;
    };
  }
}

const FORMAT = 'qr_code';

/** Milliseconds between two readings of the camera picture. */
const SCAN_INTERVAL = 120;

async function nativeReader({ BarcodeDetector }: Window): Promise<CodeReader | null> {
  const formats = (await BarcodeDetector?.getSupportedFormats()) ?? [];
  if (!BarcodeDetector || !formats.includes(FORMAT)) return null;
  const detector = new BarcodeDetector({ formats: [FORMAT] });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/** The reader for browsers without a detector. */
async function loadReader(page: Document): Promise<CodeReader> {
  const { default: jsQr } = await import('jsqr');
  const canvas = page.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser gives no 2d context to read the picture with');
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0 || height === 0) return null;
    Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    return jsQr(context.getImageData(0, 0, width, height).data, width, height)?.data ?? null;
  };
}

const problemOf = (error: unknown): CameraProblem =>
  error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name)
    ? 'denied'
    : 'noCamera';

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL));

/**
 * Shows the camera in `video` until a QR code is found, then releases the camera.
 * Rejects with the reason of an abort.
 */
export async function scanCode(
  page: Window,
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<ScanResult> {
  let stream: MediaStream;
  try {
    stream = await page.navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (error) {
    return { kind: problemOf(error) };
  }
  try {
    signal.throwIfAborted();
    video.srcObject = stream;
    await video.play();
    const read = (await nativeReader(page)) ?? (await loadReader(page.document));
    for (;;) {
      signal.throwIfAborted();
      const text = await read(video);
      if (text) return { kind: 'text', text };
      await pause();
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}
