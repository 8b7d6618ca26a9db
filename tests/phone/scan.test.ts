import { afterEach, expect, test, vi } from 'vitest';
import { scanCode } from '#phone/ports/scan.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

type Look = readonly { readonly rawValue: string }[];

/** A phone whose browser finds these codes, one look after the other. */
function phoneOf(getUserMedia: () => Promise<unknown>, ...looks: readonly Look[]) {
  const left = [...looks];
  const video = { srcObject: null as unknown, play: vi.fn(async () => undefined) };
  const page = {
    navigator: { mediaDevices: { getUserMedia } },
    BarcodeDetector: class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => left.shift() ?? [];
    },
  };
  const scan = (signal = new AbortController().signal) =>
    scanCode(page as unknown as Window, video as unknown as HTMLVideoElement, signal);
  return { video, scan };
}

/** A camera that tells whether it is on. */
function camera() {
  const stop = vi.fn();
  return { stop, open: async () => ({ getTracks: () => [{ stop }] }) };
}

test('looks until there is a code, and gives the camera back', async () => {
  const { stop, open } = camera();
  const { video, scan } = phoneOf(open, [], [{ rawValue: '' }], [{ rawValue: 'found' }]);
  expect(await scan()).toEqual({ kind: 'text', text: 'found' });
  expect(video.play).toHaveBeenCalledOnce();
  expect(stop).toHaveBeenCalledOnce();
  expect(video.srcObject).toBeNull();
});

test('gives the camera back when the person leaves', async () => {
  const { stop, open } = camera();
  const leaving = new AbortController();
  const { scan } = phoneOf(open);
  const scanned = scan(leaving.signal);
  leaving.abort(new Error('left'));
  await expect(scanned).rejects.toThrow('left');
  expect(stop).toHaveBeenCalledOnce();
});

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'noCamera'],
  ['NotReadableError', 'noCamera'],
])('tells %s as %s', async (name, kind) => {
  const { scan } = phoneOf(async () => {
    throw new DOMException('', name);
  });
  expect(await scan()).toEqual({ kind });
});

test('a page without cameras, as over plain http, has none', async () => {
  const scan = () =>
    scanCode({ navigator: {} } as unknown as Window, {} as HTMLVideoElement, new AbortController().signal);
  expect(await scan()).toEqual({ kind: 'noCamera' });
});
