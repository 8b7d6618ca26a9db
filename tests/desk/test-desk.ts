import type { SnapshotFrom } from 'xstate';
import { type DeskMachine, deskMachine } from '#machines/desk/desk.machine.ts';

const doNothing = () => undefined;

/** The machine with actions that store nothing. */
export const testDesk = deskMachine.provide({
  actions: {
    storeLanguage: doNothing,
    pushRoute: doNothing,
    storeDraft: doNothing,
    openPortal: doNothing,
    saveExport: doNothing,
  },
});

/** The part of the context that decides transitions. */
export const project = ({ context }: SnapshotFrom<DeskMachine>) => {
  const {
    route,
    draft,
    failure,
    problem,
    issued,
    nextPeopleKey,
    nextEventsKey,
    auditExport,
    person,
    file,
    list,
    job,
  } = context;
  return {
    route: route.screen,
    act: draft?.act,
    failure: failure !== null,
    problem,
    issued: issued?.kind,
    more: [nextPeopleKey, nextEventsKey],
    export: auditExport?.next,
    isKnown: person !== null,
    job: [file !== null, list !== null, job?.kind, job?.state],
  };
};
