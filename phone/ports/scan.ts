import type { CameraProblem, ScanResult } from '#machines/phone/phone.types.ts';

/** Reads the text of a QR code in the current picture of a video; null if the picture contains no QR code. */
type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;

/** A detector of the Shape Detection API. */
type Detector = { detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> };

declare global {
  interface Window {
    readonly BarcodeDetector?: {
      new (options: { readonly formats: readonly string[] }): Detector;
      getSupportedFormats(): Promise<readonly string[]>;
    };
  }
}

/** The name of QR codes in the Shape Detection API. */
const QR_FORMAT = 'qr_code';

/** Milliseconds between two pictures in which a QR code is searched. */
const SCAN_INTERVAL_MS = 120;

/** A reader that uses the browser's own detector; null if the browser has none. */
async function createNativeReader({ BarcodeDetector }: Window): Promise<CodeReader | null> {
  const formats = (await BarcodeDetector?.getSupportedFormats()) ?? [];
  if (!BarcodeDetector || !formats.includes(QR_FORMAT)) return null;
  const detector = new BarcodeDetector({ formats: [QR_FORMAT] });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/** Loads a reader for browsers without a detector. */
async function loadReader(document: Document): Promise<CodeReader> {
  const { default: jsQr } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser provides no 2D context to read the picture');
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

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS));

/**
 * Shows the picture of the camera in `video` until a QR code is found, and then turns the camera off.
 * @throws the reason of `signal` when it is aborted
 */
export async function scanCode(
  browserWindow: Window,
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<ScanResult> {
  let stream: MediaStream;
  try {
    stream = await browserWindow.navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment' },
    });
  } catch (error) {
    return { kind: problemOf(error) };
  }
  try {
    signal.throwIfAborted();
    video.srcObject = stream;
    await video.play();
    const read = (await createNativeReader(browserWindow)) ?? (await loadReader(browserWindow.document));
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
