import { portalSetup } from '#machines/portal/portal.setup.ts';
import { DECLINE } from '#machines/portal/screen.ts';
import { clientIdOf } from '#machines/portal/session-rules.ts';

export const idEntry = portalSetup.createStateConfig({
  description: 'The person identifies.',
  meta: { title: 'title.identity' },
  entry: ['requestClient', 'dropAssertion', 'beginWithSavedPassword'],
  on: {
    ...DECLINE,
    'passkey.register': {
      guard: 'offersPasskey',
      target: '#portal.id-entry.toRegister',
      reenter: true,
      actions: ['forgetPerson', 'requestPasskey'],
    },
    'qr.choose': {
      guard: 'offersQr',
      target: '#portal.openMethod',
      actions: ['forgetPerson', 'setQrMethod'],
    },
    'login.manage': {
      guard: 'hasExistingLogin',
      target: '#portal.renewing',
      actions: 'manageExistingLogin',
    },
    'login.resume': {
      guard: 'hasExistingLogin',
      target: '#portal.return-to-service',
      actions: 'resumeLogin',
    },
    'client.received': {
      guard: { type: 'isCurrentClient', params: ({ event }) => event.clientId },
      actions: [
        { type: 'setClient', params: ({ event }) => event.config },
        { type: 'forwardClient', params: ({ event }) => event.config },
      ],
    },
  },
  invoke: {
    id: 'id-entry',
    src: 'id-entry',
    input: ({ context }) => ({
      clientId: clientIdOf(context.session, context.config),
      client: context.client,
      support: context.passkeySupport,
      userId: context.session.person.userId,
      failure: context.failure,
      mustChooseService:
        clientIdOf(context.session, context.config) === '' && context.config.services.length > 0,
    }),
    onDone: {
      target: '#portal.routeByPolicy',
      actions: { type: 'identify', params: ({ event }) => event.output },
    },
    onError: { target: '#portal.error-page', actions: { type: 'setErrorReason', params: '' } },
  },
  initial: 'withRequest',
  states: {
    withoutRequest: {
      description: 'Opened without a request, or by the address /login.',
      meta: { path: '/login' },
    },
    withRequest: { description: 'Opened by the request of a client service.', meta: { path: '/first' } },
    toRegister: {
      description:
        'Requests the ID of the person who registers a passkey. It has its own history entry, so that Back returns to the ID entry.',
      meta: { path: '/first/management?type=12', title: 'identity.registerPasskey' },
    },
  },
});
