import { afterEach, expect, test, vi } from 'vitest';
import { scanCode } from '#phone/ports/scan.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

type Detection = readonly { readonly rawValue: string }[];

/** A browser whose detector returns these codes, one call after the other. */
function browserOf(getUserMedia: () => Promise<unknown>, ...detections: readonly Detection[]) {
  const remaining = [...detections];
  const video = { srcObject: null as unknown, play: vi.fn(async () => undefined) };
  const page = {
    navigator: { mediaDevices: { getUserMedia } },
    BarcodeDetector: class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => remaining.shift() ?? [];
    },
  };
  const scan = (signal = new AbortController().signal) =>
    scanCode(page as unknown as Window, video as unknown as HTMLVideoElement, signal);
  return { video, scan };
}

/** A camera that records its release. */
function createCamera() {
  const stop = vi.fn();
  return { stop, open: async () => ({ getTracks: () => [{ stop }] }) };
}

test('a scan continues until a code is found, and then releases the camera', async () => {
  const { stop, open } = createCamera();
  const { video, scan } = browserOf(open, [], [{ rawValue: '' }], [{ rawValue: 'found' }]);
  expect(await scan()).toEqual({ kind: 'text', text: 'found' });
  expect(video.play).toHaveBeenCalledOnce();
  expect(stop).toHaveBeenCalledOnce();
  expect(video.srcObject).toBeNull();
});

test('an aborted scan releases the camera', async () => {
  const { stop, open } = createCamera();
  const controller = new AbortController();
  const { scan } = browserOf(open);
  const result = scan(controller.signal);
  controller.abort(new Error('left'));
  await expect(result).rejects.toThrow('left');
  expect(stop).toHaveBeenCalledOnce();
});

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'noCamera'],
  ['NotReadableError', 'noCamera'],
])('the error %s of the camera is reported as %s', async (name, kind) => {
  const { scan } = browserOf(async () => {
    throw new DOMException('', name);
  });
  expect(await scan()).toEqual({ kind });
});

test('a page without media devices, such as over plain http, has no camera', async () => {
  const scan = () =>
    scanCode({ navigator: {} } as unknown as Window, {} as HTMLVideoElement, new AbortController().signal);
  expect(await scan()).toEqual({ kind: 'noCamera' });
});
