import { expect, type Response } from '@playwright/test';
import { test } from '#tests/support/e2e/journey.ts';

const COMMON_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

test('every response of a sign-in has the security headers', async ({ person, context, portal }) => {
  const responses: Response[] = [];
  context.on('response', (response) => {
    if (response.url().startsWith(`${portal}/`)) responses.push(response);
  });
  await person.signIn('kim');
  const responsesOf = (type: string) =>
    responses.filter((response) => response.request().resourceType() === type);

  const documents = responsesOf('document').filter((response) => response.status() === 200);
  expect(documents.map((document) => new URL(document.url()).pathname)).toEqual(['/oauth2/authorize']);
  for (const document of documents) {
    expect(document.headers()).toMatchObject({
      ...COMMON_HEADERS,
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const policy = document.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-|\*/);
  }
  const calls = responsesOf('fetch');
  expect(calls.map((call) => new URL(call.url()).pathname)).toEqual(
    expect.arrayContaining(['/summary/auth', '/auth/policy/check', '/authenticate']),
  );
  for (const call of calls) {
    expect(call.headers()).toMatchObject({
      ...COMMON_HEADERS,
      'cache-control': 'no-store',
      'x-challenge-token': expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
  }
  const files = [...responsesOf('script'), ...responsesOf('stylesheet')];
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    expect(file.headers()).toMatchObject({
      ...COMMON_HEADERS,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': expect.stringMatching(/^(br|gzip)$/),
    });
  }
});

test('another site cannot show the portal in a frame', async ({ page, portal, foreignLab }) => {
  await page.goto(`${foreignLab}/service`);
  await page.route(`${foreignLab}/frame`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<title>Frame</title><iframe src="${portal}/login"></iframe>`,
    }),
  );
  await page.goto(`${foreignLab}/frame`);
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCount(0);
});
