/**
 * Finds a QR code in a camera, on a shared screen, or in a picture that is chosen, dropped or pasted, and sends its
 * text with the form of the page. The source of this function is served, so it must not use outer variables;
 * `jsQR` is loaded by a separate script.
 */
function scannerPageScript(): void {
  const SCAN_INTERVAL_MS = 150;
  type ScannedCode = { readonly data: string } | null;
  type Decode = (pixels: Uint8ClampedArray, width: number, height: number) => ScannedCode;
  const decode = (window as unknown as { jsQR: Decode }).jsQR;

  const form = document.querySelector<HTMLFormElement>('[data-scan]');
  const field = form?.querySelector<HTMLTextAreaElement>('textarea');
  const status = document.querySelector<HTMLElement>('[data-scan-status]');
  const video = document.querySelector<HTMLVideoElement>('[data-video]');
  const canvas = document.createElement('canvas');
  const context2d = canvas.getContext('2d', { willReadFrequently: true });
  if (!form || !field || !status || !video || !context2d) return;

  const showStatus = (key: 'looking' | 'none' | 'denied'): void => {
    status.textContent = status.dataset[key] ?? '';
  };

  const find = (picture: CanvasImageSource, width: number, height: number): boolean => {
    if (width === 0 || height === 0) return false;
    canvas.width = width;
    canvas.height = height;
    context2d.drawImage(picture, 0, 0, width, height);
    const code = decode(context2d.getImageData(0, 0, width, height).data, width, height);
    if (!code?.data) return false;
    field.value = code.data;
    form.requestSubmit();
    return true;
  };

  const watch = async (open: () => Promise<MediaStream>): Promise<void> => {
    try {
      const stream = await open();
      video.srcObject = stream;
      video.hidden = false;
      await video.play();
      showStatus('looking');
      const stop = (): void => {
        for (const track of stream.getTracks()) track.stop();
      };
      const scanFrame = (): void => {
        if (!stream.active) return;
        if (find(video, video.videoWidth, video.videoHeight)) stop();
        else setTimeout(scanFrame, SCAN_INTERVAL_MS);
      };
      scanFrame();
    } catch {
      showStatus('denied');
    }
  };

  const scanFile = async (file: Blob | null | undefined): Promise<void> => {
    if (!file?.type.startsWith('image/')) return;
    try {
      const picture = await createImageBitmap(file);
      if (!find(picture, picture.width, picture.height)) showStatus('none');
    } catch {
      showStatus('none');
    }
  };

  const { mediaDevices } = navigator;
  document
    .querySelector('[data-camera]')
    ?.addEventListener('click', () =>
      watch(() => mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })),
    );
  document
    .querySelector('[data-screen]')
    ?.addEventListener('click', () => watch(() => mediaDevices.getDisplayMedia({ video: true })));
  document
    .querySelector<HTMLInputElement>('[data-picture]')
    ?.addEventListener('change', ({ target }) => scanFile((target as HTMLInputElement).files?.[0]));
  document.addEventListener('paste', ({ clipboardData }) => scanFile(clipboardData?.files[0]));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    void scanFile(event.dataTransfer?.files[0]);
  });
}

/** The script of the scanner. */
export const SCANNER_SCRIPT = `(${scannerPageScript})();`;
