import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import type { IdleMachine } from '#machines/idle/idle.machine.ts';
import { LanguageProvider } from '#src/app/language/language-provider.tsx';
import { PortalProvider } from '#src/app/portal-context.tsx';
import { IdleView } from '#src/views/idle/idle.view.tsx';
import { writeTrace } from '#tests/support/coverage.ts';
import { openPasswordScreen, openPortal, portalInput, sessionOf } from '#tests/support/model/portal.ts';
import { createRecorder } from '#tests/support/model/recorder.ts';
import { ALL_TEXTS, textIn } from '#tests/support/views.tsx';

const SESSION_LIFETIME = 30 * 60_000;
const REMAINING_TIME = 2 * 60_000;

/** Opens the page of a person whose unused session ends in two minutes. */
async function openUnusedPage() {
  const { inspect } = createRecorder((trace) => writeTrace('walk', trace));
  const { config } = portalInput();
  const portal = openPortal(
    {
      address: '/first/auth?type=pw',
      session: sessionOf('kim'),
      config: { ...config, sessionHeldMs: SESSION_LIFETIME },
    },
    { inspect },
  );
  const actor = portal.actor.getSnapshot().children.idle as ActorRefFrom<IdleMachine>;
  render(
    <PortalProvider portal={portal.actor}>
      <LanguageProvider texts={ALL_TEXTS}>
        <IdleView actor={actor} />
      </LanguageProvider>
    </PortalProvider>,
  );
  const now = Date.now();
  portal.sessionUse.report({ type: 'session.used', at: now });
  await act(() => portal.clock.advance(SESSION_LIFETIME - REMAINING_TIME));
  await act(() => portal.ports.idle.readClock.answer(now + SESSION_LIFETIME - REMAINING_TIME));
  return { portal, warning: () => screen.queryByRole('dialog', { name: textIn('ko')('session.unused') }) };
}

it('an unanswered warning is replaced by the dialog of the expired session', async () => {
  const { portal, warning } = await openUnusedPage();
  expect(warning()).toBeTruthy();
  await act(() => portal.clock.advance(REMAINING_TIME));
  expect(warning()).toBeNull();
  expect([portal.value(), portal.context().session.person.userId]).toEqual([
    { 'session-expiry': 'loading' },
    '',
  ]);
});

it('a page without a limit of the server has no timer', async () => {
  const portal = await openPasswordScreen();
  portal.sessionUse.report({ type: 'session.used', at: Date.now() });
  expect([portal.flow('idle').value, portal.clock.timerCount]).toEqual(['unwatched', 0]);
});
