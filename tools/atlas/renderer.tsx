import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { PathEvent, RootActor, ScreenRenderer } from '#atlas/screens/types.ts';
import { type Cases, nextEvents } from '#cases/cases.ts';
import { portalAndFlowCases } from '#cases/portal-cases.ts';
import { BACKGROUND_FLOWS } from '#machines/portal/flows.ts';
import type { PortalRef } from '#machines/portal/portal.selectors.ts';
import { App } from '#src/app/app.tsx';
import { setLateParts } from '#src/app/late-parts.ts';
import { loadFirstTexts, loadOtherTexts } from '#src/app/messages.ts';
import { VIEW_PARTS } from '#src/app/view-parts.ts';
import { assemblePortal } from './assemble-portal.ts';

type AnyCases = Cases<AnyStateMachine>;

setLateParts(VIEW_PARTS);

const caseModules = import.meta.glob<{ readonly cases: AnyCases }>('/cases/*/*.cases.ts', { eager: true });

const casesByFlow = Object.fromEntries(
  Object.entries(caseModules).map(([path, { cases }]) => [path.split('/')[2] ?? '', cases]),
);

const NO_CASES: AnyCases = { events: [], answers: {} };

/** The events and answers that the machine with an ID can receive. */
function casesFor(portal: AnyStateMachine, machineId: string): AnyCases {
  const allCases = portalAndFlowCases(portal, casesByFlow, 'paths');
  return machineId === portal.id ? allCases.portal : (allCases.flows[machineId] ?? NO_CASES);
}

let runningPortal: RootActor | null = null;

const textsOf = async (language: 'ko' | 'en') => ({
  ...(await loadFirstTexts(language)),
  ...(await loadOtherTexts(language)),
});

/** The last server time in the answers of a path, in epoch milliseconds; 0 if no answer contains a time. */
function serverTimeOf(pathEvents: readonly PathEvent[]): number {
  const times = pathEvents.flatMap(({ event }) => {
    const output: unknown = event['output'];
    if (typeof output === 'number') return [output];
    const times = JSON.stringify(output ?? null).match(/"at":\d+/g) ?? [];
    return times.map((time) => Number(time.slice('"at":'.length)));
  });
  return times.at(-1) ?? 0;
}

/** Renders the screens of the atlas with the portal and its production views. */
const renderer: ScreenRenderer = {
  machine: () => assemblePortal(window, () => runningPortal),
  inputFor: (start, language) => Object.assign({}, start, { locale: language }),
  timeOf: serverTimeOf,
  onStart(root) {
    runningPortal = root;
  },
  async render(element, root, language) {
    const texts = new Map([[language, await textsOf(language)]]);
    const reactRoot = createRoot(element);
    flushSync(() => reactRoot.render(<App portal={root as unknown as PortalRef} texts={texts} />));
    return () => reactRoot.unmount();
  },
  eventsOn: (portal, snapshot: AnyMachineSnapshot) =>
    nextEvents(casesFor(portal, snapshot.machine.id), snapshot),
  background: Object.keys(BACKGROUND_FLOWS),
  withoutChoices: ['history', 'language', 'service-info'],
};

export default renderer;
