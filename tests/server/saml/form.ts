const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The form of a page that hands something over, as a browser reads it. */
export function formOf(page: string): { readonly action: string; readonly fields: Record<string, string> } {
  const action = /<form method="post" action="([^"]*)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(`The page has no form: ${page}`);
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return {
    action: plain(action),
    fields: Object.fromEntries([...inputs].map(([, name = '', value = '']) => [plain(name), plain(value)])),
  };
}
