import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { policy } from '#cases/samples.ts';
import { useFollowLink } from '#src/app/history/follow-link.ts';
import { PortalProvider } from '#src/app/portal-context.tsx';
import { writeTrace } from '#tests/support/coverage.ts';
import { openPortal } from '#tests/support/model/portal.ts';
import { createRecorder } from '#tests/support/model/recorder.ts';
import { settle } from '#tests/support/ports.ts';

function Link({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <a href={to} onClick={useFollowLink(to)}>
      {children}
    </a>
  );
}

/** A page with links to two addresses, and a portal with the history of the page. */
async function open() {
  window.history.pushState(null, '', '/redirect?uid=1');
  const { inspect } = createRecorder((trace) => writeTrace('walk', trace));
  const portal = openPortal({}, { inspect, browserWindow: window });
  await portal.answerRequest();
  render(
    <PortalProvider portal={portal.actor}>
      <Link to="/first">ID</Link>
      <Link to="/first/auth?type=pw">Password</Link>
    </PortalProvider>,
  );
  const user = userEvent.setup();
  const runStep = (step: () => Promise<unknown>) =>
    act(async () => {
      await step();
      await settle();
    });
  return {
    portal,
    runStep,
    follow: (name: 'ID' | 'Password') => runStep(() => user.click(screen.getByRole('link', { name }))),
    address: () => window.location.pathname + window.location.search,
    history: () => portal.flow('history').value,
  };
}

it('a link to the current screen requests nothing and adds no entry', async () => {
  const page = await open();
  const { length } = window.history;
  const screenBefore = page.portal.value();
  await page.follow('ID');
  expect([page.portal.value(), page.address(), window.history.length]).toEqual([
    screenBefore,
    '/first',
    length,
  ]);
});

it('a link to the address in the address bar requests its screen again when the current screen has no address', async () => {
  const page = await open();
  await page.runStep(() => page.portal.identify());
  await page.runStep(() => page.portal.send({ type: 'session.expired' }));
  expect([page.portal.value(), page.address()]).toEqual([
    { 'session-expiry': 'loading' },
    '/first/auth?type=pw',
  ]);
  const { length } = window.history;
  await page.follow('Password');
  expect([page.portal.value(), page.address(), window.history.length]).toEqual([
    { 'id-entry': 'withRequest' },
    '/first',
    length,
  ]);
});

it.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])(
  'a click with %s is left to the browser',
  async (key) => {
    const page = await open();
    const before = page.portal.value();
    let isLeft = false;
    await page.runStep(async () => {
      isLeft = fireEvent.click(screen.getByRole('link', { name: 'Password' }), { [key]: true });
    });
    expect([isLeft, page.portal.value()]).toEqual([true, before]);
  },
);

it('a link to another address requests its screen in a new entry', async () => {
  const page = await open();
  await page.runStep(() => page.portal.identify('kim', policy(['password', 'sms'], { authType: 'otp' })));
  expect(page.portal.value()).toEqual({ chooser: 'loading' });
  const { length } = window.history;
  await page.follow('ID');
  expect([page.portal.value(), page.address()]).toEqual([{ 'id-entry': 'withRequest' }, '/first']);
  expect(window.history.length).toBe(length + 1);
});

it('an entry of the current screen sends nothing to the portal', async () => {
  const page = await open();
  const before = page.portal.value();
  await page.runStep(async () => window.dispatchEvent(new PopStateEvent('popstate')));
  expect([page.portal.value(), page.history()]).toEqual([before, 'inSync']);
});

it('a screen that is shown while the browser is going back gets its entry after that', async () => {
  const page = await open();
  await page.runStep(() => page.portal.identify());
  expect(page.address()).toBe('/first/auth?type=pw');
  const back = vi.spyOn(window.history, 'go').mockReturnValue(undefined);
  await page.runStep(() => page.portal.sendToFlow('password', { type: 'password.back' }));
  expect(page.history()).toBe('returning');
  await page.runStep(() => page.portal.goTo('/error'));
  expect([back.mock.calls.length, page.address()]).toEqual([1, '/first/auth?type=pw']);
  const { before } = window.history.state;
  window.history.replaceState({ step: before.step, before: null, trail: [before.step] }, '', before.address);
  await page.runStep(async () => window.dispatchEvent(new PopStateEvent('popstate')));
  expect([page.history(), page.address()]).toEqual(['inSync', '/error']);
});
