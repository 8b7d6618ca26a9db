/**
 * The script of the scanner's page. It finds a QR code in the camera's picture, on a shared screen, or in a picture
 * file that is chosen, dropped or pasted, and submits the text of the QR code with the form of the page. The lab serves
 * the source of this function, so the function must not use variables outside it. Another script loads `jsQR`.
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

  /** Looks for a QR code in a picture and submits its text. Returns whether there was a QR code. */
  const submitCodeIn = (picture: CanvasImageSource, width: number, height: number): boolean => {
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

  const scanStream = async (openStream: () => Promise<MediaStream>): Promise<void> => {
    try {
      const stream = await openStream();
      video.srcObject = stream;
      video.hidden = false;
      await video.play();
      showStatus('looking');
      const stop = (): void => {
        for (const track of stream.getTracks()) track.stop();
      };
      const scanFrame = (): void => {
        if (!stream.active) return;
        if (submitCodeIn(video, video.videoWidth, video.videoHeight)) stop();
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
      if (!submitCodeIn(picture, picture.width, picture.height)) showStatus('none');
    } catch {
      showStatus('none');
    }
  };

  const { mediaDevices } = navigator;
  document
    .querySelector('[data-camera]')
    ?.addEventListener('click', () =>
      scanStream(() => mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })),
    );
  document
    .querySelector('[data-screen]')
    ?.addEventListener('click', () => scanStream(() => mediaDevices.getDisplayMedia({ video: true })));
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

/** The source of the script of the scanner's page. */
export const SCANNER_SCRIPT = `(${scannerPageScript})();`;
