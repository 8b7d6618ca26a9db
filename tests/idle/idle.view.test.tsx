import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { idleMachine, type SessionUse } from '#machines/idle/idle.machine.ts';
import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import type { MessageLanguage } from '#src/app/messages.ts';
import { IdleView } from '#src/views/idle/idle.view.tsx';
import { writeTrace } from '#tests/support/coverage.ts';
import { sessionOf } from '#tests/support/model/portal.ts';
import { createRecorder } from '#tests/support/model/recorder.ts';
import { run } from '#tests/support/model/start.ts';
import { script, scriptedSource } from '#tests/support/ports.ts';
import { showFlow } from '#tests/support/views.tsx';

const HELD = 100_000;

const recorded: Parameters<typeof createRecorder>[0] = (trace) => writeTrace('walk', trace);

/** A page on which somebody is known, with a session that ends in a minute and 40 seconds unless it is used. */
async function unused(language: MessageLanguage, userId = 'kim') {
  const use = scriptedSource<SessionUse>();
  const { machine, ports } = script(idleMachine, {
    actors: { watchUse: use.logic },
    actions: { reportEnd: vi.fn() },
  });
  const { actor, clock } = run(machine, { lifetimeMs: HELD }, createRecorder(recorded));
  const page = await showFlow(IdleView, actor, language, { session: sessionOf(userId) });
  // Far enough that the countdown shows whole seconds while the test runs.
  const now = Date.now();
  const used = () => act(() => use.report({ type: 'session.used', at: now }));
  used();
  return {
    ...page,
    ports,
    used,
    warn: async () => {
      await act(() => clock.advance(HELD / 2));
      await act(() => ports.readClock.answer(now));
    },
    dialog: () => screen.queryByRole('dialog', { name: page.text('session.unused') }),
  };
}

describe.each(['ko', 'en'] as const)('in %s', (language) => {
  it('asks once the end is near, with the time that is left and the focus on the way on', async () => {
    const page = await unused(language);
    expect(page.dialog()).toBeNull();
    await page.warn();
    const seen = within(page.dialog() ?? document.body);
    expect(seen.getByRole('timer').textContent).toMatch(/01:(39|40)/);
    expect(seen.getByText(page.text('session.unusedHint'))).toBeTruthy();
    expect(document.activeElement).toBe(seen.getByRole('button', { name: page.text('session.keep') }));
  });

  it('keeps the session at a press or at Escape, and can be pressed once at a time', async () => {
    for (const press of ['click', 'escape'] as const) {
      const page = await unused(language);
      await page.warn();
      if (press === 'click') await page.press('session.keep');
      else await page.user.keyboard('{Escape}');
      expect(page.ports.extendSession.calls).toHaveLength(1);
      await page.press('session.keep');
      expect(page.ports.extendSession.calls).toHaveLength(1);
      page.used();
      expect(page.dialog()).toBeNull();
    }
  });

  it('says why the session was not kept', async () => {
    const page = await unused(language);
    await page.warn();
    await page.press('session.keep');
    await act(() => page.ports.extendSession.answer({ answer: failed(UNREACHABLE), at: Date.now() }));
    expect(screen.getByRole('alert').textContent).toContain(page.text('info.failure.unreachable'));
    await page.press('session.keep');
    expect(screen.getByRole('alert').textContent).toBe('');
  });
});

it('shows no warning when no person is known', async () => {
  const page = await unused('ko', '');
  await page.warn();
  expect(page.dialog()).toBeNull();
});
