import { expect, test } from 'vitest';
import { isPortalPage, withServerData } from '#tools/dev/page.ts';

const SOURCE =
  '<html lang="ko"><head><script type="module" src="/src/main.tsx"></script></head><body><div id="root"></div></body></html>';
const BLOCK = '<script type="application/json" id="munjigi-config">{"saas":true,"appName":"$&"}</script>';
const SERVED = `<html lang="en"><head><script src="/assets/index-1.js"></script>${BLOCK}</head><body><div id="root"></div></body></html>`;

test('the development page gets the language and the runtime configuration of the served page', () => {
  expect(withServerData(SOURCE, SERVED)).toBe(
    SOURCE.replace('lang="ko"', 'lang="en"').replace('</head>', () => `${BLOCK}</head>`),
  );
});

test('the development page is unchanged when the served page has no configuration block', () => {
  expect(withServerData(SOURCE, SOURCE)).toBe(SOURCE);
});

test('a page of the portal is recognized among the pages of the server', () => {
  expect(isPortalPage(SERVED)).toBe(true);
  expect(isPortalPage('<html lang="en"><body><h1>Signed out</h1></body></html>')).toBe(false);
});
