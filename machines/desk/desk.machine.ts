import { acting } from './acting.ts';
import { failureTransition, outputOf, signedOutTransition, unexpectedTransition } from './answers.ts';
import { audit } from './audit.ts';
import { deskSetup } from './desk.setup.ts';
import { find } from './find.ts';
import { info } from './info.ts';
import { job } from './job.ts';
import { person } from './person.ts';

/** The help desk: session, screens and acts. */
export const deskMachine = deskSetup.createMachine({
  id: 'desk',
  context: ({ input }) => ({
    ...input,
    session: null,
    services: [],
    failure: null,
    actResult: null,
    searchText: '',
    status: null,
    people: [],
    nextPeopleKey: null,
    person: null,
    clientId: '',
    explanation: null,
    problem: null,
    issued: null,
    filter: { userId: '', clientId: '', network: '', from: '', until: '' },
    events: [],
    nextEventsKey: null,
    searchedTo: null,
    auditExport: null,
    file: null,
    list: null,
    job: null,
    info: null,
  }),
  initial: 'opening',
  on: {
    'language.chosen': {
      actions: [
        { type: 'setLanguage', params: ({ event }) => event.language },
        { type: 'storeLanguage', params: ({ event }) => event.language },
      ],
    },
  },
  states: {
    opening: {
      description: 'Loads the session and the services.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'openDesk',
        src: 'openDesk',
        onDone: [
          signedOutTransition,
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'working',
            actions: { type: 'setOpened', params: ({ event }) => event.output },
          },
          failureTransition('openingFailed'),
        ],
        onError: unexpectedTransition('openingFailed'),
      },
    },
    openingFailed: {
      description: 'Shows why the desk could not be opened. The person can retry.',
      on: { 'desk.retry': 'opening' },
    },
    signedOut: {
      description: 'Offers a sign-in at the portal, which leads back to the same screen.',
      entry: 'storeDraft',
    },
    leaving: {
      description: 'Ends the session of the desk, then opens the portal to sign out there, too.',
      tags: 'busy',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: [
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'left',
            actions: {
              type: 'openPortal',
              params: ({ event }) => (event.output.ok ? event.output.value.portal : ''),
            },
          },
          signedOutTransition,
          { target: 'working', actions: 'setNotSignedOut' },
        ],
        onError: { target: 'working', actions: 'setNotSignedOut' },
      },
    },
    left: {
      description: 'The browser opens the portal.',
      tags: 'busy',
    },
    working: {
      description: 'Somebody is signed in at the desk.',
      initial: 'entering',
      on: {
        'route.opened': {
          target: '.entering',
          actions: [
            { type: 'setRoute', params: ({ event }) => event.route },
            { type: 'pushRoute', params: ({ event }) => event.route },
          ],
        },
        'signout.pressed': 'leaving',
      },
      states: {
        entering: {
          description: 'Opens the screen of the route.',
          always: [
            { guard: 'hasOtherDraft', target: 'acting' },
            { guard: 'isPersonRoute', target: 'person' },
            { guard: 'hasAuditExport', target: 'audit.exporting' },
            { guard: 'isAuditRoute', target: 'audit' },
            { guard: 'isJobRoute', target: 'job' },
            { guard: 'isInfoRoute', target: 'info' },
            { target: 'find' },
          ],
        },
        find,
        person,
        audit,
        job,
        info,
        acting,
      },
    },
  },
});

export type DeskMachine = typeof deskMachine;
