import type { SnapshotFrom } from 'xstate';
import { type DeskMachine, deskMachine } from '#machines/desk/desk.machine.ts';

const NOTHING = () => undefined;

/** The desk of which neither language, place nor draft is kept. */
export const unkept = deskMachine.provide({
  actions: { keepLanguage: NOTHING, keepPlace: NOTHING, keepDraft: NOTHING, leaveFor: NOTHING },
});

/** What decides where the desk goes; what is read only shows. */
export const project = ({ context }: SnapshotFrom<DeskMachine>) => {
  const { place, draft, failure, problem, issued, morePeople, moreEvents, person, file, job } = context;
  return {
    place: place.screen,
    act: draft?.act,
    failure: failure !== null,
    problem,
    issued: issued?.kind,
    more: [morePeople, moreEvents],
    isKnown: person !== null,
    import: file === null ? null : [job?.kind, job?.state],
  };
};
