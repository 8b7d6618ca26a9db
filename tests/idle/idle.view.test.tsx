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
import { type Page, showFlow } from '#tests/support/views.tsx';

const SESSION_LIFETIME = 100_000;

const recordTrace: Parameters<typeof createRecorder>[0] = (trace) => writeTrace('walk', trace);

/** Opens a page of an identified person, with an unused session of 100 seconds. */
async function openUnusedPage(language: MessageLanguage, userId = 'kim') {
  const use = scriptedSource<SessionUse>();
  const { machine, ports } = script(idleMachine, {
    actors: { watchUse: use.logic },
    actions: { reportEnd: vi.fn() },
  });
  const { actor, clock } = run(machine, { lifetimeMs: SESSION_LIFETIME }, createRecorder(recordTrace));
  const page = await showFlow(IdleView, actor, language, { session: sessionOf(userId) });

  const now = Date.now();
  const reportUse = () => act(() => use.report({ type: 'session.used', at: now }));
  reportUse();
  return {
    ...page,
    ports,
    reportUse,
    warn: async () => {
      await act(() => clock.advance(SESSION_LIFETIME / 2));
      await act(() => ports.readClock.answer(now));
    },
    dialog: () => screen.queryByRole('dialog', { name: page.text('session.unused') }),
  };
}

describe.each(['ko', 'en'] as const)('the warning in %s', (language) => {
  it('appears before the end, with the remaining time and the focus on its button', async () => {
    const page = await openUnusedPage(language);
    expect(page.dialog()).toBeNull();
    await page.warn();
    const dialog = within(page.dialog() ?? document.body);
    expect(dialog.getByRole('timer').textContent).toMatch(/01:(39|40)/);
    expect(dialog.getByText(page.text('session.unusedHint'))).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: page.text('session.keep') }));
  });

  it.each<[string, (page: Page) => Promise<void>]>([
    ['its button', (page) => page.press('session.keep')],
    ['Escape', (page) => page.user.keyboard('{Escape}')],
  ])('extends the session once by %s', async (_name, extend) => {
    const page = await openUnusedPage(language);
    await page.warn();
    await extend(page);
    expect(page.ports.extendSession.calls).toHaveLength(1);
    await page.press('session.keep');
    expect(page.ports.extendSession.calls).toHaveLength(1);
    page.reportUse();
    expect(page.dialog()).toBeNull();
  });

  it('shows why the session was not extended', async () => {
    const page = await openUnusedPage(language);
    await page.warn();
    await page.press('session.keep');
    await act(() => page.ports.extendSession.answer({ answer: failed(UNREACHABLE), at: Date.now() }));
    expect(screen.getByRole('alert').textContent).toContain(page.text('info.failure.unreachable'));
    await page.press('session.keep');
    expect(screen.getByRole('alert').textContent).toBe('');
  });
});

it('no warning is shown before a person is identified', async () => {
  const page = await openUnusedPage('ko', '');
  await page.warn();
  expect(page.dialog()).toBeNull();
});
