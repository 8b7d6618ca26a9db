import { acting } from './acting.ts';
import { brokenAt, failedAt, ifSignedOut, outputOf } from './answers.ts';
import { audit } from './audit.ts';
import { deskSetup } from './desk.setup.ts';
import { find } from './find.ts';
import { importing } from './importing.ts';
import { person } from './person.ts';
import { sheet } from './sheet.ts';

/** The help desk: who works at it, its screens, and what is done on them. */
export const deskMachine = deskSetup.createMachine({
  id: 'desk',
  context: ({ input }) => ({
    ...input,
    session: null,
    services: [],
    failure: null,
    news: null,
    find: '',
    status: null,
    people: [],
    morePeople: null,
    person: null,
    clientId: '',
    explanation: null,
    problem: null,
    issued: null,
    filter: { userId: '', clientId: '', network: '', from: '', until: '' },
    events: [],
    moreEvents: null,
    searchedTo: null,
    file: null,
    job: null,
    sheet: null,
  }),
  initial: 'opening',
  on: {
    'language.chosen': {
      actions: [
        { type: 'setLanguage', params: ({ event }) => event.language },
        { type: 'keepLanguage', params: ({ event }) => event.language },
      ],
    },
  },
  states: {
    opening: {
      description: 'Asks who works at the desk.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'openDesk',
        src: 'openDesk',
        onDone: [
          ifSignedOut,
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'working',
            actions: { type: 'setOpened', params: ({ event }) => event.output },
          },
          failedAt('unopened'),
        ],
        onError: brokenAt('unopened'),
      },
    },
    unopened: {
      description: 'Says why the desk could not be opened. The person can retry.',
      on: { 'desk.retry': 'opening' },
    },
    signedOut: {
      description: 'Leads to the portal, where the person signs in, and back to where they were.',
      entry: 'keepDraft',
    },
    leaving: {
      description: 'Ends the work at the desk, and leads to the portal to sign out there, too.',
      tags: 'busy',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: [
          {
            guard: { type: 'isOk', params: outputOf },
            target: 'left',
            actions: {
              type: 'leaveFor',
              params: ({ event }) => (event.output.ok ? event.output.value.portal : ''),
            },
          },
          ifSignedOut,
          { target: 'working', actions: 'setNotSignedOut' },
        ],
        onError: { target: 'working', actions: 'setNotSignedOut' },
      },
    },
    left: {
      description: 'The browser goes to the portal.',
      tags: 'busy',
    },
    working: {
      description: 'Somebody works at the desk.',
      initial: 'entering',
      on: {
        'place.opened': {
          target: '.entering',
          actions: [
            { type: 'setPlace', params: ({ event }) => event.place },
            { type: 'keepPlace', params: ({ event }) => event.place },
          ],
        },
        'signout.pressed': 'leaving',
      },
      states: {
        entering: {
          description: 'Opens the screen of the place.',
          always: [
            { guard: 'hasOtherDraft', target: 'acting' },
            { guard: 'isPersonPlace', target: 'person' },
            { guard: 'isAuditPlace', target: 'audit' },
            { guard: 'isImportPlace', target: 'importing' },
            { guard: 'isSheetPlace', target: 'sheet' },
            { target: 'find' },
          ],
        },
        find,
        person,
        audit,
        importing,
        sheet,
        acting,
      },
    },
  },
});

export type DeskMachine = typeof deskMachine;
