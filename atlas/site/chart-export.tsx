import { svgOf } from './chart-svg.ts';
import { saveFile } from './export.ts';
import { useLanguage, useText } from './interface-texts.ts';

/** Renders an SVG as a PNG of the same size. */
async function savePng(name: string, svg: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) saveFile(name, blob);
}

/** Buttons to download or print a chart; the browser's print dialog makes the PDF. */
export function ExportButtons({ chart }: { readonly chart: string }) {
  const text = useText();
  const language = useLanguage();
  const name = `${chart}.${language}`;
  const svg = () => svgOf(chart, language);
  return (
    <>
      <button
        type="button"
        onClick={() => saveFile(`${name}.svg`, new Blob([svg()], { type: 'image/svg+xml' }))}
      >
        SVG
      </button>
      <button type="button" onClick={() => void savePng(`${name}.png`, svg())}>
        PNG
      </button>
      <button type="button" onClick={() => window.print()}>
        {text('print')}
      </button>
    </>
  );
}
