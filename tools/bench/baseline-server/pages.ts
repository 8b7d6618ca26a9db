import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RenderFirstScreen, SERVER_PORTAL_FILE } from '#wire/server-portal.ts';

/** By page of the baseline server: writes the HTML, with the values of `fields` in hidden form fields. */
export type BaselinePages = Readonly<
  Record<'id' | 'password', (fields: Readonly<Record<string, string>>) => string>
>;

const hiddenFields = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${encodeURIComponent(value)}">`)
    .join('');

/**
 * Builds the pages as plain HTML forms, from the markup and the style sheet of the portal.
 * @param siteDir folder of the built portal
 */
export async function baselinePages(siteDir: string): Promise<BaselinePages> {
  const { renderFirstScreen }: { renderFirstScreen: RenderFirstScreen } = await import(
    pathToFileURL(join(siteDir, SERVER_PORTAL_FILE)).href
  );
  const assets = join(siteDir, 'assets');
  const styleSheet = readdirSync(assets).find((name) => /^index-[^.]+\.css$/.test(name));
  if (!styleSheet) throw new Error(`${assets} has no style sheet`);
  const style = readFileSync(join(assets, styleSheet), 'utf8');
  const firstScreen = renderFirstScreen({ language: 'ko', branding: {}, initialData: null });
  const page = (markup: string): string =>
    `<!doctype html><html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>Baseline</title><style>${style}</style></head><body><div id="root">${markup}</div></body></html>`;
  const form = (action: string, fields: Readonly<Record<string, string>>) =>
    firstScreen.replace(/<form ([^>]*)>/, (_, rest: string) => {
      const attributes = rest.replace('method="dialog"', '');
      return `<form ${attributes} method="post" action="${action}">${hiddenFields(fields)}`;
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
