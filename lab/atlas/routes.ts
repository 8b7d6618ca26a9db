import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { LabOptions } from '#lab/options.ts';
import type { Bilingual } from '#lab/web/language.ts';
import { labPage } from '#lab/web/page.ts';

/** The files of a built atlas with their content types. Other files in the folder are not served. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'screen.html': 'text/html; charset=utf-8',
  'data.js': 'text/javascript; charset=utf-8',
  'atlas.js': 'text/javascript; charset=utf-8',
  'screen.js': 'text/javascript; charset=utf-8',
  'atlas.css': 'text/css; charset=utf-8',
  'screen.css': 'text/css; charset=utf-8',
};

/** The page of the atlas loads only files of the atlas: scripts, styles, pictures, and screens in frames. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ');

const TEXTS = {
  notBuilt: { ko: '흐름 지도가 아직 없어요', en: 'The flow atlas is not built yet' },
  hint: {
    ko: '프로젝트 폴더에서 만든 뒤 새로 고치세요.',
    en: 'Build it in the project folder, then reload.',
  },
} as const satisfies Record<string, Bilingual>;

/** The content of a file of the atlas; null when the atlas is not built. */
const readAtlasFile = (file: string): Promise<Uint8Array<ArrayBuffer> | null> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

const notBuiltPage = (c: Context) =>
  labPage(
    c,
    (language) => ({
      title: TEXTS.notBuilt[language],
      body: html`<h1>${TEXTS.notBuilt[language]}</h1><p>${TEXTS.hint[language]}</p><p><code>npm run atlas</code></p>`,
    }),
    404,
  );

/** The pages of the flow atlas; a page that explains how to build the atlas when it is not built. */
export const atlasRoutes = ({ atlasDir }: LabOptions): Hono => {
  const serveFile = async (c: Context, name: string) => {
    const contentType = Object.hasOwn(CONTENT_TYPES, name) ? CONTENT_TYPES[name] : undefined;
    if (!contentType) return c.notFound();
    const body = await readAtlasFile(join(atlasDir, name));
    return body
      ? c.body(body, 200, { 'Content-Type': contentType, 'Content-Security-Policy': CONTENT_SECURITY_POLICY })
      : notBuiltPage(c);
  };
  return new Hono()
    .get('/atlas', (c) => c.redirect('/atlas/', 301))
    .get('/atlas/', (c) => serveFile(c, 'index.html'))
    .get('/atlas/:file', (c) => serveFile(c, c.req.param('file')));
};
