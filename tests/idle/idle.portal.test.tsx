import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import type { IdleMachine } from '#machines/idle/idle.machine.ts';
import { LanguageProvider } from '#src/app/language/language-provider.tsx';
import { PortalProvider } from '#src/app/portal-context.tsx';
import { IdleView } from '#src/views/idle/idle.view.tsx';
import { writeTrace } from '#tests/support/coverage.ts';
import { arriveAtPassword, openPortal, portalInput, sessionOf } from '#tests/support/model/portal.ts';
import { createRecorder } from '#tests/support/model/recorder.ts';
import { ALL_TEXTS, textIn } from '#tests/support/views.tsx';

const HELD = 30 * 60_000;
const LEFT = 2 * 60_000;

/** The page of a person whose session was used at that time and not since, two minutes before its end. */
async function unused() {
  const { inspect } = createRecorder((trace) => writeTrace('walk', trace));
  const { config } = portalInput();
  const portal = openPortal(
    { address: '/first/auth?type=pw', session: sessionOf('kim'), config: { ...config, sessionHeldMs: HELD } },
    inspect,
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
  portal.use.report({ type: 'session.used', at: now });
  await act(() => portal.clock.advance(HELD - LEFT));
  await act(() => portal.ports.idle.readClock.answer(now + HELD - LEFT));
  return { portal, question: () => screen.queryByRole('dialog', { name: textIn('ko')('session.unused') }) };
}

it('an unanswered warning is replaced by the dialog of the expired session', async () => {
  const { portal, question } = await unused();
  expect(question()).toBeTruthy();
  await act(() => portal.clock.advance(LEFT));
  expect(question()).toBeNull();
  expect([portal.value(), portal.context().session.person.userId]).toEqual([
    { 'session-expiry': 'loading' },
    '',
  ]);
});

it('a page that knows no limit runs no timer', async () => {
  const portal = await arriveAtPassword();
  portal.use.report({ type: 'session.used', at: Date.now() });
  expect([portal.flow('idle').value, portal.clock.timers]).toEqual(['unwatched', 0]);
});
