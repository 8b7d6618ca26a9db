import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';

const BLOCK = new RegExp(`<script type="application/json" id="${RUNTIME_CONFIG_ELEMENT}">[^<]*</script>`);
const LANGUAGE = /<html[^>]* lang="([^"]*)"/;

/** Whether a server answered with the portal's page, in place of one of its own. */
export const isPortalPage = (html: string): boolean => html.includes('id="root"');

/** The page of the sources with what the server has written into the built one: language and runtime configuration. */
export const withServerData = (source: string, served: string): string => {
  const language = LANGUAGE.exec(served)?.[1] ?? 'ko';
  const block = BLOCK.exec(served)?.[0] ?? '';
  return source
    .replace(/<html lang="[^"]*">/, `<html lang="${language}">`)
    .replace('</head>', () => `${block}</head>`);
};
