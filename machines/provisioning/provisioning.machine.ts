import { assign, setup } from 'xstate';
import type { Provision } from '#machines/shared/domain.ts';
import { port } from '#machines/shared/port.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import type { AppSettings } from '#wire/app-links.ts';
import { provisionLink } from './link.ts';

export type ProvisioningInput = {
  readonly ak: string;
  /** The app that the link opens (rule 47, rule 237). */
  readonly app: AppSettings;
  /** The origin of the page, which is used when the configured address of the portal is unknown. */
  readonly origin: string;
};

export type ProvisioningEvent =
  | { readonly type: 'provisioning.retry' }
  | { readonly type: 'provisioning.leave' };

/** The provisioning data and the address of the portal; the link contains both. */
export type PreparedProvision = { readonly provision: Provision; readonly portal: string };

type ProvisioningContext = ProvisioningInput & {
  readonly link: string;
  readonly failure: Failure | null;
};

type Answer = Result<PreparedProvision>;

/** The app link. The web app accepts only links of the portal that serves it, so its link has the origin of the page. */
const linkOf = ({ app, origin }: ProvisioningInput, { portal, provision }: PreparedProvision): string =>
  provisionLink(app, app.phoneApp === 'web' ? origin : portal, provision);

/** Opens the mobile app for provisioning (spec section 2, "Provisioning page"; rules 47, 48). */
export const provisioningMachine = setup({
  types: {
    context: {} as ProvisioningContext,
    events: {} as ProvisioningEvent,
    input: {} as ProvisioningInput,
    tags: {} as 'busy',
  },
  actors: {
    fetchProvision: port<Answer, { ak: string; origin: string }>('provisioning.fetchProvision'),
    /** Opens the app when the page is visible. */
    openApp: port<void, { link: string }>('provisioning.openApp'),
  },
  guards: {
    isPrepared: ({ context }, answer: Answer) => answer.ok && linkOf(context, answer.value) !== '',
    isRefused: (_, answer: Answer) =>
      !answer.ok && answer.failure.kind === 'rejected' && answer.failure.status < 500,
  },
  actions: {
    setLink: assign(({ context }, answer: Answer) =>
      answer.ok ? { link: linkOf(context, answer.value), failure: null } : {},
    ),
    setFailure: assign((_, failure: Failure) => ({ failure })),
  },
}).createMachine({
  id: 'provisioning',
  context: ({ input }) => ({ ...input, link: '', failure: null }),
  initial: 'checking',
  states: {
    checking: {
      description: 'Requests the provisioning data. This does not use up the link.',
      tags: 'busy',
      invoke: {
        id: 'fetchProvision',
        src: 'fetchProvision',
        input: ({ context: { ak, origin } }) => ({ ak, origin }),
        onDone: [
          {
            guard: { type: 'isPrepared', params: ({ event }) => event.output },
            target: 'ready',
            actions: { type: 'setLink', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'refused',
            actions: {
              type: 'setFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
          {
            target: 'unanswered',
            actions: {
              type: 'setFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
        ],
        onError: { target: 'unanswered', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    ready: {
      description: 'Shows the app link, which opens automatically once, and what to do without the app.',
      on: { 'provisioning.leave': 'done' },
      initial: 'opening',
      states: {
        opening: {
          description: 'Opens the app when the page can be seen.',
          invoke: {
            id: 'openApp',
            src: 'openApp',
            input: ({ context }) => ({ link: context.link }),
            onDone: 'opened',
            onError: 'opened',
          },
        },
        opened: { description: 'The browser has opened the app link; the person can open it again.' },
      },
    },
    refused: {
      description: 'Says that the link has expired or was used, without a link to the app.',
      on: { 'provisioning.leave': 'done' },
    },
    unanswered: {
      description: 'There was no usable answer. The person can retry.',
      on: { 'provisioning.retry': 'checking', 'provisioning.leave': 'done' },
    },
    done: { type: 'final' },
  },
});

export type ProvisioningMachine = typeof provisioningMachine;
