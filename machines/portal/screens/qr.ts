import { methodInput, qrAppOf } from '#machines/portal/login-parameters.ts';
import { approvedQrId, hasMethods } from '#machines/portal/policy-rules.ts';
import { methodScreen } from '#machines/portal/screen.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

export const qr = methodScreen('qr', {
  description: 'A QR code that the mobile app scans. The ID is not needed: the app can identify the person.',
  exit: 'dropApproval',
  running: { description: 'The QR screen is shown.' },
  input: ({ context }) => ({
    ...methodInput(context, TYPE_CODES.qr, { hasBoxes: false }),
    approvedId: approvedQrId(context.session),
    pending: null,
    app: qrAppOf(context),
    hasOtherMethods: hasMethods(context),
  }),
});
