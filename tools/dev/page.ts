import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';

const BLOCK = new RegExp(`<script type="application/json" id="${RUNTIME_CONFIG_ELEMENT}">[^<]*</script>`);
const LANGUAGE = /<html[^>]* lang="([^"]*)"/;

/** Whether an answer is the portal's page and not another page of the server. */
export const isPortalPage = (html: string): boolean => html.includes('id="root"');

/** The source page with the language and runtime configuration of the served page. */
export const withServerData = (source: string, served: string): string => {
  const language = LANGUAGE.exec(served)?.[1] ?? 'ko';
  const block = BLOCK.exec(served)?.[0] ?? '';
  return source
    .replace(/<html lang="[^"]*">/, `<html lang="${language}">`)
    .replace('</head>', () => `${block}</head>`);
};
