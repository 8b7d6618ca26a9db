import type { DoneActorEvent } from 'xstate';
import type { IdleInput } from '#machines/idle/idle.machine.ts';
import type { LanguageInput } from '#machines/language/language.machine.ts';
import { firstClientId, portalSetup } from './portal.setup.ts';
import type { ExistingLogin, PortalContext } from './portal.types.ts';
import { mayHaveReturned } from './session-rules.ts';

type ContextArgs = { readonly context: PortalContext };
type DoneArgs = { readonly event: DoneActorEvent<string> };

/** Actors that run in the background of every screen. */
export const BACKGROUND_ACTORS = [
  {
    id: 'history',
    src: 'history',
    // Every screen works without the browser's history.
    onError: {},
  },
  {
    id: 'idle',
    src: 'idle',
    input: ({ context }: ContextArgs): IdleInput => ({ lifetimeMs: context.config.sessionHeldMs }),
    // Every screen works without the warning: the server ends the session anyway.
    onError: {},
  },
  {
    id: 'language',
    src: 'language',
    // There are no Japanese texts: Korean is shown (rule 19).
    input: ({ context }: ContextArgs): LanguageInput => ({ language: context.locale === 'en' ? 'en' : 'ko' }),
    // The current texts remain.
    onError: {},
  },
  {
    id: 'network',
    src: 'network',
    input: ({ context }: ContextArgs) => ({ isOnline: context.isOnline }),
    // Every screen works without the notice about the network.
    onError: {},
  },
  {
    id: 'service-info',
    src: 'service-info',
    input: ({ context }: ContextArgs) => ({ clientId: firstClientId(context) }),
    // Every screen works without the name of the service.
    onError: {},
  },
  {
    id: 'tabs',
    src: 'tabs',
    // A sign-in works without messages between tabs.
    onError: {},
  },
  {
    id: 'lookUpLogin',
    src: 'lookUpLogin',
    input: ({ context }: ContextArgs) => ({ isNeeded: mayHaveReturned(context) }),
    onDone: {
      actions: {
        type: 'setExistingLogin',
        params: ({ event }: { readonly event: DoneActorEvent<ExistingLogin | null> }) => event.output,
      },
    },
    // The ID entry works without an existing login.
    onError: {},
  },
  {
    id: 'lookUpIp',
    src: 'lookUpIp',
    onDone: { actions: { type: 'setIp', params: ({ event }: DoneArgs) => event.output } },
    onError: { actions: { type: 'setIp', params: '' } },
  },
] as const;

/** Transitions that every screen has. */
export const globalTransitions = portalSetup.createStateConfig({
  on: {
    'route.requested': {
      target: '.routeByAddress',
      actions: { type: 'setRoute', params: ({ event }) => event.address },
    },
    'language.chosen': {
      actions: [{ type: 'chooseLanguage', params: ({ event }) => event.locale }, 'refreshClient'],
    },
    'client.received': {
      guard: { type: 'isCurrentClient', params: ({ event }) => event.clientId },
      actions: { type: 'setClient', params: ({ event }) => event.config },
    },
    'pending.changed': { actions: { type: 'setPending', params: ({ event }) => event.pending } },
    'challenge.received': { actions: { type: 'storeChallenge', params: ({ event }) => event.token } },
    'session.expired': { guard: 'hasSession', target: '.session-expiry' },
    'session.lapsed': { guard: 'hasPerson', target: '.session-expiry' },
    'login.noticed': { actions: { type: 'setOtherLogin', params: ({ event }) => event.userId } },
    'login.join': { guard: 'canJoin', target: '.return-to-service', actions: 'joinLogin' },
    'challenge.failed': '.session-lost',
    'page.refused': { target: '.error-page', actions: { type: 'setErrorReason', params: '' } },
  },
});
