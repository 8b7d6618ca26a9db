import type { DoneActorEvent } from 'xstate';
import type { IdleInput } from '#machines/idle/idle.machine.ts';
import type { LanguageInput } from '#machines/language/language.machine.ts';
import { firstClient, portalSetup } from './portal.setup.ts';
import type { PortalContext, StandingLogin } from './portal.types.ts';
import { mayHaveComeBack } from './session-rules.ts';

type Given = { readonly context: PortalContext };
type LookedUp = { readonly event: DoneActorEvent<string> };

/** What runs beside every screen. */
export const BESIDE = [
  {
    id: 'history',
    src: 'history',
    // Every screen works without the history of the browser.
    onError: {},
  },
  {
    id: 'idle',
    src: 'idle',
    input: ({ context }: Given): IdleInput => ({ heldMs: context.config.sessionHeldMs }),
    // Every screen works without the warning: the server ends the session all the same.
    onError: {},
  },
  {
    id: 'language',
    src: 'language',
    // There are no Japanese texts: the fallback stands in (decision 19).
    input: ({ context }: Given): LanguageInput => ({ language: context.locale === 'en' ? 'en' : 'ko' }),
    // The texts that are shown stay.
    onError: {},
  },
  {
    id: 'offline',
    src: 'offline',
    input: ({ context }: Given) => ({ isOnline: context.isOnline }),
    // Every screen works without the line about the network.
    onError: {},
  },
  {
    id: 'service-info',
    src: 'service-info',
    input: ({ context }: Given) => ({ clientId: firstClient(context) }),
    // Every screen works without the name of the service.
    onError: {},
  },
  {
    id: 'tabs',
    src: 'tabs',
    // A browser without channels between tabs signs in all the same.
    onError: {},
  },
  {
    id: 'lookUpLogin',
    src: 'lookUpLogin',
    input: ({ context }: Given) => ({ isWanted: mayHaveComeBack(context) }),
    onDone: {
      actions: {
        type: 'noteStandingLogin',
        params: ({ event }: { readonly event: DoneActorEvent<StandingLogin | null> }) => event.output,
      },
    },
    // The ID entry works without knowing.
    onError: {},
  },
  {
    id: 'lookUpIp',
    src: 'lookUpIp',
    onDone: { actions: { type: 'noteIp', params: ({ event }: LookedUp) => event.output } },
    onError: { actions: { type: 'noteIp', params: '' } },
  },
] as const;

/** What may happen on every screen. */
export const anywhere = portalSetup.createStateConfig({
  on: {
    'route.requested': {
      target: '.routeByAddress',
      actions: { type: 'noteRoute', params: ({ event }) => event.address },
    },
    'language.chosen': {
      actions: [{ type: 'chooseLanguage', params: ({ event }) => event.locale }, 'askClientAgain'],
    },
    'client.learned': {
      guard: { type: 'isOwnClient', params: ({ event }) => event.clientId },
      actions: { type: 'noteClient', params: ({ event }) => event.config },
    },
    'pending.noted': { actions: { type: 'notePending', params: ({ event }) => event.pending } },
    'challenge.received': { actions: { type: 'noteChallenge', params: ({ event }) => event.token } },
    'session.expired': { guard: 'hasSession', target: '.session-expiry' },
    'session.lapsed': { guard: 'hasPerson', target: '.session-expiry' },
    'login.noticed': { actions: { type: 'noteOtherLogin', params: ({ event }) => event.userId } },
    'login.join': { guard: 'canJoin', target: '.return-to-service', actions: 'joinLogin' },
    'seal.broken': '.forgotten',
    'page.refused': { target: '.error-page', actions: { type: 'noteErrorReason', params: '' } },
  },
});
