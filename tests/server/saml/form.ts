import type { Browser } from '#tests/server/oidc/browser.ts';

const decodeEntities = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The action and the hidden fields of the form on a page, as a browser reads them. */
export function formOf(page: string): { readonly action: string; readonly fields: Record<string, string> } {
  const action = /<form method="post" action="([^"]*)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(`The page has no form: ${page}`);
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return {
    action: decodeEntities(action),
    fields: Object.fromEntries(
      [...inputs].map(([, name = '', value = '']) => [decodeEntities(name), decodeEntities(value)]),
    ),
  };
}

/** Opens an address that answers with a form, sends the form, and opens the address to which the response redirects. */
export async function submitFormAt(browser: Browser, address: string | URL): Promise<Response> {
  const { action, fields } = formOf(await (await browser.open(address)).text());
  return browser.submitAndOpen(action, fields);
}
