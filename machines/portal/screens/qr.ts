import { loadingStates } from '#machines/portal/lazy-screen.ts';
import { approvedQr, hasMethods } from '#machines/portal/policy-rules.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';

export const qr = portalSetup.createStateConfig({
  description: 'A QR code that the mobile app scans. Nobody has to be known: the app can say who signs in.',
  meta: { path: '/first/auth?type={code}', title: 'title.method.{code}' },
  entry: 'dropForeignPending',
  exit: 'dropApproval',
  initial: 'loading',
  states: {
    ...loadingStates('qr'),
    running: {
      description: 'The QR screen is on.',
      invoke: {
        id: 'qr',
        src: 'qr',
        input: ({ context }) => ({
          userId: context.session.person.userId,
          approvedId: approvedQr(context.session),
          pending: null,
          hasOtherMethods: hasMethods(context),
        }),
        onDone: {
          target: '#portal.concluding',
          actions: { type: 'noteOutcome', params: ({ event }) => event.output },
        },
        onError: { target: '#portal.error-page', actions: { type: 'noteNotice', params: '' } },
      },
    },
  },
});
