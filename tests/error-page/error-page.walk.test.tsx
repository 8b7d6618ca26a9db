import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { errorPageMachine } from '#machines/error-page/error-page.machine.ts';
import { ErrorPageView } from '#src/views/error-page/error-page.view.tsx';
import { SERVICES } from '#tests/support/model/portal.ts';
import { describeWalk, openFlow } from '#tests/support/views.tsx';

describeWalk(errorPageMachine, ErrorPageView, {
  inputs: { 'a reason is known': { reason: 'unauthorized' } },
  events: [{ type: 'notice.leave' }],
  answers: {},
  gestures: { 'notice.leave': (page) => page.press('action.home') },
  shows: {
    shown: (page) => {
      expect(page.heading()).toBe(page.text('notice.unauthorized'));
      expect(screen.getByText(page.text('notice.unauthorizedHint'))).toBeTruthy();
    },
  },
});

const ENGLISH_TITLES: readonly [reason: string, title: string][] = [
  ['invalidAccess', 'Invalid Access.'],
  ['notExists', 'Can Not Find The User.'],
  ['unauthorized', 'Unauthorized'],
  ['noRedirectUrl', 'Can Not Find The Page.'],
  ['', 'Can Not Find The Page.'],
  ['constructor', 'Can Not Find The Page.'],
  ['__proto__', 'Can Not Find The Page.'],
  ['<b>x</b>', 'Can Not Find The Page.'],
];

it.each(['ko', 'en'] as const)(
  'a page without a redirect URL links to the services in %s',
  async (language) => {
    const page = await openFlow(errorPageMachine, ErrorPageView, { reason: 'noRedirectUrl' }, { language });
    expect(screen.getByText(page.text('notice.noRedirectUrlHint'))).toBeTruthy();
    const links = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ textContent, href }) => ({ name: textContent, url: href }))).toEqual(
      SERVICES.map(({ name, url }) => ({ name: name[language], url })),
    );
  },
);

it('a page with another reason has no links to services', async () => {
  await openFlow(errorPageMachine, ErrorPageView, { reason: 'invalidAccess' });
  expect(screen.queryByRole('link')).toBeNull();
});

it.each(ENGLISH_TITLES)(
  'a page with the reason %j has the title %j and a button to the start page',
  async (reason, title) => {
    const page = await openFlow(errorPageMachine, ErrorPageView, { reason }, { language: 'en' });
    expect(page.heading()).toBe(title);
    expect(screen.getByRole('button', { name: 'Go to the start page' })).toBeTruthy();
  },
);

it.each([
  ['ko', '로그인 시간이 지났어요', '안전을 위해 처음부터 다시 로그인해 주세요.', '다시 로그인'],
  ['en', 'Session expired', 'For your safety, sign in again from the start.', 'Sign in again'],
] as const)(
  'the page of an ended session says so in %s and has a button to sign in again',
  async (language, title, hint, button) => {
    const page = await openFlow(errorPageMachine, ErrorPageView, { reason: 'sessionExpired' }, { language });
    expect(page.heading()).toBe(title);
    expect(screen.getByText(hint)).toBeTruthy();
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
  },
);

it.each([
  ['approved', 'service is approved', 'done', /has been approved\. You can use the service/],
  ['rejected', 'service is rejected', 'refused', /has been rejected\. Ask your administrator/],
  ['used', 'URL is used', 'neutral', /has been used or has expired\. Ask for a new link/],
] as const)('the page of an application shows its result: %s', async (result, title, meaning, hint) => {
  const page = await openFlow(errorPageMachine, ErrorPageView, { reason: '', result }, { language: 'en' });
  expect(page.heading()).toBe(title);
  expect(document.querySelector('span[data-meaning]')?.getAttribute('data-meaning')).toBe(meaning);
  expect(screen.getByText(hint)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Go to the start page' })).toBeTruthy();
});
