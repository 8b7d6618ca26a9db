import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { InspectionEvent } from 'xstate';
import { LAZY_FLOWS, type LazyFlow } from '#machines/portal/flows.ts';
import { App } from '#src/app/app.tsx';
import type { FlowEffects } from '#src/app/flow-chunk.ts';
import { flowViews } from '#src/app/flow-views.ts';
import { loadFlow } from '#src/app/lazy-flows.ts';
import { writeTrace } from '#tests/support/coverage.ts';
import { createRecorder } from '#tests/support/model/recorder.ts';
import { settle } from '#tests/support/ports.ts';
import { ALL_TEXTS } from '#tests/support/views.tsx';
import { type Drive, drive } from './drive.ts';
import type { PathEvent } from './graph.ts';

/** The views of all flows as if every chunk were there; the machines are the drive's. */
for (const flow of Object.keys(LAZY_FLOWS) as LazyFlow[]) {
  const { assemble } = await loadFlow(flow);
  const effects = { page: window, now: () => 0 } as unknown as FlowEffects;
  flowViews.set(flow, assemble(effects).View);
}

/** The whole page over a driven portal. */
export type DrivenPage = {
  readonly driven: Drive;
  readonly user: UserEvent;
  readonly happen: (pathEvent: PathEvent) => Promise<void>;
  /** Runs what the outside world does, as the page has to meet it. */
  readonly around: (run: () => Promise<unknown>) => Promise<void>;
  readonly close: () => void;
};

/** Counts what the machines do as taken in a walk of a view. */
const counted = () => createRecorder((trace) => writeTrace('walk', trace)).inspect;

/**
 * Shows the portal in Korean.
 * @param inspect sees what the machines do. A walk by chance counts for nothing: what a transition owes is a walk that
 * says what is to be seen there.
 */
export async function showPortal(inspect: (event: InspectionEvent) => void = counted()): Promise<DrivenPage> {
  window.history.replaceState(null, '', '/redirect?uid=1');
  const driven = drive({}, inspect, window);
  render(<App portal={driven.testPortal.actor} texts={ALL_TEXTS} />);
  const around = async (run: () => Promise<unknown>) => {
    await act(async () => {
      await run();
      await settle();
    });
  };
  await around(settle);
  return {
    driven,
    user: userEvent.setup({ delay: null }),
    happen: (pathEvent) => around(() => driven.send(pathEvent)),
    around,
    close: () => {
      cleanup();
      driven.testPortal.actor.stop();
    },
  };
}

const LANGUAGE_NAMES = { ko: '한국어', en: 'English' } as const;

/** Chooses a language on the page, and waits until its texts are there. */
export async function chooseLanguage({ user, around }: DrivenPage, language: 'ko' | 'en'): Promise<void> {
  await around(() => user.click(screen.getByRole('button', { name: LANGUAGE_NAMES[language] })));
  await waitFor(() => {
    if (document.documentElement.lang !== language) throw new Error(`The page is not in "${language}" yet`);
  });
}
