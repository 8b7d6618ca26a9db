import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';

/** Matches the script element with the runtime configuration. */
const RUNTIME_CONFIG_SCRIPT = new RegExp(
  `<script type="application/json" id="${RUNTIME_CONFIG_ELEMENT}">[^<]*</script>`,
);
/** Matches the start tag of the page, with its language as the group. */
const HTML_TAG = /<html[^>]* lang="([^"]*)"/;

/** Whether a page is the page of the portal, and not another page of the server. */
export const isPortalPage = (html: string): boolean => html.includes('id="root"');

/** Copies the language and the runtime configuration of a page of the server into the page of the sources. */
export const withServerData = (sourcePage: string, servedPage: string): string => {
  const language = HTML_TAG.exec(servedPage)?.[1] ?? 'ko';
  const configScript = RUNTIME_CONFIG_SCRIPT.exec(servedPage)?.[0] ?? '';
  return sourcePage
    .replace(/<html lang="[^"]*">/, `<html lang="${language}">`)
    .replace('</head>', () => `${configScript}</head>`);
};
