import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cases } from '#cases/signed-in/signed-in.cases.ts';
import { signedInMachine } from '#machines/signed-in/signed-in.machine.ts';
import { SignedInView } from '#src/views/signed-in/signed-in.view.tsx';
import { SERVICES } from '#tests/support/model/portal.ts';
import { describeWalk, openFlow } from '#tests/support/views.tsx';

describeWalk(signedInMachine, SignedInView, {
  inputs: { 'a person': { userId: 'kim', canManage: true } },
  ...cases,
  gestures: { 'overview.open': (page) => page.press('tabs.manage') },
  shows: {
    shown: (page) => {
      expect(page.heading()).toBe(page.text('title.signedIn'));
      expect(screen.getByText('kim')).toBeTruthy();
      // No control stands out from the services.
      expect(document.querySelector('[data-kind=primary]')).toBeNull();
    },
  },
});

it.each(['ko', 'en'] as const)(
  'the page in %s links to the services and to the sign-out',
  async (language) => {
    const input = { userId: 'kim', canManage: false };
    const page = await openFlow(signedInMachine, SignedInView, input, { language });
    expect(screen.getByRole('region', { name: page.text('signedIn.services') })).toBeTruthy();
    const links = screen.getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ textContent, href }) => [textContent, href])).toEqual([
      ...SERVICES.map(({ name, url }) => [name[language], url]),
      [page.text('tabs.signOut'), `${window.location.origin}/logout`],
    ]);
    expect(screen.queryByRole('button', { name: page.text('tabs.manage') })).toBeNull();
  },
);
