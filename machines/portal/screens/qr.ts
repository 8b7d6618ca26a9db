import { approvedQr, hasMethods } from '#machines/portal/policy-rules.ts';
import { methodScreen } from '#machines/portal/screen.ts';

export const qr = methodScreen('qr', {
  description: 'A QR code that the mobile app scans. Nobody has to be known: the app can say who signs in.',
  exit: 'dropApproval',
  running: { description: 'The QR screen is on.' },
  input: ({ context }) => ({
    userId: context.session.person.userId,
    approvedId: approvedQr(context.session),
    pending: null,
    hasOtherMethods: hasMethods(context),
  }),
});
