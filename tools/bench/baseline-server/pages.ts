import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RenderFirstScreen, SERVER_PORTAL_FILE } from '#wire/server-portal.ts';

/** The pages of the baseline server, with their state in hidden fields. */
export type BaselinePages = Readonly<
  Record<'id' | 'password', (fields: Readonly<Record<string, string>>) => string>
>;

const hiddenOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${encodeURIComponent(value)}">`)
    .join('');

/** Builds the pages from the portal's own markup and style, as plain HTML forms. */
export async function baselinePages(siteDir: string): Promise<BaselinePages> {
  const { renderFirstScreen }: { renderFirstScreen: RenderFirstScreen } = await import(
    pathToFileURL(join(siteDir, SERVER_PORTAL_FILE)).href
  );
  const assets = join(siteDir, 'assets');
  const sheet = readdirSync(assets).find((name) => /^index-[^.]+\.css$/.test(name));
  if (!sheet) throw new Error(`${assets} has no style sheet`);
  const style = readFileSync(join(assets, sheet), 'utf8');
  const screen = renderFirstScreen({ language: 'ko', branding: {}, initialData: null });
  const page = (markup: string): string =>
    `<!doctype html><html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>Baseline</title><style>${style}</style></head><body><div id="root">${markup}</div></body></html>`;
  const form = (action: string, fields: Readonly<Record<string, string>>) =>
    screen.replace(/<form ([^>]*)>/, (_, rest: string) => {
      const attributes = rest.replace('method="dialog"', '');
      return `<form ${attributes} method="post" action="${action}">${hiddenOf(fields)}`;
    });
  return {
    id: (fields) => page(form('/baseline/id', fields)),
    password: (fields) =>
      page(
        form('/baseline/password', fields)
          .replace('type="text"', 'type="password"')
          .replace('name="username"', 'name="password"'),
      ),
  };
}
