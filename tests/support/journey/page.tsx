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
import { type DrivenPortal, openDrivenPortal } from './driven-portal.ts';
import type { PathEvent } from './graph.ts';

/** Registers the views of all flows as if every chunk were loaded. Machines need no registration: the driven portal contains them. */
for (const flow of Object.keys(LAZY_FLOWS) as LazyFlow[]) {
  const { assemble } = await loadFlow(flow);
  const effects = { pageWindow: window, now: () => 0 } as unknown as FlowEffects;
  flowViews.set(flow, assemble(effects).View);
}

/** The whole page of a driven portal. */
export type DrivenPage = {
  readonly drivenPortal: DrivenPortal;
  readonly user: UserEvent;
  readonly send: (pathEvent: PathEvent) => Promise<void>;
  /** Runs an effect that happens outside the page, wrapped in React's `act`. */
  readonly inAct: (run: () => Promise<unknown>) => Promise<void>;
  readonly close: () => void;
};

/** An inspector that records the transitions as covered by a walk of a view. */
const coverageInspector = () => createRecorder((trace) => writeTrace('walk', trace)).inspect;

/**
 * Shows the page of a driven portal in Korean.
 * @param inspect observes the machines. A random walk passes a function that records nothing: a random walk does not
 * check what a screen shows, so its transitions do not count as covered.
 */
export async function showPortal(
  inspect: (event: InspectionEvent) => void = coverageInspector(),
): Promise<DrivenPage> {
  window.history.replaceState(null, '', '/redirect?uid=1');
  const drivenPortal = openDrivenPortal({}, inspect, window);
  render(<App portal={drivenPortal.testPortal.actor} texts={ALL_TEXTS} />);
  const inAct = async (run: () => Promise<unknown>) => {
    await act(async () => {
      await run();
      await settle();
    });
  };
  await inAct(settle);
  return {
    drivenPortal,
    user: userEvent.setup({ delay: null }),
    send: (pathEvent) => inAct(() => drivenPortal.send(pathEvent)),
    inAct,
    close: () => {
      cleanup();
      drivenPortal.testPortal.actor.stop();
    },
  };
}

const LANGUAGE_NAMES = { ko: '한국어', en: 'English' } as const;

/** Chooses a language on the page, and waits until its texts are shown. */
export async function chooseLanguage({ user, inAct }: DrivenPage, language: 'ko' | 'en'): Promise<void> {
  await inAct(() => user.click(screen.getByRole('button', { name: LANGUAGE_NAMES[language] })));
  await waitFor(() => {
    if (document.documentElement.lang !== language) throw new Error(`The page is not in "${language}" yet`);
  });
}
